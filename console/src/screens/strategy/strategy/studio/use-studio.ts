import type { FieldSpec, Mapping, MappingField } from '@sluice/contract'
import { useState } from 'react'
import { completeFields, pruneMapping } from '../model.ts'
import type { Begun } from '../types.ts'
import { emptyHistory, type History, remember, stepBack, stepForward } from './history-model.ts'
import { readMapping, writeMapping } from './mapping-source.ts'
import type { StudioView } from './studio-bar.tsx'

export interface Studio {
  /** One for each field of the target, those without a value too. */
  readonly fields: readonly MappingField[]
  readonly view: StudioView
  readonly source: string
  /** The source is no mapping at the moment, and is kept until it is one or is dropped. */
  readonly isPending: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  change(fields: readonly MappingField[], what: string): void
  replace(mapping: Mapping, what: string, begun?: Begun): void
  type(source: string): void
  show(view: StudioView): void
  drop(): void
  undo(): void
  redo(): void
}

/** How each mapping came to be, so that it is there after a look at another tab. One from elsewhere has none. */
const histories = new WeakMap<Mapping, History<Mapping>>()

/** The mapping with its history, as a form and as a text: two views of one thing. */
export function useStudio(
  mapping: Mapping,
  target: readonly FieldSpec[],
  onChange: (mapping: Mapping, begun?: Begun) => void,
): Studio {
  const [view, setView] = useState<StudioView>('form')
  const past = histories.get(mapping) ?? emptyHistory
  /** What is typed in the source view, while it says something else than the mapping. */
  const [typed, setTyped] = useState<string | null>(null)
  const fields = completeFields(mapping.fields, target)
  const replace = (next: Mapping, what: string, begun?: Begun) => {
    histories.set(next, remember(past, mapping, what, performance.now()))
    onChange(next, begun)
  }
  const step = (go: typeof stepBack<Mapping>) => {
    const stepped = go(past, mapping)
    if (!stepped) return
    histories.set(stepped.value, stepped.history)
    setTyped(null)
    onChange(stepped.value)
  }
  const read = typed === null ? null : readMapping(typed).mapping
  // Reset from outside, the mapping is no longer what the text says.
  const isLeft = read !== null && textOf(read) !== textOf(mapping)
  return {
    fields,
    view,
    // Only who looks at it needs it.
    source: view === 'form' ? '' : typed === null || isLeft ? writeMapping(pruneMapping(mapping)) : typed,
    isPending: typed !== null && read === null,
    canUndo: past.past.length > 0,
    canRedo: past.future.length > 0,
    replace,
    change: (next, what) => replace({ ...mapping, fields: [...next] }, what),
    type(source) {
      setTyped(source)
      const next = readMapping(source).mapping
      if (next) replace(next, 'source')
    },
    show(next) {
      // A text that is a mapping has been taken over; its layout need not be kept.
      if (next !== 'source' && read !== null) setTyped(null)
      setView(next)
    },
    drop: () => setTyped(null),
    undo: () => step(stepBack),
    redo: () => step(stepForward),
  }
}

const textOf = (mapping: Mapping): string => JSON.stringify(pruneMapping(mapping))
