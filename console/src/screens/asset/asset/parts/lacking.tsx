import { Alert } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { Reading } from '../types.ts'
import { useText } from '../use-text.ts'

interface LackingProps {
  readonly lacking: Reading['lacking']
  /** Fields that identify a record. */
  readonly id: readonly string[]
}

/** Entries of the page that a run would reject, beside the count that has them, too. */
export function Lacking({ lacking: { records, ids }, id }: LackingProps) {
  const text = useText().trial
  const { number } = useFormat()
  const lines = [
    records > 0 && text.notRecords(number(records)),
    ids > 0 && text.withoutId(number(ids), id.join(', ')),
  ].filter(Boolean)
  return lines.length > 0 && <Alert type="warning" showIcon title={lines.join(' ')} />
}
