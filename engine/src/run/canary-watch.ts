import type { FoundCanary } from '../canary/canary-rows.ts'
import type { BoundMapping, Mapper } from '../map/index.ts'
import type { StagedRecord } from '../stage/staged-record.ts'

/** The version that is tried on a share of the keys, ready to map them. */
export interface RunCanary {
  readonly id: string
  readonly version: number
  readonly mapping: BoundMapping
  readonly mapper: Mapper
  /** Whether this version maps the key. */
  takes(key: string): boolean
}

/** What a run knows of canaries. */
export interface CanaryWatch {
  /** By which keys go now; null: the run's version maps all. */
  live: RunCanary | null
  /** All that were met; their mappers are closed with the run. */
  readonly opened: Map<string, RunCanary>
  /** As it was when the run began. */
  readonly atStart: FoundCanary | null
  /** When it was looked for last, by this process's own clock. */
  lookedMs: number
}

/** The version beside the run's that maps this record; null: the run's does. Of what is gone only its key is mapped. */
export const canaryOf = (
  { live }: CanaryWatch,
  { change, key }: Pick<StagedRecord, 'change' | 'key'>,
): RunCanary | null => (change === undefined && live?.takes(key) ? live : null)
