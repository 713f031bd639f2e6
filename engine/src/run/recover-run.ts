import type { WriteOutcome } from '@sluice/connector-kit'
import { type Data, type Failure, type FailureDetail, isData, parseJson } from '@sluice/contract'
import { findOpenPage, type StoredPage } from '../sql/page-rows.ts'
import { findKnown, type KnownRecord } from '../sql/record-rows.ts'
import type { RecordResult } from '../stage/judge-result.ts'
import { type StoredRows, unpackLines, unpackRows } from '../stage/page-codec.ts'
import { parseResultLine, type ResultDetail, type ResultLetter } from '../stage/page-result.ts'
import { DELETED_HASH, type Identity, identify } from '../stage/read-row.ts'
import { compileIdentity } from '../stage/read-text-rows.ts'
import { changed, heldOf } from '../stage/sort-rows.ts'
import type { LandedPage, StagedRecord } from '../stage/staged-record.ts'
import type { Session } from './session.ts'

/** A page as an earlier holder left it: records, and the results that are already known. */
export interface ReopenedPage {
  readonly page: LandedPage
  /** One per record; null: to be written. */
  readonly results: readonly (RecordResult | null)[]
}

type Reader = Pick<Session, 'tenant' | 'claim' | 'rules'>

/** Pages of this run that landed and did not settle, oldest first. The caller settles each before it asks for the next. */
export async function* reopenPages(session: Reader): AsyncGenerator<ReopenedPage, void, void> {
  const newest = await findNewest(session)
  for await (const stored of walkOpen(session)) yield await reopenPage(session, stored, newest)
}

async function* walkOpen(session: Reader): AsyncGenerator<StoredPage, void, void> {
  for (let after = '0'; ; ) {
    const stored = await session.tenant(tx => findOpenPage(tx, session.claim, after))
    if (!stored) return
    after = stored.id
    yield stored
  }
}

/**
 * By key, the last open page that holds it. The dead holder may have written all of them: writing an earlier page again
 * would put an older version of a record in the place of a newer one, for as long as the newer is not taken again.
 */
async function findNewest(session: Reader): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, string>()
  for await (const stored of walkOpen(session))
    for (const { key } of (await readStaged(session, stored)).bare) newest.set(key, stored.id)
  return newest
}

const superseded: RecordResult = {
  kind: 'sent',
  outcome: { kind: 'skipped', reason: 'A newer version of this record follows in the same run.' },
  tries: 0,
  data: null,
}

interface Staged {
  readonly lines: readonly string[]
  readonly bare: readonly StagedRecord[]
  readonly results: readonly (RecordResult | null)[]
}

async function readStaged(session: Reader, stored: StoredPage): Promise<Staged> {
  const ref = { id: stored.id, at: stored.created_at }
  const [body, lines] = await Promise.all([unpackRows(stored.body), unpackLines(stored.result ?? stored.body)])
  const identifyAt = makeIdentify(body, session.rules)
  const results: (RecordResult | null)[] = []
  const bare: StagedRecord[] = []
  lines.forEach((line, ordinal) => {
    const { letter, detail } = parseResultLine(line)
    if (letter === 'r' || letter === 'd') return
    const text = body.text(ordinal) ?? 'null'
    const data = parseJson(text)
    const identity = isData(data) ? identifyAt(data, text, ordinal) : null
    // Staged rows were identified by these very rules when the page landed.
    if (!isData(data) || identity === null || identity instanceof Error)
      throw new Error(`reopening page ${stored.id}: row ${ordinal} is no record any more`)
    const change = detail.change === undefined ? {} : { hash: DELETED_HASH, change: detail.change }
    bare.push({
      page: ref,
      ordinal,
      ...identity,
      ...change,
      data,
      attempts: 0,
      isKnown: true,
      held: null,
      generation: 0,
    })
    results.push(restoreResult(letter, detail))
  })
  return { lines, bare, results }
}

async function reopenPage(
  session: Reader,
  stored: StoredPage,
  newest: ReadonlyMap<string, string>,
): Promise<ReopenedPage> {
  const { lines, bare, results } = await readStaged(session, stored)
  const known = await session.tenant(tx =>
    findKnown(
      tx,
      session.claim,
      bare.map(record => record.key),
    ),
  )
  const byKey = new Map(known.map(row => [row.key, row]))
  const ref = { id: stored.id, at: stored.created_at }
  const records = bare.map(record => recall(record, byKey.get(record.key)))
  const open = results.map((result, index) =>
    result === null && newest.get(bare[index]!.key) !== stored.id ? superseded : result,
  ) // a result per record
  return { page: { ref, lines, records }, results: open }
}

type IdentifyAt = (data: Data, text: string, ordinal: number) => Identity | Failure

/** As the rows were identified when the page landed. */
function makeIdentify({ rows }: StoredRows, rules: Reader['rules']): IdentifyAt {
  if (rows === null) return (data, text) => identify(data, Buffer.from(text), rules)
  const identifyRow = compileIdentity(rows.layout, rules)
  return (_data, _text, ordinal) => identifyRow(rows, ordinal)
}

function recall(record: StagedRecord, known: KnownRecord | undefined): StagedRecord {
  if (!known) return record
  const { attempts, generation } = known
  if (known.hash.toString('hex') === record.hash) return { ...record, attempts, generation, held: heldOf(known) }
  return { ...record, ...changed(known, heldOf(known)) }
}

const lost: FailureDetail = {
  code: 'write.unanswered',
  message: 'The process ended after the write had begun; whether it arrived is not known.',
  retry: 'never',
  advice: 'Look at the target, then confirm or reprocess the record.',
}
export const unanswered: WriteOutcome = { kind: 'unknown', failure: lost }

function restoreResult(letter: ResultLetter, detail: ResultDetail): RecordResult | null {
  const tries = detail.tries ?? 1
  const evidence = detail.response === undefined ? {} : { response: detail.response }
  const failure = detail.failure ?? lost
  const { version } = detail
  const sent = (outcome: WriteOutcome): RecordResult => ({ kind: 'sent', outcome, tries, data: null, version })
  if (letter === 'b') return sent(unanswered)
  if (letter === 'u') return sent({ kind: 'unknown', failure })
  if (letter === 's') return sent({ kind: 'skipped', reason: failure.message, ...evidence })
  if (letter === 'f' || letter === 'x') return sent({ kind: 'failed', failure, ...evidence })
  if (letter !== 'w') return null
  const targetKey = detail.targetKey === undefined ? {} : { targetKey: detail.targetKey }
  return sent({ kind: 'written', ...evidence, ...targetKey })
}
