import type { Database } from '@sluice/db'
import { type ApplicationRow, listApplications, listApplicationsOf } from './setting-rows.ts'

/** Said with the tenant's id by whatever changes what applications may do; the API's module says it. */
const CHANGED = 'gateway_changed'
// Messages that came while the connection was lost are missing.
const ALL_MS = 5000

/** All applications in memory, a change in them within a moment of its commit. */
export interface Snapshot {
  find(appKey: string): ApplicationRow | undefined
  findById(id: string): ApplicationRow | undefined
  stop(): Promise<void>
}

export interface SnapshotDeps {
  readonly database: Database
  report(error: unknown): void
}

export async function openSnapshot({ database, report }: SnapshotDeps): Promise<Snapshot> {
  let byKey = new Map<string, ApplicationRow>()
  let byId = new Map<string, ApplicationRow>()
  const replace = (rows: readonly ApplicationRow[], tenantId: string | null): void => {
    const kept = tenantId === null ? [] : [...byId.values()].filter(row => row.tenant_id !== tenantId)
    const all = [...kept, ...rows]
    // Both at once: no call sees half of a change.
    byKey = new Map(all.map(row => [row.app_key, row]))
    byId = new Map(all.map(row => [row.id, row]))
  }
  // One after the other: an older reading must not replace a newer one.
  let line: Promise<void> = Promise.resolve()
  const read = (tenantId: string | null): Promise<void> => {
    line = line
      .then(async () =>
        replace(
          await database.withSystem(tx =>
            tenantId === null ? listApplications(tx) : listApplicationsOf(tx, tenantId),
          ),
          tenantId,
        ),
      )
      .catch(report)
    return line
  }
  const unlisten = await database.listen(CHANGED, tenantId => void read(tenantId)).catch(() => null)
  await read(null)
  const timer = setInterval(() => void read(null), ALL_MS).unref()
  return {
    find: appKey => byKey.get(appKey),
    findById: id => byId.get(id),
    async stop() {
      clearInterval(timer)
      await unlisten?.()
      await line
    },
  }
}
