import { NEWEST_EDITION, recordStates } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented, Select } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useStateOptions } from '../../../../ui/use-state-options.ts'
import { RowFilter } from '../../../strategy/strategy/public.ts'
import type { Definition, PartProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { GroupPart, MetricPart } from './group-part.tsx'
import { ShowPart } from './show-part.tsx'

/** What a report is made of, from top to bottom. */
export function DesignForm({
  strategyId,
  definition,
  onChange,
}: Omit<PartProps, 'fields'> & { readonly strategyId: string }) {
  const { data } = useQuery(
    api.aggregate.fields.query({ params: { strategy: strategyId }, query: { side: definition.side } }),
  )
  const found = data?.content ?? []
  // A list of plain values that became lines is one value in each of them.
  const isPlain = (path: string) => path === definition.expand && !found.some(({ list }) => list === path)
  const fields = found.map(field => (isPlain(field.path) ? { ...field, kind: 'text' as const } : field))
  const props = { definition, fields, onChange }
  return (
    <div className="rp-design">
      <DataPart {...props} fields={found} />
      <GroupPart {...props} />
      <MetricPart {...props} />
      <ShowPart {...props} />
    </div>
  )
}

const KINDS = {
  text: 'string',
  number: 'decimal',
  boolean: 'bool',
  time: 'datetime',
  list: 'array',
  mixed: 'json',
} as const

function DataPart({ definition, fields, onChange }: PartProps) {
  const text = useText().design
  const states = useStateOptions('record')
  const { side, filter, expand, conditions } = definition
  const lists = fields.filter(({ kind, list }) => kind === 'list' && list === null).map(field => field.path)
  const shown = expand !== null && !lists.includes(expand) ? [...lists, expand] : lists
  return (
    <fieldset className="rp-part">
      <legend>{text.data}</legend>
      <Segmented<Definition['side']>
        block
        aria-label={text.side}
        value={side}
        options={[
          { value: 'source', label: text.sides.source },
          { value: 'mapped', label: text.sides.mapped },
        ]}
        onChange={next => onChange({ ...definition, side: next })}
      />
      <Select<string[]>
        mode="multiple"
        allowClear
        aria-label={text.status}
        placeholder={text.allStatus}
        value={(filter.status ?? []).map(String)}
        options={states}
        onChange={next => {
          const status = recordStates.filter(state => next.includes(String(state)))
          const { status: _before, ...rest } = filter
          onChange({ ...definition, filter: status.length > 0 ? { ...rest, status } : rest })
        }}
      />
      {shown.length > 0 && (
        <>
          <Select<string>
            allowClear
            aria-label={text.expand}
            placeholder={text.noExpand}
            value={expand as string}
            options={shown.map(value => ({ value, label: `${text.expand} ${value}` }))}
            onChange={(next: string | undefined) => onChange({ ...definition, expand: next ?? null })}
          />
          {expand !== null && <p className="sl-muted">{text.expandHint}</p>}
        </>
      )}
      <RowFilter
        label={text.conditions}
        hint={text.conditionsHint}
        filter={conditions}
        fields={fields.map(({ path, kind }) => ({ name: path, type: KINDS[kind] }))}
        edition={definition.edition}
        onChange={next => onChange({ ...definition, conditions: next ?? [] })}
      />
      {definition.edition === 1 && conditions.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={text.oldEdition}
          action={
            <Button size="small" onClick={() => onChange({ ...definition, edition: NEWEST_EDITION })}>
              {text.moveEdition}
            </Button>
          }
        />
      )}
    </fieldset>
  )
}
