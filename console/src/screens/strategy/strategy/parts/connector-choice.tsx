import { Select } from 'antd'
import { useConnectors } from './use-choices.ts'

export interface ConnectorChoiceProps {
  readonly id: string
  /** Where no visible label names it. */
  readonly label?: string
  readonly side: 'source' | 'target'
  /** Only connectors of this platform; all without it. */
  readonly platformId?: string | undefined
  /** undefined: as it is. */
  readonly value: string | undefined
  readonly placeholder: string
  onChange(value: string | undefined): void
}

/** A connector that can take another's place. */
export function ConnectorChoice({ id, label, side, platformId, value, placeholder, onChange }: ConnectorChoiceProps) {
  const { data, isPending } = useConnectors(side)
  const rows = (data?.content ?? []).filter(row => platformId === undefined || row.platform_id === platformId)
  return (
    <Select
      id={id}
      {...(label !== undefined && { 'aria-label': label })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      placeholder={placeholder}
      {...(value !== undefined && { value })}
      options={rows.map(row => ({ value: row.id, label: `${row.name} · ${row.platform_name}` }))}
      onChange={(next: string | undefined) => onChange(next)}
    />
  )
}
