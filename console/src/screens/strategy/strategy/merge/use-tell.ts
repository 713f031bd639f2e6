import { useQueries } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useLifeText } from '../texts/use-life-text.ts'
import { useMergeText } from '../texts/use-merge-text.ts'
import { describePlace, describeSide, listConnectors } from './describe-difference.ts'
import type { Difference } from './merge-config.ts'

/** Names where two configurations differ, and what they say there, in the words of the forms. */
export function useTell(differences: readonly Difference[]) {
  const text = useMergeText()
  const { parts } = useLifeText().versions
  const ids = listConnectors(differences)
  const found = useQueries({
    // One that is gone keeps its id.
    queries: ids.map(id => ({ ...api.connector.get.query({ params: { id } }), retry: false, staleTime: 60_000 })),
  })
  const names = new Map(ids.map((id, at) => [id, found[at]?.data?.content.name]))
  return {
    place: ({ path }: Difference) => describePlace(path, parts, text),
    value: (difference: Difference, value: unknown) => describeSide(difference, value, text, id => names.get(id) ?? id),
  }
}
