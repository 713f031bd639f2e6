import { open } from 'node:fs/promises'
import { newId } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { tellSetAside, writeZip } from '@sluice/engine'
import { expireFiles, type Job, JobWorker, Loop, within } from '@sluice/work'
import type { Logger } from 'pino'
import type { UploadStore } from '../../connect/file/index.ts'
import { claimEnd, releaseEnd } from './remove-store.ts'
import { removeTenant } from './remove-tenant.ts'
import { type ExportWork, exportKind } from './store.ts'
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
  start(): Promise<void>
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next export or removal to its end. @returns false: nothing waits */
  turn(): Promise<boolean>
  /** Deletes files of exports whose time has come. */
  tidy(): Promise<void>
}

const EVERY_MS = 5000
const TRY_AGAIN_S = 60

/** Writes tenants into files, and removes those whose end has come. */
export function createTenantWorker(deps: TenantWorkerDeps): TenantWorker {
  const { database, log, now } = deps
  const holder = newId(now())
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
  const tidy = async (): Promise<void> => {
    for (const path of await database.withSystem(tx => expireFiles(tx, exportKind))) await deps.exports.remove(path)
  }
  const writer = new JobWorker<ExportWork>({
    database,
    log,
    kind: exportKind,
    doing: 'exporting tenants',
    pollMs: EVERY_MS,
    run: job => writeExport(deps, job),
    tell: (tx, { requested_by: userId }, failure) =>
      tellSetAside(tx, { kind: 'tenantExport.setAside', userId, failure }),
    idle: tidy,
  })
  const removing = new Loop({
    name: 'removing tenants',
    everyMs: EVERY_MS,
    log,
    async work() {
      while (!isStopping && (await removeNext()));
    },
  })
  let isStopping = false
  return {
    async start() {
      removing.start()
      await writer.start()
    },
    async stop(options) {
      isStopping = true
      await Promise.all([writer.stop(options), within(removing.stop(), options.timeoutMs)])
    },
    turn: async () => (await removeNext()) || writer.turn(),
    tidy,
  }
}

async function writeExport(deps: TenantWorkerDeps, job: Job<ExportWork>): Promise<void> {
  const { database, exports, uploads: files, archive, now } = deps
  const { tenant_id: tenantId, id } = job.row
  const place = await exports.reserve(tenantId, `${id}-${newId(now())}`)
  try {
    const parts = writeTenant({ database, tenantId, places: { files, archive }, now }, progress =>
      job.note({ ...progress }),
    )
    const file = await open(place.path, 'w', 0o600)
    try {
      for await (const bytes of writeZip(parts, { isLarge: true })) await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    const { path, sizeBytes: size_bytes, sha256 } = await place.finish()
    await job.finish({ path, size_bytes, sha256 })
  } catch (error) {
    await place.discard()
    throw error
  }
}
