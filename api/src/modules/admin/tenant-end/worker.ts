import { open } from 'node:fs/promises'
import { newId, toFailure } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { writeZip } from '@sluice/engine'
import type { Logger } from 'pino'
import { createBackground } from '../../../http/background.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { claimEnd, releaseEnd } from './remove-store.ts'
import { removeTenant } from './remove-tenant.ts'
import {
  claimExport,
  type ExportRow,
  endExport,
  expireExports,
  isCancelled,
  noteExport,
  releaseExport,
} from './store.ts'
import { writeTenant } from './write-tenant.ts'

export interface TenantWorkerDeps {
  readonly database: Database
  readonly uploads: UploadStore
  /** Where pages lie that were moved out of the database. */
  readonly archive: UploadStore
  readonly exports: UploadStore
  readonly log: Logger
  readonly now: () => number
}

export interface TenantWorker {
  start(): void
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next export or removal to its end. @returns false: nothing waits */
  turn(): Promise<boolean>
  /** Deletes files of exports whose time has come. */
  tidy(): Promise<void>
}

const EVERY_MS = 5000
const TRY_AGAIN_S = 60

/** The export of another process, or a cancelled one. */
class EndedError extends Error {}

/** Writes tenants into files, and removes those whose end has come. */
export function createTenantWorker(deps: TenantWorkerDeps): TenantWorker {
  const { database, log, now } = deps
  const holder = newId(now())
  const writeNext = async (): Promise<boolean> => {
    const job = await database.withSystem(tx => claimExport(tx, holder))
    if (job) await writeExport(deps, job, holder, () => background.isStopping)
    return job !== undefined
  }
  const removeNext = async (): Promise<boolean> => {
    const end = await database.withSystem(tx => claimEnd(tx, holder))
    if (!end) return false
    const { uploads: files, archive, exports } = deps
    try {
      return await removeTenant({ database, places: { files, archive, exports }, now }, end, holder)
    } catch (error) {
      log.error({ err: error, tenant: end.code }, 'removing a tenant')
      await database.withSystem(tx => releaseEnd(tx, { id: end.id, holder }, TRY_AGAIN_S))
      return false
    }
  }
  const turn = async (): Promise<boolean> => (await removeNext()) || (await writeNext())
  const tidy = async (): Promise<void> => {
    for (const path of await database.withSystem(expireExports)) await deps.exports.remove(path)
  }
  const background = createBackground({
    everyMs: EVERY_MS,
    async work() {
      while (!background.isStopping && (await turn()));
      await tidy()
    },
    onError: error => log.warn({ err: error }, 'exporting or removing tenants'),
  })
  return { start: background.start, stop: background.stop, turn, tidy }
}

async function writeExport(deps: TenantWorkerDeps, job: ExportRow, holder: string, isStopping: () => boolean) {
  const { database, exports, log, now } = deps
  const of = { id: job.id, holder }
  const place = await exports.reserve(job.tenant_id, `${job.id}-${holder}`)
  try {
    const parts = writeTenant(
      { database, tenantId: job.tenant_id, places: { files: deps.uploads, archive: deps.archive }, now },
      async progress => {
        const known = await database.withTenant(job.tenant_id, tx => noteExport(tx, of, progress))
        if (!known || known.cancel || isStopping()) throw new EndedError()
      },
    )
    const file = await open(place.path, 'w', 0o600)
    try {
      for await (const bytes of writeZip(parts, { isLarge: true })) await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    const written = await place.finish()
    await database.withTenant(job.tenant_id, tx => endExport(tx, of, { state: 'done', file: written }))
  } catch (error) {
    await place.discard()
    if (error instanceof EndedError) return void (await settle(database, job, of))
    const failure = toFailure(error)
    if (failure !== error) log.error({ err: error, exportId: job.id }, 'exporting a tenant')
    await database.withTenant(job.tenant_id, tx => endExport(tx, of, { state: 'failed', failure: failure.toDetail() }))
  }
}

/** Cancelled: it says so. Ended with its process, or lost to another: the next one begins it anew. */
async function settle(database: Database, job: ExportRow, of: { readonly id: string; readonly holder: string }) {
  await database.withTenant(job.tenant_id, async tx => {
    if (await isCancelled(tx, of)) return endExport(tx, of, { state: 'cancelled' })
    return releaseExport(tx, of)
  })
}
