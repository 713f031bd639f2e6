import { ApiError, type MappingField } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { type Findable, FindSelect } from '../../../../parts/find-select.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { mappingDetail } from '../pages.ts'
import type { ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'

// Opened by few.
const MapForm = lazyPart(async () => ({ default: (await import('./map-form.tsx')).MapForm }))

type Lookup = NonNullable<MappingField['lookup']>

export interface LookupFieldsProps {
  readonly lookup: Lookup | undefined
  onChange(lookup: Lookup | undefined): void
}

const valueMaps: Findable<ValueMap> = {
  key: api.mapping.list.key(),
  list: query => api.mapping.list({ query: { ...query, sort: 'name' } }),
  get: id => api.mapping.get({ params: { id } }),
  labelOf: ({ name }) => name,
}

/** Chooses or makes the value map of a field, its direction and what a value without a line becomes. */
export function LookupFields({ lookup, onChange }: LookupFieldsProps) {
  const text = useText().lookup
  const [isCreating, setCreating] = useState(false)
  const chosen = useQuery({
    ...api.mapping.get.query({ params: { id: lookup?.map_id ?? '' } }),
    enabled: lookup !== undefined,
    retry: false,
  })
  const isGone = chosen.error instanceof ApiError && chosen.error.status === 404
  const choose = (id: string | undefined) => onChange(id ? { direction: 'forward', ...lookup, map_id: id } : undefined)
  return (
    <>
      <Form.Item
        label={text.label}
        {...(isGone && { validateStatus: 'error' as const, help: text.gone })}
        extra={
          lookup && !isGone ? (
            <Link to={mappingDetail.href({ params: { id: lookup.map_id } })}>{text.open}</Link>
          ) : (
            <CanButton type="link" size="small" authority="mapping:add" onClick={() => setCreating(true)}>
              {text.create}
            </CanButton>
          )
        }
      >
        <FindSelect
          of={valueMaps}
          allowClear
          aria-label={text.label}
          placeholder={text.none}
          value={lookup?.map_id}
          onChange={choose}
        />
      </Form.Item>
      {lookup && <LookupRules lookup={lookup} onChange={onChange} />}
      {isCreating && (
        <Suspense>
          <MapForm onClose={() => setCreating(false)} onCreated={choose} />
        </Suspense>
      )}
    </>
  )
}

function LookupRules({ lookup, onChange }: { readonly lookup: Lookup; onChange(lookup: Lookup): void }) {
  const text = useText().lookup
  const { onMiss: _onMiss, default: _default, ...plain } = lookup
  return (
    <>
      <Form.Item label={text.direction}>
        <Select<Lookup['direction']>
          aria-label={text.direction}
          value={lookup.direction}
          options={(['forward', 'reverse'] as const).map(value => ({ value, label: text.directions[value] }))}
          onChange={direction => onChange({ ...lookup, direction })}
        />
      </Form.Item>
      <Form.Item label={text.onMiss}>
        <Select<string>
          aria-label={text.onMiss}
          value={lookup.onMiss ?? ''}
          options={[
            { value: '', label: text.asMap },
            ...Object.entries(text.onMissOptions).map(([value, label]) => ({ value, label })),
          ]}
          // The options are the policies and "".
          onChange={value =>
            onChange(value === '' ? plain : { ...plain, onMiss: value as NonNullable<Lookup['onMiss']> })
          }
        />
      </Form.Item>
      {lookup.onMiss === 'default' && (
        <Form.Item label={text.default}>
          <Input
            aria-label={text.default}
            value={lookup.default ?? ''}
            onChange={event => onChange({ ...lookup, default: event.target.value })}
          />
        </Form.Item>
      )}
    </>
  )
}
