import type { Tx } from '@sluice/db'
import type { ArchiveFiles } from './archive/archive-files.ts'
import { manifestOf } from './archive/archive-pages.ts'
import { readBytes } from './archive/read-archive.ts'
import {
  type CleanUpCondition,
  type CleanUpPreview,
  type Owner,
  previewCleanUp,
  requestJob,
  type StorageJob,
} from './clean-up.ts'

/** What the store keeps and for how long; the work itself is the maintenance's. */
export interface Storage {
  /** Whether this process can archive and restore. */
  readonly canArchive: boolean
  /** What a clean-up would delete now. @throws Failure `invalid.states` */
  preview(tx: Tx, owner: Owner, condition: CleanUpCondition): Promise<CleanUpPreview>
  /** Queues a job in the caller's transaction; its id. */
  request(
    tx: Tx,
    owner: Owner,
    job: StorageJob,
    by: { readonly userId: string; readonly nowMs: number; readonly total: number },
  ): Promise<string>
  /** The bytes of an archive, or of the manifest beside it. */
  readArchive(path: string, part: 'data' | 'manifest'): AsyncIterable<Uint8Array>
}

export function createStorage(files: ArchiveFiles | null): Storage {
  return {
    canArchive: files !== null,
    preview: previewCleanUp,
    request: requestJob,
    readArchive(path, part) {
      if (!files) throw new Error('reading an archive: this process has no place for archives')
      return readBytes(files, part === 'data' ? path : manifestOf(path))
    },
  }
}
