import type { FoundRow, Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { isData, parseJson, toFailure, toJson, toText, type Value } from '@sluice/contract'
import { closeQuietly } from '../connection/open-connection.ts'
import { openTargetOf } from '../connection/open-sides.ts'
import { addRunLine, hasWritten } from '../sql/run-rows.ts'
import type { Session } from './session.ts'

/** Rows of the first batch that a version writes, looked at again where the target can be asked. */
export const READ_BACK_ROWS = 20
/** As much of held JSON as a target tells. */
const TOLD_CHARS = 20_000

/**
 * A database may make something else of a value than was written, and say nothing: YEAR, SET, a trigger, a rule. So the
 * first rows that a version writes are read back by key, once a version, and differences are told; such a run is not green.
 */
export async function readBack(
  session: Session,
  makeBatch: () => readonly TargetRecord[] | Promise<readonly TargetRecord[]>,
  outcomes: readonly WriteOutcome[],
): Promise<void> {
  const { target, config, readBack: state, claim, tenant } = session
  const { key, mode } = config.target
  if (state.isAsked) return
  if (mode === 'replace') {
    if (key.length > 0) await keepForSwap(session, await makeBatch(), outcomes)
    return
  }
  if (!target?.find || !target.findsAtOnce) return
  const records = pickWritten(await makeBatch(), outcomes, key)
  if (state.isAsked || records.length === 0) return // a page beside it may have asked meanwhile
  state.isAsked = true
  if (await tenant(tx => hasWritten(tx, claim))) return
  await compare(session, target, records)
}

/** A new set is there only once it was exchanged, so its first rows wait for that; of a key that comes again the last row counts. */
async function keepForSwap(
  session: Session,
  batch: readonly TargetRecord[],
  outcomes: readonly WriteOutcome[],
): Promise<void> {
  const { readBack: state, config, claim, tenant } = session
  const { key } = config.target
  if (state.forSwap !== null) {
    for (const record of batch) state.forSwap.delete(showKey(record, key))
    state.isAsked = state.forSwap.size === 0
    return
  }
  const records = pickWritten(batch, outcomes, key)
  if (records.length === 0) return
  state.forSwap = new Map(records.map(record => [showKey(record, key), record]))
  if (await tenant(tx => hasWritten(tx, claim))) state.isAsked = true
}

/** The first rows of a set that has just been exchanged, asked of what readers see now. */
export async function readBackSwapped(session: Session): Promise<void> {
  const { readBack: state, deps, claim, config } = session
  if (state.isAsked || state.forSwap === null) return
  state.isAsked = true
  const asTarget = { ...config.target, mode: 'upsert' as const }
  const opened = await openTargetOf(deps, claim.tenantId, asTarget, session.notes.of('target')).catch(() => null)
  try {
    if (opened?.target.find && opened.target.findsAtOnce)
      await compare(session, opened.target, [...state.forSwap.values()])
  } finally {
    await closeQuietly(opened ?? undefined)
  }
}

async function compare(session: Session, target: Target, records: readonly TargetRecord[]): Promise<void> {
  const { config, readBack: state, claim, tenant } = session
  try {
    const found = (await target.find?.(records, session.control.write.signal)) ?? []
    const changes = records.flatMap((record, index) => tellChange(record, found[index], config.target.key))
    state.asked = records.length
    state.changed = changes.length
    const [first] = changes
    if (first === undefined) return
    const text = `${changes.length} of ${records.length} rows were not kept as they were written. ${first}`
    const params = { changed: changes.length, asked: records.length }
    await tenant(tx => addRunLine(tx, claim, { level: 'error', text, code: 'target.changed', params }))
  } catch (error) {
    if (session.control.write.signal.aborted) return
    const text = `The rows that were written first could not be read back: ${toFailure(error).message}`
    await tenant(tx => addRunLine(tx, claim, { level: 'notice', text, code: 'target.notReadBack', params: {} }))
  }
}

/** Of those that share a key the last, which the target holds. */
function pickWritten(
  batch: readonly TargetRecord[],
  outcomes: readonly WriteOutcome[],
  key: readonly string[],
): readonly TargetRecord[] {
  const written = new Map<string, TargetRecord | null>()
  batch.forEach((record, index) => {
    const isKept = outcomes[index]?.kind === 'written' && record.change === undefined
    written.set(showKey(record, key), isKept ? record : null)
  })
  return [...written.values()].filter(record => record !== null).slice(0, READ_BACK_ROWS)
}

const showKey = ({ data }: TargetRecord, key: readonly string[]): string =>
  key.map(name => toText(data[name] ?? null)).join(', ')

function tellChange(record: TargetRecord, found: FoundRow | undefined, key: readonly string[]): string[] {
  const row = showKey(record, key)
  if (found?.kind === 'missing') return [`The row ${row} is not there.`]
  if (found?.kind !== 'different') return []
  const { held } = found
  const field = found.fields.find(name => held === undefined || !isSameJson(record.data[name], held[name] ?? null))
  if (field === undefined) return []
  const written = shorten(record.data[field] ?? null)
  return held === undefined
    ? [`The field ${field} of the row ${row} holds something else than ${written}.`]
    : [`The field ${field} of the row ${row} holds ${shorten(held[field] ?? null)} and not ${written}.`]
}

/** A database may write JSON in an order of its own; of a long one only the beginning is told. */
function isSameJson(written: Value | undefined, held: string | null): boolean {
  if (held === null || (!Array.isArray(written) && !isData(written))) return false
  if (held.length >= TOLD_CHARS) return true
  try {
    return toJson(sortNames(parseJson(held))) === toJson(sortNames(written))
  } catch {
    return false
  }
}

function sortNames(value: Value): Value {
  if (Array.isArray(value)) return value.map(sortNames)
  if (!isData(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map(name => [name, sortNames(value[name] ?? null)]))
}

const shorten = (value: Value): string => {
  const text = value === null ? 'NULL' : toText(value)
  return text.length > 80 ? `"${text.slice(0, 80)}…"` : `"${text}"`
}
