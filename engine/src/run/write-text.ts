import type { RowText, TextWriter, WriteOutcome } from '@sluice/connector-kit'
import { findCopies } from '../map/index.ts'
import type { RecordResult } from '../stage/judge-result.ts'
import type { LandedPage, StagedRecord } from '../stage/staged-record.ts'
import { canaryOf } from './canary-watch.ts'
import { sharedKeyOf } from './claim-target-keys.ts'
import { cutBatches, USUAL_BATCH } from './cut-batches.ts'
import { READ_BACK_ROWS, readBack } from './read-back.ts'
import type { Session } from './session.ts'
import { mapRecords, requireHold, sendBatch, toTargetRecords } from './write-records.ts'

/** Rows of a page that can go from source to target without being looked at. */
export interface TextPage {
  readonly page: LandedPage
  readonly rows: RowText
  readonly writer: TextWriter
  /** Such pages that may be under way together, this one among them. */
  readonly atOnce: number
}

/** null where a record needs more: a mapping that changes it, an earlier try, a decision, a delete. */
export function toTextPage(session: Session, page: LandedPage): TextPage | null {
  const { rows, records } = page
  const { target } = session
  // Rows that are not looked at cannot be told apart.
  if (session.config.target.batch || sharedKeyOf(session) !== null) return null
  // Elsewhere it matters which of the rows have gone, should the answer be lost.
  if (!rows || !target?.planText || target.guarantee !== 'upsert') return null
  if (records.some(({ held, attempts, change }) => held !== null || attempts > 0 || change !== undefined)) return null
  const writer = planWriter(session, rows)
  return writer && { page, rows, writer, atOnce: page.isApart ? (session.textPlan?.atOnce ?? 1) : 1 }
}

function planWriter(session: Session, { layout }: RowText): TextWriter | null {
  const { target, textPlan, config } = session
  if (textPlan && textPlan.layout === layout && textPlan.target === target) return textPlan.writer
  const fields = findCopies(session.mapper.mapping, layout.columns)
  const writer = (fields && target?.planText?.(layout.columns, fields)) ?? null
  const isApart = config.source.key.every(name =>
    fields?.some(({ field, from }) => target?.key?.includes(field) && layout.columns[from]?.name === name),
  )
  session.textPlan = { layout, target, writer, atOnce: isApart ? (writer?.atOnce ?? 1) : 1 }
  return writer
}

const WRITTEN: WriteOutcome = { kind: 'written' }
const SENT: RecordResult = { kind: 'sent', outcome: WRITTEN, tries: 1, data: null }

/** One result per record; null where the records must be mapped and written one by one: to know what became of them, or by a canary. */
export async function writeText(session: Session, text: TextPage): Promise<(RecordResult | null)[]> {
  const { records } = text.page
  const results = records.map((): RecordResult | null => null)
  const plain: number[] = []
  records.forEach((record, place) => {
    if (!canaryOf(session.canary, record)) plain.push(place)
  })
  const { target } = session.config
  const most = session.isTextRefused ? USUAL_BATCH : records.length
  for (const places of cutBatches(plain, [], { ...target, batchSize: target.batchSize ?? most })) {
    if (await writeLines(session, text, places, results)) continue
    session.isTextRefused = true
    break
  }
  return results
}

/** false: the target refused them, or was given up. */
async function writeLines(
  session: Session,
  { page, rows, writer }: TextPage,
  places: readonly number[],
  results: (RecordResult | null)[],
): Promise<boolean> {
  const batch = places.map(place => page.records[place]!) // places of records
  const lines = rows.pick(batch.map(({ ordinal }) => ordinal))
  let isRefused = false
  const answer = await sendBatch(session, batch, (target, signal) => ({
    guarantee: target.guarantee,
    write: async () => {
      isRefused = !(await writer.write(lines, signal, () => requireHold(session)))
      return batch.map(() => WRITTEN)
    },
  }))
  if (isRefused || answer === null) return false
  if (answer.tries === 1 && answer.outcomes[0] === WRITTEN) {
    places.forEach(place => {
      results[place] = SENT
    })
    if (!session.readBack.isAsked) await readBackLines(session, batch)
  } else {
    // What was sent is evidence of a try that did not succeed at once.
    const { data } = await mapRecords(session, batch)
    batch.forEach((_, index) => {
      const outcome = answer.outcomes[index]! // one per record
      results[places[index]!] = { kind: 'sent', outcome, tries: answer.tries, data: data[index] ?? null }
    })
  }
  return true
}

/** The last rows of a batch, since no other row of it can have changed them. Nobody has looked at them yet: they are mapped now. */
async function readBackLines(session: Session, batch: readonly StagedRecord[]): Promise<void> {
  const last = batch.slice(-READ_BACK_ROWS)
  const map = async () => {
    const mapped = await mapRecords(session, last)
    const places = last.flatMap((_, index) => (mapped.data[index] ? [index] : []))
    return toTargetRecords(session, mapped, places)
  }
  await readBack(
    session,
    map,
    last.map(() => WRITTEN),
  )
}
