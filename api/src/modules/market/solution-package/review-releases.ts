import { Failure, SolutionPackage } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { actFor, writeAudit } from '../../../http/write-audit.ts'
import { checkPackage } from '../../../packaging/index.ts'
import { judge, listWaitingRows } from './review-store.ts'
import { renewOffers } from './store.ts'

/** A release that waits to be let into the market, with what somebody should look at before. */
export interface WaitingRelease {
  readonly id: string
  readonly tenant: string
  readonly name: string
  readonly version: string
  readonly publisher: string
  readonly created_at: string
  /** Scripts, addresses, licences: what only a person judges. */
  readonly warnings: readonly string[]
}

/** All that wait, the oldest first; the operator's to see. */
export async function listWaiting(database: Database): Promise<WaitingRelease[]> {
  const rows = await database.withSystem(listWaitingRows)
  const waiting: WaitingRelease[] = []
  for (const { document: text, tenant_id: tenantId, ...row } of rows) {
    const document = SolutionPackage.parse(JSON.parse(text))
    const troubles = await checkPackage(document, {
      ...{ principal: { tenantId }, signal: AbortSignal.timeout(60_000), language: 'en' },
      ...{ tell: sentence => sentence, hasPlatform: () => true },
    })
    const licence = document.manifest.licence === '' ? ['manifest.licence: no licence'] : []
    waiting.push({ ...row, warnings: [...troubles.map(each => `${each.place}: ${each.message}`), ...licence] })
  }
  return waiting
}

/** Lets a release into the market, or says why not. @throws Failure `notFound.release` */
export async function judgeRelease(
  database: Database,
  { id, reason }: { readonly id: string /** null: it is let in. */; readonly reason: string | null },
  nowMs: number,
): Promise<{ readonly name: string; readonly version: string }> {
  return database.withSystem(async tx => {
    const row = await judge(tx, id, reason)
    if (!row)
      throw new Failure({
        code: 'notFound.release',
        message: `No release ${id} waits for approval.`,
        field: 'id',
        value: id,
      })
    await actFor(tx, row.tenant_id)
    await renewOffers(tx, row.package_id)
    const actor = {
      userId: null,
      username: 'command line',
      action: 'solutionPackage.release',
      operation: 'update',
      ip: null,
    }
    await writeAudit(
      tx,
      { ...actor, nowMs },
      {
        objectType: 'package',
        objectId: row.package_id,
        objectName: row.name,
        after: { version: row.version, approved: reason === null, ...(reason === null ? {} : { reason }) },
      },
    )
    return { name: row.name, version: row.version }
  })
}
