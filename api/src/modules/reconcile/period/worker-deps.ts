import type { Database } from '@sluice/db'
import type { LoopLog } from '@sluice/work'
import type { UploadStore } from '../../connect/file/index.ts'

export interface PeriodWorkerDeps {
  readonly database: Database
  /** Where archives lie. */
  readonly archive: UploadStore
  readonly log: LoopLog
  readonly now: () => number
}
