import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { type Lines, match, type RuleSet } from '@sluice/matcher'
import type { BenchLine } from './bench-rows.ts'
import { compareMatches } from './compare-matches.ts'

// A thread of rule-bench.ts. Stripping types is called experimental; nobody reads warnings here.
process.removeAllListeners('warning')

export type BenchWord =
  | { readonly rows: readonly BenchLine[]; readonly side: 'a' | 'b' }
  | { readonly ruleSet: RuleSet; readonly asOfMs: number; readonly inTransitMs: number }

const port = parentPort as MessagePort // a thread has one
const kept = { a: [] as BenchLine[], b: [] as BenchLine[] }
let built: ReturnType<typeof build> | null = null

const ID_DIGITS = 19

function toLines(rows: readonly BenchLine[]): Lines {
  return {
    ids: rows.map(({ id }) => id.padStart(ID_DIGITS, '0')),
    amountsMinor: new BigInt64Array(rows.map(({ amount_minor }) => BigInt(amount_minor))),
    occurredMs: new Float64Array(rows.map(({ occurred_ms }) => occurred_ms)),
    currencies: rows.map(({ currency }) => currency),
    columns: {
      order: rows.map(row => row.order_no),
      parent_order: rows.map(row => row.parent_order),
      batch: rows.map(row => row.batch),
      item: rows.map(row => row.item),
      account: rows.map(row => row.account),
      day: rows.map(row => row.day),
    },
  }
}

const build = () => ({
  lines: { a: toLines(kept.a), b: toLines(kept.b) },
  confirmed: { a: kept.a.map(row => row.confirmed ?? ''), b: kept.b.map(row => row.confirmed ?? '') },
})

for await (const [word] of on(port, 'message') as AsyncIterable<[BenchWord]>) {
  if ('rows' in word) {
    for (const row of word.rows) kept[word.side].push(row)
    continue
  }
  built ??= build()
  const { ruleSet, ...options } = word
  port.postMessage(compareMatches(built.lines, built.confirmed, ruleSet, match(built.lines, ruleSet, options)))
}
