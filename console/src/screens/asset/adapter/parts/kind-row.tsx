import type { AdapterKind } from '@sluice/contract'
import { Form, Segmented } from 'antd'
import { useKindText } from '../use-kind-text.ts'

export interface KindRowProps {
  readonly value: AdapterKind
  /** The others cannot be chosen any more. */
  readonly isSaved: boolean
  onChange(kind: AdapterKind): void
}

/** What the adapter is written as. SQL and the others do not change into each other once they are saved. */
export function KindRow({ value, isSaved, onChange }: KindRowProps) {
  const text = useKindText()
  const kinds = Object.keys(text.kinds) as AdapterKind[] // a text for each
  const mayBe = (kind: AdapterKind) => !isSaved || (kind === 'sql') === (value === 'sql')
  return (
    <Form.Item label={text.kind} extra={text.kindHint[value]} layout="vertical">
      <Segmented
        aria-label={text.kind}
        value={value}
        options={kinds.map(kind => ({ value: kind, label: text.kinds[kind], disabled: !mayBe(kind) }))}
        onChange={onChange}
      />
    </Form.Item>
  )
}
