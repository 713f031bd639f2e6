import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { Section } from '../../../../ui/section.tsx'
import type { Search, SetSearch } from '../query-of.ts'
import type { Places } from '../types.ts'
import { useText } from '../use-text.ts'

interface StartFormProps {
  readonly search: Search
  readonly setSearch: SetSearch
}

const nothing = { strategy: undefined, connector: undefined, resource: undefined, field: undefined, page: 1 }
const placeKey = ({ connector_id: id, resource }: Pick<Places['places'][number], 'connector_id' | 'resource'>) =>
  `${id} ${resource}`

/** The field whose value is followed: of a strategy, or of what strategies read and write in a system. */
export function StartForm({ search, setSearch }: StartFormProps) {
  const text = useText()
  const [chosen, setChosen] = useState<'strategy' | 'system'>(search.connector === undefined ? 'strategy' : 'system')
  const { data, isFetching } = useQuery(api.lineage.places.query({}))
  const places = data?.content.places ?? []
  const isSystem = chosen === 'system'
  return (
    <Section title={text.where} text={text.whereText}>
      <search className="ln-start" aria-label={text.where}>
        <Segmented
          aria-label={text.begin}
          value={chosen}
          options={[
            { value: 'strategy', label: text.ofStrategy },
            { value: 'system', label: text.ofSystem },
          ]}
          onChange={value => {
            setChosen(value as typeof chosen)
            setSearch(nothing)
          }}
        />
        {isSystem ? (
          <Select
            aria-label={text.place}
            placeholder={text.place}
            className="ln-place"
            showSearch
            optionFilterProp="label"
            loading={isFetching}
            value={search.connector && search.resource ? `${search.connector} ${search.resource}` : null}
            options={places.map(each => ({
              value: placeKey(each),
              label: `${each.connector_name} · ${each.resource}`,
            }))}
            onChange={value => {
              const place = places.find(each => placeKey(each) === value)
              if (place) setSearch({ ...nothing, connector: place.connector_id, resource: place.resource })
            }}
          />
        ) : (
          <>
            <Select
              aria-label={text.strategy}
              placeholder={text.strategy}
              className="ln-place"
              showSearch
              optionFilterProp="label"
              loading={isFetching}
              value={search.strategy ?? null}
              options={(data?.content.strategies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={strategy => setSearch({ ...nothing, strategy })}
            />
            <Segmented
              aria-label={text.side}
              value={search.side}
              options={(['source', 'mapped'] as const).map(value => ({ value, label: text.sides[value] }))}
              onChange={side => setSearch({ side, field: undefined, page: 1 })}
            />
          </>
        )}
        <FieldChoice key={`${search.field}`} search={search} setSearch={setSearch} />
        {search.field !== undefined && (
          <Button type="link" onClick={() => setSearch({ field: undefined, page: 1 })}>
            {text.clear}
          </Button>
        )}
      </search>
    </Section>
  )
}

/** One that is known, or one that is typed: not every field is named anywhere. */
function FieldChoice({ search, setSearch }: StartFormProps) {
  const text = useText()
  const { strategy, side, connector, resource, field } = search
  const place = strategy === undefined ? { connector, resource } : { strategy, side }
  const isPlaced = strategy !== undefined || (connector !== undefined && resource !== undefined)
  const [typed, setTyped] = useState(field ?? '')
  const { data } = useQuery({
    ...api.lineage.fields.query({
      query: Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)),
    }),
    enabled: isPlaced,
    retry: false,
  })
  const show = (name: string) => {
    if (name.trim() !== '') setSearch({ field: name.trim(), page: 1 })
  }
  return (
    <form
      className="ln-field"
      onSubmit={event => {
        event.preventDefault()
        show(typed)
      }}
    >
      <AutoComplete
        aria-label={text.field}
        placeholder={text.fieldHint}
        value={typed}
        disabled={!isPlaced}
        maxLength={500}
        options={(data?.content ?? []).map(value => ({ value }))}
        filterOption={(input, option) => (option?.value ?? '').toLowerCase().includes(input.toLowerCase())}
        onChange={value => setTyped(value)}
        onSelect={show}
      />
      <Button type="primary" htmlType="submit" disabled={!isPlaced || typed.trim() === ''}>
        {text.show}
      </Button>
    </form>
  )
}
