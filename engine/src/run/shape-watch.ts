import type { ReadPlace } from '../map/index.ts'
import type { KnownShapes } from '../sql/strategy-fields-rows.ts'
import type { PathReader } from '../stage/read-path.ts'

/** What a run's version reads, and what was met of it. */
export interface ShapeWatch {
  /** Columns that hold any JSON by their type: an object in one row and a list in the next is no change. */
  readonly documents: ReadonlySet<string>
  readonly places: readonly ShapePlace[]
  readonly isCopied: (name: string) => boolean
  /** null: the version ran before shapes were kept, and what its next page mixes was accepted by then. */
  known: KnownShapes | null
}

export interface ShapePlace extends Pick<ReadPlace, 'label'> {
  readonly uses: Iterable<string>
  readonly lists: readonly PathReader[]
  readonly read: PathReader
}
