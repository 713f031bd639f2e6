import type { Tx } from '@sluice/db'
import { LostError } from '@sluice/work'
import type { ArchiveFiles } from './archive/archive-files.ts'

/** What the maintenance may do. */
export interface StorageWorld {
  /** null: this process has no place for archives, so strategies that archive keep their pages. */
  readonly files: ArchiveFiles | null
  now(): number
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  withSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The installation's one place of maintenance, held by a process. */
export interface Holding {
  readonly world: StorageWorld
  /** Says what is being done and that the holder lives. @throws EndedError when it must stop here */
  note(step: string, progress: object): Promise<void>
}

/** The process ends, or another one holds the maintenance: between two batches, nothing is half done. */
export class EndedError extends LostError {}
