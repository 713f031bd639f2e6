import type { Flow, MatchRule } from '../types.ts'
import { useText } from '../use-text.ts'

/** Rules in plain words, by the name they have in the flow. */
export function useRuleNames({ config }: Flow): (rule: string) => string {
  const say = useSayRule()
  const text = useText()
  return id => {
    if (id === '') return text.byHand
    const rule = config.rules.find(each => each.id === id)
    return rule === undefined ? id : say(rule)
  }
}

/** What a rule compares, as a sentence. */
export function useSayRule(): (rule: MatchRule) => string {
  const text = useText()
  return ({ kind, keys }) => text.rules[kind](keys.map(key => text.keys[key]).join(text.and))
}
