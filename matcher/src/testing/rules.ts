import type { History, KeyField, Rule, RuleSet } from '../rule.ts'
import { DAY_MS } from './to-lines.ts'

const same = (name: string): KeyField => ({ a: name, b: name })

/** As many right ones as prove 99.9 %. */
export const EARNED: History = { right: 5000, wrong: 0 }

/** The whole cascade, as a flow of a shop has it. */
export function makeRules(history: History = EARNED): RuleSet {
  const rules: readonly Rule[] = [
    { id: 'exact', kind: 'exact', keys: [same('order'), same('item')], history },
    { id: 'order', kind: 'aggregate', keys: [same('order'), same('item')], history },
    {
      id: 'tolerance',
      kind: 'tolerance',
      keys: [same('order'), same('item')],
      toleranceMinor: 5n,
      toleranceBasisPoints: 0n,
      item: 'rounding',
      limitMinor: 1_000_000n,
      history,
    },
    { id: 'batch', kind: 'batch', keys: [same('batch')], history },
    {
      id: 'reference',
      kind: 'reference',
      keys: [same('item')],
      reference: same('order'),
      prefixes: ['T200P'],
      history,
    },
    {
      id: 'window',
      kind: 'window',
      keys: [same('account'), same('item')],
      beforeMs: DAY_MS,
      afterMs: 2 * DAY_MS,
      history,
    },
    { id: 'subset', kind: 'subset', keys: [same('account'), same('item')], beforeMs: DAY_MS, afterMs: DAY_MS, history },
  ]
  return { reference: same('order'), rules }
}
