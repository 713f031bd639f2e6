import { createHash } from 'node:crypto'
import type { History, KeyField, Rule, RuleSet } from '@sluice/matcher'
import type { MatchRule, matchColumns } from './contract.ts'

const HOUR_MS = 3_600_000
const same = (name: (typeof matchColumns)[number]): KeyField => ({ a: name, b: name })

/** Of what a rule says, without its name: one that is renamed keeps what it has earned. */
export function hashRule({ id: _, ...says }: MatchRule): string {
  const sorted = JSON.stringify(says, Object.keys(says).toSorted())
  return createHash('sha256').update(sorted).digest('hex').slice(0, 16)
}

/** The rules of a flow as the matcher takes them, each with what it has earned. */
export const toRuleSet = (rules: readonly MatchRule[], historyOf: (rule: MatchRule) => History): RuleSet => ({
  reference: same('order'),
  rules: rules.map(rule => toRule(rule, historyOf(rule))),
})

function toRule(rule: MatchRule, history: History): Rule {
  const base = { id: rule.id, keys: rule.keys.map(same), history }
  switch (rule.kind) {
    case 'exact':
    case 'aggregate':
    case 'batch':
      return { ...base, kind: rule.kind }
    case 'tolerance':
      return {
        ...base,
        kind: 'tolerance',
        toleranceMinor: BigInt(rule.tolerance_minor),
        toleranceBasisPoints: BigInt(rule.tolerance_basis_points),
        item: rule.item,
        limitMinor: BigInt(rule.limit_minor),
      }
    case 'reference':
      return { ...base, kind: 'reference', reference: same('order'), prefixes: rule.prefixes }
    case 'window':
    case 'subset':
      return { ...base, kind: rule.kind, beforeMs: rule.before_hours * HOUR_MS, afterMs: rule.after_hours * HOUR_MS }
  }
}
