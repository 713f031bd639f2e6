import type { Entry } from './types.ts'
import { useText } from './use-text.ts'

/** What a rule is called by people: its place and its kind. Its id is a name for programs. */
export function useRuleTitle(rules: readonly Entry[]): (id: string) => string {
  const text = useText().rules
  return id => {
    const at = rules.findIndex(({ rule }) => rule.id === id)
    const entry = rules[at]
    return entry === undefined ? text.goneRule : text.named(at + 1, text.kinds[entry.rule.kind])
  }
}
