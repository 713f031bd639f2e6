import type { WriteOutcome } from '@sluice/connector-kit'
import { type FailureDetail, isData, parseJson, RecordState } from '@sluice/contract'
import { findOpenPage, type StoredPage } from '../sql/page-rows.ts'
import { findKnown, type KnownRecord } from '../sql/record-rows.ts'
import type { RecordResult } from '../stage/judge-result.ts'
import { unpackLines } from '../stage/page-codec.ts'
import { parseResultLine, type ResultDetail, type ResultLetter } from '../stage/page-result.ts'
import { identify } from '../stage/read-row.ts'
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
  for (let after = '0'; ; ) {
    const stored = await session.tenant(tx => findOpenPage(tx, session.claim, after))
    if (!stored) return
    after = stored.id
    yield await reopenPage(session, stored)
  }
}

async function reopenPage(session: Reader, stored: StoredPage): Promise<ReopenedPage> {
  const ref = { id: stored.id, at: stored.created_at }
  const [texts, lines] = await Promise.all([unpackLines(stored.body), unpackLines(stored.result ?? stored.body)])
  const results: (RecordResult | null)[] = []
  const bare: StagedRecord[] = []
  lines.forEach((line, ordinal) => {
    const { letter, detail } = parseResultLine(line)
    if (letter === 'r' || letter === 'd') return
    const data = parseJson(texts[ordinal] ?? 'null')
    const identity = isData(data) ? identify(data, Buffer.from(texts[ordinal]!), session.rules) : null // isData: there is a text
    // Staged rows were identified by these very rules when the page landed.
    if (!isData(data) || identity === null || identity instanceof Error)
      throw new Error(`reopening page ${stored.id}: row ${ordinal} is no record any more`)
    bare.push({ page: ref, ordinal, ...identity, data, attempts: 0, isKnown: true, held: null })
    results.push(restoreResult(letter, detail))
  })
  const known = await session.tenant(tx =>
    findKnown(
      tx,
      session.claim,
      bare.map(record => record.key),
    ),
  )
  const byKey = new Map(known.map(row => [row.key, row]))
  return { page: { ref, lines, records: bare.map(record => recall(record, byKey.get(record.key))) }, results }
}

function recall(record: StagedRecord, known: KnownRecord | undefined): StagedRecord {
  if (!known) return record
  if (known.hash.toString('hex') === record.hash) return { ...record, attempts: known.attempts }
  const isHeld = known.status === RecordState.ignored || known.status === RecordState.unknown
  return { ...record, held: isHeld ? known.status : null }
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
  const sent = (outcome: WriteOutcome): RecordResult => ({ kind: 'sent', outcome, tries, data: null })
  if (letter === 'b') return sent(unanswered)
  if (letter === 'u') return sent({ kind: 'unknown', failure })
  if (letter === 's') return sent({ kind: 'skipped', reason: failure.message, ...evidence })
  if (letter === 'f' || letter === 'x') return sent({ kind: 'failed', failure, ...evidence })
  if (letter !== 'w') return null
  const targetKey = detail.targetKey === undefined ? {} : { targetKey: detail.targetKey }
  return sent({ kind: 'written', ...evidence, ...targetKey })
}
