import type { ContentOut, Mapping } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { pruneMapping } from '../model.ts'
import { toNodeName } from './field-tree-model.ts'
import { useSettled } from './use-records.ts'

type StrategyModule = typeof import('@sluice/api/modules/strategy/strategy/contract.ts')['strategy']
export type Preview = ContentOut<StrategyModule['preview']>
export type FieldNote = Preview['explanation'][number]
export type StepNote = FieldNote['steps'][number]
export type MappingProblem = Preview['problems'][number]

export interface Outcome {
  readonly preview: Preview | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  /** By the name of the tree, lines as `[]`; the first lines come first. */
  readonly notes: ReadonlyMap<string, readonly FieldNote[]>
  readonly problems: ReadonlyMap<string, readonly MappingProblem[]>
  refetch(): void
}

type PreviewInput = NonNullable<Parameters<typeof api.strategy.preview>[0]['body']>
/** Whose columns the values are held against, and the source fields that should go somewhere. */
type Around = Pick<PreviewInput, 'target' | 'source_fields'>

/** Typing sends one question when it pauses. */
const PAUSE_MS = 120

/** What the mapping makes of the record, worked out by the engine while it is edited. */
export function useOutcome(record: string | null, mapping: Mapping, around: Around = {}): Outcome {
  const settled = useSettled(JSON.stringify(pruneMapping(mapping)), PAUSE_MS)
  const { data, error, isFetching, refetch } = useQuery({
    // Written by `JSON.stringify` above.
    ...api.strategy.preview.query({
      body: { record: record ?? '', mapping: JSON.parse(settled) as Mapping, explain: true, ...around },
    }),
    ...keepRows,
    enabled: record !== null,
    retry: false,
    gcTime: 60_000,
  })
  // An answer that comes between two keys does not keep the next one waiting.
  const preview = useDeferredValue(data?.content)
  return {
    preview,
    error,
    isFetching,
    notes: Map.groupBy(preview?.explanation ?? [], note => toNodeName(note.field)),
    problems: Map.groupBy(preview?.problems ?? [], problem => toNodeName(problem.field)),
    refetch: () => void refetch(),
  }
}
