import { type Ref, useRef } from 'react'
import { useDraftState } from './drafts.ts'

/** The definition with what was typed; null when that cannot be read, which is then said. */
type Apply<Doc> = () => Promise<Doc | null>

export interface TypedSource<Doc> {
  readonly ref: Ref<Apply<Doc>>
  /** Text that is not applied yet. */
  readonly typed: string | null
  type(text: string | null): void
  /** The definition with what was typed as source; null when that cannot be read: then one stays with it. */
  settle(): Promise<Doc | null>
}

/**
 * What is typed as the source of a definition, until the form has it: nothing of it is lost by a change of tab, a save or a
 * reload.
 * @param about what it is the source of, as drafts.ts keeps it
 */
export function useTypedSource<Doc>(doc: Doc, about: string): TypedSource<Doc> {
  const ref = useRef<Apply<Doc>>(null)
  const { value: typed, set: type } = useDraftState<string | null>(about, null)
  const settle = async () => (typed === null || ref.current === null ? doc : ref.current())
  return { ref, typed, type, settle }
}
