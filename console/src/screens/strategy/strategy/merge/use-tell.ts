import { useConnectors } from '../parts/use-choices.ts'
import { useLifeText } from '../texts/use-life-text.ts'
import { useMergeText } from '../texts/use-merge-text.ts'
import { describePlace, describeSide } from './describe-difference.ts'
import type { Difference } from './merge-config.ts'

/** Names where two configurations differ, and what they say there, in the words of the forms. */
export function useTell() {
  const text = useMergeText()
  const { parts } = useLifeText().versions
  const [source, target] = [useConnectors('source'), useConnectors('target')]
  const connectors = new Map(
    [...(source.data?.content ?? []), ...(target.data?.content ?? [])].map(row => [row.id, row]),
  )
  return {
    place: ({ path }: Difference) => describePlace(path, parts, text),
    value: (difference: Difference, value: unknown) =>
      describeSide(difference, value, text, id => connectors.get(id)?.name ?? id),
  }
}
