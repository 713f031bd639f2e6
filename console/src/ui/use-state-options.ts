import type { StateTagProps } from './state-tag.tsx'
import { useUiText } from './use-text.ts'

/** `{ value, label }` of every state of a kind, for filters. Record codes become text, as the address needs it. */
export function useStateOptions(kind: StateTagProps['kind'] | 'trigger' | 'env'): { value: string; label: string }[] {
  const { states } = useUiText()
  return Object.entries(states[kind]).map(([value, label]) => ({ value, label }))
}
