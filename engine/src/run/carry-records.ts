import {
  type Data,
  type FailureDetail,
  isData,
  parseJson,
  RecordState,
  type Retirement,
  toFailure,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { RunWindow } from '../source/window.ts'
import {
  type DueRecord,
  findTaken,
  hasDue,
  markBegun,
  type TakenRecord,
  takeDue,
  takeUnwritten,
  takeVanished,
} from '../sql/due-rows.ts'
import { findPage } from '../sql/page-rows.ts'
import { moveCounts, UNWRITTEN } from '../sql/record-rows.ts'
import { type ReplayOrders, readReplayOrders, readRetireOrders } from '../sql/replay-order-rows.ts'
import { checkpoint } from '../sql/run-rows.ts'
import { applyCorrections } from '../stage/apply-corrections.ts'
import { judgeResult, type RecordResult } from '../stage/judge-result.ts'
import { unpackRows } from '../stage/page-codec.ts'
import type { StagedRecord } from '../stage/staged-record.ts'
import { readJudgeRules } from './judge-rules.ts'
import { noteCheckpoint } from './note-checkpoint.ts'
import { unanswered } from './recover-run.ts'
import { freshenCanary } from './run-canary.ts'
import type { Session } from './session.ts'
import { settle } from './settle-page.ts'
import { type MarkBegun, mapRecords, writeRecords } from './write-records.ts'

// Each may come from a page of its own.
const CHUNK = 500

/** Records an earlier holder of this run took up and did not settle. They are in the books already. */
export async function recoverTaken(session: Session): Promise<void> {
  for (;;) {
    const begun = await session.tenant(tx => findTaken(tx, session.claim, true, CHUNK))
    if (begun.length === 0) break
    await session.fault('begun.found')
    await settleUnanswered(session, begun)
    await session.fault('begun.settled')
  }
  for (;;) {
    const taken = await session.tenant(tx => findTaken(tx, session.claim, false, CHUNK))
    if (taken.length === 0) return
    await session.fault('taken.found')
    await writeAgain(session, taken)
    await session.fault('taken.settled')
  }
}

/** Records a person put back, then those whose retry is due, each through the current mapping. */
export async function carryRecords(session: Session): Promise<void> {
  const dueAt = new Date(session.deps.now()).toISOString()
  // Most runs carry nothing, and two transactions that take nothing would delay each of their starts.
  if (!(await session.tenant(tx => hasDue(tx, session.claim, dueAt)))) return
  for (const kind of ['waiting', 'retry'] as const) {
    while (!session.control.read.signal.aborted) {
      const due = await takeChunk(session, tx => takeDue(tx, session.claim, kind, dueAt, CHUNK))
      if (due.length === 0) break
      await session.fault('carried.taken')
      await writeAgain(session, due)
      await session.fault('carried.settled')
    }
  }
}

/**
 * A person's start tries once more whatever is known not to be written, as it is stored and each once a run: whoever mended
 * the mapping, the target or its data need not name the records. What the source reads again has been tried by then.
 */
export async function carryUnwritten(session: Session): Promise<void> {
  const { claim } = session
  if (claim.trigger !== 'manual' || (claim.window as RunWindow | null)?.kind !== undefined) return // written by us
  for (const status of UNWRITTEN) {
    let after = '0'
    while (!session.control.read.signal.aborted) {
      const from = after
      const due = await takeChunk(session, tx => takeUnwritten(tx, claim, status, from, CHUNK))
      if (due.length === 0) break
      after = due.reduce((last, { id }) => (BigInt(id) > BigInt(last) ? id : last), after)
      await session.fault('carried.taken')
      await writeAgain(session, due)
      await session.fault('carried.settled')
    }
  }
}

/**
 * Documents that no row gives any more and that wait for a person: looked at by each run that reads, so that none is green
 * over them. Those that have rows again were written by now.
 */
export async function carryVanished(session: Session): Promise<void> {
  const { claim, config } = session
  if (!config.source.group) return
  let after = '0'
  while (!session.control.read.signal.aborted) {
    const from = after
    const due = await takeChunk(session, tx => takeVanished(tx, claim, from, CHUNK))
    if (due.length === 0) return
    after = due.reduce((last, { id }) => (BigInt(id) > BigInt(last) ? id : last), after)
    await session.fault('carried.taken')
    await writeAgain(session, due)
    await session.fault('carried.settled')
  }
}

async function takeChunk(session: Session, take: (tx: Tx) => Promise<TakenRecord[]>): Promise<DueRecord[]> {
  const { due, state } = await session.tenant(async tx => {
    const due = await take(tx)
    await moveCounts(tx, session.claim, countMoves(due))
    const n = due.length
    const state = await checkpoint(tx, session.claim, { delta: { carried: n, staged: n, pending: n } })
    await session.fault('carried.taking')
    return { due, state }
  })
  noteCheckpoint(session, state)
  return due
}

/** From the states they were in to queued. */
function countMoves(taken: readonly TakenRecord[]): Map<RecordState, number> {
  const moves = new Map<RecordState, number>()
  for (const { was } of taken) {
    if (was === RecordState.queued) continue
    moves.set(was, (moves.get(was) ?? 0) - 1)
    moves.set(RecordState.queued, (moves.get(RecordState.queued) ?? 0) + 1)
  }
  return moves
}

async function writeAgain(session: Session, due: readonly DueRecord[]): Promise<void> {
  const isGrouped = session.config.source.group !== undefined
  const orders = await session.tenant(async tx => ({
    ...(await readReplayOrders(tx, session.claim, due)),
    retire: isGrouped ? await readRetireOrders(tx, session.claim, due) : NO_ORDERS,
  }))
  const { records, failures } = await loadRecords(session, due, orders)
  await session.fault('carried.loaded')
  const gone = records.map((record, index): RecordResult | null => {
    const failure = failures.get(due[index]!.id) ?? (record.data === LOST ? expired : null) // a record per row
    return failure && { kind: 'sent', outcome: { kind: 'failed', failure }, tries: 1, data: null }
  })
  await freshenCanary(session)
  const mapped = await mapRecords(session, records, gone, sentBefore(due, orders))
  await session.fault('carried.mapped')
  const results = await writeRecords(session, mapped, markRecords(session, records))
  await session.fault('carried.written')
  const rules = await readJudgeRules(session, results)
  await settle(
    session,
    records,
    records.map((record, index) => judgeResult(record, results[index]!, rules)),
  ) // one each
}

/** Nobody knows whether they arrived; what is known is the version that mapped them. */
async function settleUnanswered(session: Session, due: readonly DueRecord[]): Promise<void> {
  const rules = session.judgeRules()
  const records = due.map(row => toStaged(row, LOST))
  const resultOf = ({ version }: DueRecord): RecordResult => {
    const result = { kind: 'sent', outcome: unanswered, tries: 1, data: null } as const
    return version === session.claim.version ? result : { ...result, version }
  }
  await settle(
    session,
    records,
    records.map((record, index) => judgeResult(record, resultOf(due[index]!), rules)), // a record per row
  )
}

function markRecords(session: Session, records: readonly StagedRecord[]): MarkBegun {
  return async (indexes, _results, versionOf) => {
    const keys = indexes.map(index => ({
      key: records[index]!.key, // indexes of these records
      version: versionOf(index) ?? session.claim.version,
    }))
    await session.tenant(async tx => {
      await markBegun(tx, session.claim, keys)
      await moveCounts(
        tx,
        session.claim,
        new Map([
          [5, -keys.length],
          [9, keys.length],
        ] as const),
      )
      await checkpoint(tx, session.claim, { delta: {} })
      await session.fault('carried.marking')
    })
    await session.fault('carried.marked')
  }
}

const LOST: Data = {}
const NO_ORDERS: ReadonlyMap<string, Retirement> = new Map()
const expired: FailureDetail = {
  code: 'record.expired',
  message: 'The stored page of this record has been cleaned up, so it cannot be written again.',
  retry: 'never',
  advice: 'Read it from the source again.',
}

const toStaged = (row: DueRecord, data: Data): StagedRecord => ({
  page: { id: row.page_id, at: row.page_at },
  ordinal: row.ordinal,
  key: row.key,
  hash: row.hash.toString('hex'),
  number: row.number,
  data,
  generation: row.generation,
  attempts: row.attempts,
  isKnown: true,
  held: null,
  ...(row.is_deleted ? { change: 'delete' } : {}),
})

/** What a person wants sent again as it was, by the place in the chunk. */
function sentBefore(due: readonly DueRecord[], orders: ReplayOrders): ReadonlyMap<number, Data> {
  const sent = new Map<number, Data>()
  due.forEach((row, index) => {
    const request = orders.resend.get(row.id)
    const data = request === undefined ? null : parseJson(request)
    if (isData(data)) sent.set(index, data)
  })
  return sent
}

/** One page in memory at a time; with what people corrected beside it. */
async function loadRecords(
  session: Session,
  due: readonly DueRecord[],
  orders: ReplayOrders & { readonly retire: ReadonlyMap<string, Retirement> },
): Promise<{ readonly records: StagedRecord[]; readonly failures: ReadonlyMap<string, FailureDetail> }> {
  const pages = Map.groupBy(due, row => row.page_id)
  const data = new Map<string, Data>()
  const failures = new Map<string, FailureDetail>()
  for (const [pageId, rows] of pages) {
    const stored = await session.tenant(tx =>
      findPage(tx, session.claim.tenantId, { id: pageId, at: rows[0]!.page_at }),
    ) // grouped
    if (!stored) continue
    const stock = await unpackRows(stored.body)
    for (const row of rows) {
      const value = parseJson(stock.text(row.ordinal) ?? 'null')
      if (!isData(value)) continue
      try {
        data.set(row.id, applyCorrections(value, orders.corrections.get(row.id)))
      } catch (error) {
        failures.set(row.id, toFailure(error).toDetail())
      }
    }
  }
  const records = due.map(row => {
    const order = row.is_deleted ? orders.retire.get(row.id) : undefined
    const record = toStaged(row, data.get(row.id) ?? LOST)
    return order === undefined ? record : { ...record, order }
  })
  return { records, failures }
}
