import type { ReadRequest, SourcePage, SourceRecord } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import type { RunPlan } from '../source/window.ts'
import { unfoldVanished } from '../sql/block-rows.ts'
import { addScanKeys, beginScan, closeScan, findVanished, measureScan, type ScanSize } from '../sql/scan-rows.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { recordKey } from '../stage/record-key.ts'
import type { Session } from './session.ts'
import { toData } from './vanished-groups.ts'

type Read = (request: ReadRequest) => AsyncIterable<SourcePage>

// Twice, because rows that move between pages while they are read can be met by neither of two pages of one pass.
const PASSES = 2
const CHUNK = 500

/**
 * Finds what is gone at the source: reads every key, then hands on what is stored and was not met, as deletes. Only a
 * whole scan says anything; and when more is gone than the strategy allows, a person decides.
 *
 * | cursor     | meaning                                        |
 * |------------|------------------------------------------------|
 * | `1:…` `2:…` | first and second pass, at the source's place   |
 * | `gone:…`   | deletes handed on up to this key               |
 */
export const readScan =
  (session: Session, read: Read): Read =>
  request =>
    walk(session, read, request)

async function* walk(session: Session, read: Read, request: ReadRequest): AsyncGenerator<SourcePage, void, void> {
  const { config, claim } = session
  const [phase = '1', rest = ''] = splitCursor(request.cursor)
  if (request.cursor === null) await session.tenant(tx => beginScan(tx, claim))
  if (phase !== 'gone') {
    for (let pass = Number(phase), cursor = rest || null; pass <= PASSES; pass += 1, cursor = null) {
      for await (const page of read({ ...request, cursor, window: null, fields: config.source.key })) {
        await collect(session, page.records, pass)
        if (page.cursor !== null) yield { records: [], cursor: `${pass}:${page.cursor}` }
      }
      if (request.signal.aborted) return
      const size = await session.tenant(tx => measureScan(tx, claim))
      if (size.vanished === 0) return yield await finish(session)
      if (pass < PASSES) yield { records: [], cursor: `${pass + 1}:` }
      else await judge(session, size)
    }
    yield { records: [], cursor: 'gone:' }
  }
  yield* handOn(session, phase === 'gone' ? rest : '')
}

function splitCursor(cursor: string | null): readonly string[] {
  if (cursor === null) return []
  const at = cursor.indexOf(':')
  return [cursor.slice(0, at), cursor.slice(at + 1)]
}

async function collect(session: Session, records: readonly SourceRecord[], pass: number): Promise<void> {
  const keys = new Set<string>()
  let unreadable = 0
  for (const { data } of records) {
    // A row too large to be read still tells its key.
    const key = data === null ? null : recordKey(data, session.config.source.key)
    if (typeof key === 'string') keys.add(key)
    else unreadable += 1
  }
  await session.tenant(tx => addScanKeys(tx, session.claim, pass, [...keys], unreadable))
}

/** @throws Failure `scan.unreadable` | `scan.tooMany` and nothing is deleted */
async function judge(session: Session, { known, vanished, unreadable }: ScanSize): Promise<void> {
  const { claim, config } = session
  const plan = claim.window as RunPlan | null // written by us: Runs.request
  const maxPercent = config.source.deletes?.maxPercent ?? 0
  const isAllowed = vanished * 100 <= known * maxPercent || vanished <= (plan?.confirmed ?? 0)
  if (unreadable === 0 && isAllowed) return
  await session.tenant(tx => closeScan(tx, claim, 'blocked'))
  if (unreadable > 0)
    throw new Failure({
      code: 'scan.unreadable',
      message: `${unreadable} rows of the source have no readable key, so nobody can say what is gone. Nothing was deleted.`,
      advice: 'Mend the key of these rows at the source, then scan again.',
    })
  throw new Failure({
    code: 'scan.tooMany',
    message: `${vanished} of ${known} known records are gone at the source, more than the ${maxPercent} % that may be deleted without a person. Nothing was deleted.`,
    advice: 'Look at the source, then confirm the deletion on the strategy.',
  })
}

async function* handOn(session: Session, from: string): AsyncGenerator<SourcePage, void, void> {
  for await (const { records, after } of listVanished(session, from))
    yield { records, cursor: `gone:${after}`, request: 'keys that are not at the source any more' }
  yield await finish(session)
}

/** All that is stored, as deletes, where no scan of this run has met a key: the source is empty. */
export async function* handOnStored(session: Session): AsyncGenerator<readonly SourceRecord[], void, void> {
  for await (const { records } of listVanished(session, '')) yield records
}

async function* listVanished(session: Session, from: string) {
  await session.tenant(tx => unfoldVanished(tx, session.claim))
  for (let after = from; ; ) {
    const { rows, texts } = await session.tenant(async tx => {
      const rows = await findVanished(tx, session.claim, after, CHUNK)
      return { rows, texts: await readOriginals(tx, rows) }
    })
    const last = rows.at(-1)
    if (!last) return
    after = last.key
    const records = rows.map(
      (row): SourceRecord => ({ data: toData(session, row, texts.get(row.id)), change: 'delete' }),
    )
    yield { records, after }
  }
}

async function finish(session: Session): Promise<SourcePage> {
  await session.tenant(tx => closeScan(tx, session.claim, 'done'))
  return { records: [], cursor: null }
}
