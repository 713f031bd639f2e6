import type { SolutionPackage } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { type Language, writeMessage } from '../../../http/messages.ts'
import type { Reader } from '../../../http/read-content.ts'
import { refuse } from '../../../http/refuse.ts'
import { type AuditActor, actFor, writeAudit } from '../../../http/write-audit.ts'
import { checkMappings, checkPackage, type PackageTrouble, readKept } from '../../../packaging/index.ts'
import { renewOffers } from '../solution-package/index.ts'
import { renewMirrored } from './mirror-store.ts'
import { findOffered, judge, listOfferedRows, type OfferedRow } from './store.ts'

type Reviewer = Reader & { readonly language: Language; tell(sentence: string): string }

/** What somebody looks at before a package is let into the market: secrets, addresses, scripts, licence, mappings. */
export async function reviewPackage(document: SolutionPackage, reviewer: Reviewer): Promise<PackageTrouble[]> {
  const troubles = [
    ...(await checkMappings(document, reviewer)),
    // Its author's release asked for platforms, those of the author's own included.
    ...(await checkPackage(document, { ...reviewer, hasPlatform: () => true })),
  ]
  if (document.manifest.licence === '')
    troubles.push({
      ...{ kind: 'licence', level: 'warning', place: 'manifest.licence' },
      message: writeMessage('package.noLicence', reviewer.language, {}, 'package.noLicence'),
    })
  return troubles
}

/** More nobody reads in a terminal; the page has the others. */
const MOST = 100

/** All that wait, the oldest first, each with what was found in it; for the command line. */
export async function listWaiting(
  database: Database,
): Promise<(OfferedRow & { readonly warnings: readonly string[] })[]> {
  const rows = await database.withSystem(tx => listOfferedRows(tx, 'waiting', MOST, 0))
  const waiting = []
  for (const row of rows) {
    const found = await database.withSystem(tx => findOffered(tx, row.id))
    if (!found) continue // judged meanwhile
    const troubles = await reviewPackage(readKept(found.document), {
      ...{ principal: { tenantId: row.tenant_id }, signal: AbortSignal.timeout(60_000), language: 'en' },
      tell: sentence => sentence,
    })
    waiting.push({ ...row, warnings: troubles.map(each => `${each.place}: ${each.message}`) })
  }
  return waiting
}

interface Judging {
  readonly id: string
  /** null: it is let in. */
  readonly reason: string | null
}

/**
 * Lets a release into the market, or says why not. Its author reads that in their own log, whoever judged.
 * @throws Failure `notFound.release`
 */
export async function judgeRelease(tx: Tx, { id, reason }: Judging, by: AuditActor): Promise<OfferedRow> {
  const row = await judge(tx, id, reason)
  if (!row) throw refuse('notFound.release', { field: 'id', value: id })
  await actFor(tx, row.tenant_id)
  await (row.source === '' ? renewOffers(tx, row.package_id) : renewMirrored(tx, [row.package_id]))
  await writeAudit(tx, by, auditOf(row, reason))
  return row
}

export const auditOf = (row: OfferedRow, reason: string | null) => ({
  objectType: 'package',
  objectId: row.package_id,
  objectName: row.name,
  after: { version: row.version, approved: reason === null, ...(reason === null ? {} : { reason }) },
})

/** By the operator's command line. */
export const judgeByCommand = (database: Database, judging: Judging, nowMs: number): Promise<OfferedRow> =>
  database.withSystem(tx => judgeRelease(tx, judging, { ...operator(nowMs), username: 'command line' }))

/** How the log of a package's author names who judged: a user of another tenant is nobody there. */
export const operator = (nowMs: number): AuditActor => ({
  ...{ userId: null, username: 'operator', action: 'solutionPackage.release', operation: 'update', ip: null, nowMs },
})
