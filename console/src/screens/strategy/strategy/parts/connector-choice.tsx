import { ConnectorSelect } from '../../../../parts/connector-select.tsx'

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
  return (
    <ConnectorSelect
      id={id}
      {...(label !== undefined && { 'aria-label': label })}
      allowClear
      role={side}
      platformId={platformId}
      placeholder={placeholder}
      value={value}
      onChange={next => onChange(next)}
    />
  )
}
