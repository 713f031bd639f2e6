import type { Lines } from '../lines.ts'

/** A line as tests write it down. */
export interface TestLine {
  readonly id: string
  readonly amount: bigint
  readonly at: number
  readonly currency?: string
  readonly order?: string | null
  readonly item?: string | null
  readonly batch?: string | null
  readonly account?: string | null
  /** What truly belongs together carries one label; what has no partner, one of its own. */
  readonly label?: string
}

export const DAY_MS = 86_400_000

export function toLines(lines: readonly TestLine[]): Lines {
  const column = (name: 'order' | 'item' | 'batch' | 'account') => lines.map(line => line[name] ?? null)
  return {
    ids: lines.map(line => line.id),
    amountsMinor: BigInt64Array.from(lines, line => line.amount),
    occurredMs: Float64Array.from(lines, line => line.at),
    currencies: lines.map(line => line.currency ?? 'CNY'),
    columns: { order: column('order'), item: column('item'), batch: column('batch'), account: column('account') },
  }
}
