import type { AdapterLevel } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useId } from 'react'
import { api } from '../../../../lib/api.ts'
import { useText } from '../use-text.ts'

export interface AdapterChoiceProps {
  /** Adapters of this platform only. */
  readonly platformId: string | undefined
  /** Who names it. */
  readonly level: AdapterLevel
  /** What a strategy has chosen; its interface may name an adapter. */
  readonly resource?: string | null
  /** Id; empty: none named here. */
  readonly value: string
  onChange(id: string): void
}

/** Names an adapter at one level. Shows nothing where the platform has none. */
export function AdapterChoice({ platformId, level, resource, value, onChange }: AdapterChoiceProps) {
  const text = useText()
  const field = useId()
  const { data } = useQuery({
    ...api.adapter.list.query({
      query: { pageSize: 500, sort: 'name', ...(platformId !== undefined && { platform_id: platformId }) },
    }),
    enabled: platformId !== undefined,
  })
  const rows = data?.content ?? []
  const isShown = rows.length > 0 || value !== ''
  const unnamed = useUnnamed(isShown ? platformId : undefined, level, resource)
  if (!isShown) return null
  const options = [
    { value: '', label: unnamed },
    ...rows.map(row => ({
      value: row.id,
      label: row.status === 'published' ? row.name : `${row.name} ${text.choice.unpublished}`,
    })),
  ]
  return (
    <Form.Item label={text.choice.label} htmlFor={field} extra={text.choice.hint}>
      <Select
        id={field}
        showSearch={{ optionFilterProp: 'label' }}
        value={value}
        options={options}
        onChange={onChange}
      />
    </Form.Item>
  )
}

/** What naming none here comes to: the adapter that the next level names, or none at all. */
function useUnnamed(
  platformId: string | undefined,
  level: AdapterLevel,
  resource: AdapterChoiceProps['resource'],
): string {
  const text = useText()
  const { choice } = text
  const isTop = level === 'platform'
  const { data } = useQuery({
    ...api.adapter.inherited.query({ query: { platform_id: platformId ?? '', ...(resource && { resource }) } }),
    enabled: platformId !== undefined && !isTop,
  })
  if (isTop) return choice.none
  if (!data) return choice.inherit
  const next = data.content
  if (!next) return choice.inherits(choice.none)
  const version = next.version === null ? choice.unpublished : text.form.version(next.version)
  return choice.inherits(`${next.name} ${version} · ${text.references.levels[next.level]}`)
}
