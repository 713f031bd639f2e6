import { type Data, isData, parseJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readMoment } from '../map/read-moment.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { compilePath } from '../stage/read-path.ts'
import { keepLook, listWatchedObjectives, listWritten, rollDays, type WatchedRow } from './objective-rows.ts'

/** A strategy that changes more between two looks has its newest changes read: pages are read whole, so these are few. */
const MOST_RECORDS = 5000
const MOST_STRATEGIES = 200
/** Transactions under way may still show changes of this long ago. */
const OVERLAP_MS = 120_000
/** Clocks of far systems are not ours. */
const AHEAD_MS = 5 * 60_000

/** What dates a look found among records. */
export interface FoundDates {
  readonly looked: number
  /** Of those not in the future. */
  readonly newestMs: number | null
  readonly unread: number
  readonly ahead: number
  /** The newest change among them. */
  readonly changedAt: string | null
}

/** Reads on in what strategies with a goal wrote since, and counts whether they are fresh. */
export async function watchObjectives(tx: Tx, nowMs: number): Promise<void> {
  await rollDays(tx, nowMs, MOST_STRATEGIES)
  for (const row of await listWatchedObjectives(tx, MOST_STRATEGIES)) await look(tx, row, nowMs)
}

async function look(tx: Tx, row: WatchedRow, nowMs: number): Promise<void> {
  const since = row.seen_at === null ? null : new Date(Date.parse(row.seen_at) - OVERLAP_MS).toISOString()
  const found = await findDates(tx, { ...row, since }, nowMs)
  const known = row.newest_at === null ? null : Date.parse(row.newest_at)
  const newestMs = found.newestMs === null ? known : Math.max(known ?? found.newestMs, found.newestMs)
  const isRunning = row.status === 'running' && newestMs !== null
  await keepLook(tx, {
    strategyId: row.strategy_id,
    newestAt: newestMs === null ? null : new Date(newestMs).toISOString(),
    seenAt: found.changedAt ?? row.seen_at,
    at: new Date(nowMs).toISOString(),
    dates: found.looked === 0 ? null : found,
    isFresh: isRunning ? nowMs - newestMs <= row.minutes * 60_000 : null,
  })
}

/** The dates that the newest changed records of a strategy hold in a field. One in the future says nothing of freshness. */
export async function findDates(
  tx: Tx,
  of: {
    readonly strategy_id: string
    readonly field: string
    readonly time_zone: string
    readonly since: string | null
  },
  nowMs: number,
): Promise<FoundDates> {
  const places = await listWritten(tx, of.strategy_id, of.since, MOST_RECORDS)
  const texts = await readOriginals(tx, places)
  const read = compilePath(of.field)
  let [newestMs, unread, ahead]: [number | null, number, number] = [null, 0, 0]
  for (const text of texts.values()) {
    const data = parseJson(text)
    const ms = isData(data) ? readMoment(read(data), of.time_zone) : null
    if (ms === null) unread += 1
    else if (ms > nowMs + AHEAD_MS) ahead += 1
    else newestMs = Math.max(newestMs ?? ms, ms)
  }
  return { looked: texts.size, newestMs, unread, ahead, changedAt: places[0]?.changed_at ?? null }
}

export interface DateField {
  readonly field: string
  /** null: all of them lie in the future. */
  readonly newestMs: number | null
  readonly ahead: number
}

/** Few records tell what a field holds. */
const MOST_TRIED = 200

/** Fields of the newest records in which every value is a date, at the top and one level below, the newest first. */
export async function findDateFields(
  tx: Tx,
  of: { readonly strategy_id: string; readonly time_zone: string },
  nowMs: number,
): Promise<DateField[]> {
  const texts = await readOriginals(tx, await listWritten(tx, of.strategy_id, null, MOST_TRIED))
  const found = new Map<string, { newestMs: number | null; ahead: number } | null>()
  for (const text of texts.values()) {
    const data = parseJson(text)
    if (!isData(data)) continue
    for (const [field, value] of listLeaves(data)) {
      if (value === null || value === '' || found.get(field) === null) continue
      const ms = readMoment(value, of.time_zone)
      const { newestMs, ahead } = found.get(field) ?? { newestMs: null, ahead: 0 }
      if (ms === null) found.set(field, null)
      else if (ms > nowMs + AHEAD_MS) found.set(field, { newestMs, ahead: ahead + 1 })
      else found.set(field, { newestMs: Math.max(newestMs ?? ms, ms), ahead })
    }
  }
  return [...found]
    .flatMap(([field, dates]) => (dates === null ? [] : [{ field, ...dates }]))
    .toSorted((a, b) => (b.newestMs ?? 0) - (a.newestMs ?? 0))
}

/** Only names that a path reads as they are. */
const NAME = /^[^.[\]]+$/

const listLeaves = (data: Data, before = ''): (readonly [string, Data[string]])[] =>
  Object.entries(data).flatMap(([name, value]) => {
    if (!NAME.test(name)) return []
    const isInner = before === '' && isData(value)
    return isInner ? listLeaves(value, `${name}.`) : [[before + name, value] as const]
  })
