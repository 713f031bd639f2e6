import { type Failure, newId, toFailure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { raiseNotice } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { type AuditActor, type AuditEntry, actFor } from '../../../http/write-audit.ts'
import {
  digestOf,
  hashPackage,
  type IndexEntry,
  listPlatforms,
  listWords,
  type MarketIndex,
  makeCard,
  type OpenedIndex,
  type PackageTrouble,
  readPackage,
  requireSigned,
} from '../../../packaging/index.ts'
import { insertMirrored, listMirrored, type MirroredRow, moveMirrored, reviewPackage } from '../market-review/index.ts'
import { keepClaim, listInstalled, listOwn, type Problem, type SourceRow, writeLooked } from './store.ts'

export interface TakeDeps {
  readonly database: Database
  readonly now: () => number
}

/** Who looks: named in the operation log beside what came of it. */
export type Looker = Omit<AuditActor, 'nowMs'>

const MOST_AHEAD_MS = 24 * 3_600_000

/** That an index is the next one of a market, whoever brings it. @throws Failure `invalid.marketOlder`, `invalid.marketClock` */
export function requireNext(
  source: Pick<SourceRow, 'serial' | 'index_digest'>,
  opened: OpenedIndex,
  nowMs: number,
): void {
  const { serial, signed_at } = opened.index
  const isOther =
    serial === Number(source.serial) && source.index_digest !== '' && opened.digest !== source.index_digest
  if (serial < Number(source.serial) || isOther)
    throw refuse('invalid.marketOlder', { field: 'serial', value: `${serial}, ${signed_at}` })
  if (Date.parse(signed_at) > nowMs + MOST_AHEAD_MS)
    throw refuse('invalid.marketClock', { field: 'signed_at', value: signed_at })
}

const keyOf = (each: Pick<MirroredRow, 'name' | 'version' | 'publisher_key'>): string =>
  `${each.name} ${each.version} ${each.publisher_key}`
export const sayEntry = ({ name, version }: Pick<IndexEntry, 'name' | 'version'>): string => `${name} ${version}`

export interface Comparison {
  /** Not here yet; those that were refused before come last, so that they keep nobody waiting. */
  readonly wanted: IndexEntry[]
  readonly problems: Problem[]
  readonly gone: MirroredRow[]
  readonly back: MirroredRow[]
}

/** What is other there than here. */
export async function compareIndex(tx: Tx, source: SourceRow, index: MarketIndex): Promise<Comparison> {
  const mirrored = await listMirrored(tx)
  const own = await listOwn(tx)
  const here = new Map([...mirrored, ...own].map(each => [keyOf(each), each.file_digest]))
  const refused = new Set(source.problems.map(each => each.digest))
  const wanted = index.packages.filter(each => !here.has(keyOf(each)))
  const changed = index.packages.filter(each => (here.get(keyOf(each)) ?? each.digest) !== each.digest)
  const told = new Set(index.packages.map(keyOf))
  const ours = mirrored.filter(each => each.source_id === source.id)
  // Where not all are told, one that is not told may still be there.
  const left = index.total - index.packages.length
  const isWhole = left === 0
  const cut = { name: source.title, version: '', digest: '' }
  return {
    wanted: [...wanted.filter(each => !refused.has(each.digest)), ...wanted.filter(each => refused.has(each.digest))],
    problems: [
      ...(isWhole ? [] : [toProblem(cut, refuse('invalid.marketIndexCut', { value: String(left) }))]),
      ...changed.map(each => toProblem(each, refuse('invalid.marketPackageChanged', { value: sayEntry(each) }))),
    ],
    gone: isWhole
      ? ours.filter(each => (each.state === 'released' || each.state === 'waiting') && !told.has(keyOf(each)))
      : [],
    back: ours.filter(each => each.state === 'withdrawn' && told.has(keyOf(each))),
  }
}

export function toProblem(
  { name, version, digest }: Pick<IndexEntry, 'name' | 'version' | 'digest'>,
  error: Failure,
): Problem {
  return { name, version, digest, failure: toStored(error) }
}

/** A package that may come in, without its text. */
export interface Ready {
  readonly entry: IndexEntry
  readonly row: Omit<Parameters<typeof insertMirrored>[1], 'id' | 'document'>
}

/** That a file is what the index tells, byte by byte. @throws Failure `invalid.marketPackageAltered` */
export function requireTold(entry: IndexEntry, text: string): void {
  if (digestOf(text) !== entry.digest) throw refuse('invalid.marketPackageAltered', { value: sayEntry(entry) })
}

/** What opens no market without somebody's look, whatever the operator takes by itself. */
const LOOKED_AT: ReadonlySet<PackageTrouble['kind']> = new Set(['secret', 'egress', 'script'])

/**
 * A package as it came, through all that a tenant's own release goes through. Of what was found, the worst keeps it out.
 * @throws Failure `invalid.marketPackageAltered`, `invalid.marketPackageOther`, `invalid.marketPackageChecks` and those of reading
 */
export async function examineEntry(
  source: Pick<SourceRow, 'id' | 'tenant_id' | 'takes'>,
  entry: IndexEntry,
  text: string,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<Ready> {
  requireTold(entry, text)
  const document = readPackage(text)
  const { publisher, key } = requireSigned(document)
  const { name, version, industry } = document.manifest
  if (name !== entry.name || version !== entry.version || key !== entry.publisher_key || publisher !== entry.publisher)
    throw refuse('invalid.marketPackageOther', { value: sayEntry(entry) })
  const troubles = await reviewPackage(document, {
    ...{ principal: { tenantId: source.tenant_id }, signal, language: 'en', tell: (sentence: string) => sentence },
  })
  const errors = troubles.filter(each => each.level === 'error')
  if (errors.length > 0)
    throw refuse('invalid.marketPackageChecks', {
      value: errors
        .map(each => `${each.place}: ${each.message}`)
        .slice(0, 3)
        .join('; ')
        .slice(0, 190),
    })
  const isOpen = source.takes === 'clean' && !troubles.some(each => LOOKED_AT.has(each.kind))
  return {
    entry,
    row: {
      ...{ sourceId: source.id, name, version, industry, publisher, publisherKey: key, fileDigest: entry.digest },
      ...{ sha256: hashPackage(document), words: listWords(document), platforms: listPlatforms(document) },
      card: makeCard(document),
      state: isOpen ? 'released' : 'waiting',
      // Nothing is newer than now, whatever it says.
      createdAt: new Date(Math.min(Date.parse(entry.released_at), nowMs)).toISOString(),
    },
  }
}

export const insertReady = (tx: Tx, { row }: Ready, document: string, nowMs: number): Promise<void> =>
  insertMirrored(tx, { ...row, id: newId(nowMs), document })

/**
 * What is there no longer leaves the market here, and who has it installed hears of it; what is there again waits. In
 * withSystem for the tenant of the source.
 */
async function moveOthers(tx: Tx, source: SourceRow, { gone, back }: Comparison): Promise<void> {
  if (gone.length > 0)
    await moveMirrored(
      tx,
      gone.map(each => each.id),
      'withdrawn',
    )
  if (back.length > 0)
    await moveMirrored(
      tx,
      back.map(each => each.id),
      'waiting',
    )
  for (const { tenant_id: tenantId, id, name, version } of await listInstalled(tx, gone)) {
    await actFor(tx, tenantId)
    await raiseNotice(tx, {
      ...{ tenantId, kind: 'package.withdrawn', objectId: id, objectName: name, cause: version, isOnce: true },
      text: `Version ${version} of the package ${name} was withdrawn by the market it came from; what is installed stays.`,
    })
  }
  await actFor(tx, source.tenant_id)
}

/** As people and the source's row have it. */
export const toStored = (error: unknown): Problem['failure'] => {
  const { code, message, field, value } = toFailure(error).toDetail()
  return { code, message, ...(field && { field }), ...(value && { value }) }
}

interface Done {
  readonly comparison: Comparison
  readonly problems: readonly Problem[]
  readonly taken: number
  /** Still to be fetched. */
  readonly remaining: number
  readonly nowMs: number
}

/** More nobody reads on a page. */
const MOST_TOLD = 200

/** @throws Failure `conflict.marketChanged` where somebody removed the source meanwhile, or gave it another key */
export async function requireClaim(tx: Tx, source: SourceRow): Promise<void> {
  if ((await keepClaim(tx, source)) === 0) throw refuse('conflict.marketChanged')
}

/** The index is believed from now on, and what it no longer tells is gone. In withSystem for the tenant of the source. */
export async function finishLook(
  tx: Tx,
  source: SourceRow,
  { index, digest }: OpenedIndex,
  { comparison, problems, taken, remaining, nowMs }: Done,
): Promise<{ readonly isNews: boolean; readonly entry: AuditEntry }> {
  await requireClaim(tx, source)
  await moveOthers(tx, source, comparison)
  await writeLooked(tx, source.id, {
    ...{ at: new Date(nowMs).toISOString(), serial: index.serial, index_digest: digest, signed_at: index.signed_at },
    ...{ packages: index.packages.length, remaining, problems: problems.slice(0, MOST_TOLD) },
  })
  const [withdrawn, back] = [comparison.gone.length, comparison.back.length]
  return {
    isNews: taken + withdrawn + back > 0,
    entry: {
      ...{ objectType: 'marketSource', objectId: source.id, objectName: source.title },
      after: { serial: index.serial, taken, withdrawn, back, refused: problems.length, remaining },
    },
  }
}
