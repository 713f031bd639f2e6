import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useId } from 'react'
import { api } from '../../../lib/api.ts'
import { useText } from '../use-text.ts'

export interface AdapterChoiceProps {
  /** Adapters of this platform only. */
  readonly platformId: string | undefined
  /** Id; empty: none named here. */
  readonly value: string
  onChange(id: string): void
}

/** Names an adapter at one level. Shows nothing where the platform has none. */
export function AdapterChoice({ platformId, value, onChange }: AdapterChoiceProps) {
  const text = useText()
  const field = useId()
  const { data } = useQuery({
    ...api.adapter.list.query({
      query: { pageSize: 500, sort: 'name', ...(platformId !== undefined && { platform_id: platformId }) },
    }),
    enabled: platformId !== undefined,
  })
  const rows = data?.content ?? []
  if (rows.length === 0 && value === '') return null
  const options = [
    { value: '', label: text.choice.inherit },
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
