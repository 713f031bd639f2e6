import { Suspense } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useReaders } from '../parts/use-readers.ts'

const LeftOverNote = lazyPart(async () => ({ default: (await import('./left-over-note.tsx')).LeftOverNote }))

/** Places that far systems still keep for strategies that are gone. */
export function FollowLeftOver() {
  const readers = useReaders().data?.content ?? []
  // Those that go by themselves within a moment are not worth a word.
  const stuck = readers.filter(
    reader => reader.left_over && (reader.failure !== null || reader.connector_name === null),
  )
  if (stuck.length === 0) return null
  return (
    <Suspense>
      <LeftOverNote stuck={stuck} />
    </Suspense>
  )
}
