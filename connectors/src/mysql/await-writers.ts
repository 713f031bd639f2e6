import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from './session.ts'

/** Transactions under way are waited for this long; then a time is taken back to before the oldest of them. */
const PATIENCE_MS = 3000
/** The server answers from what it gathered up to 100 ms ago, for whomever. */
const STALE_MS = 120

/** A load that goes on for longer, perhaps into another table, holds nobody up; its rows are for the look-back. */
const LONGEST_MINUTES = 15

// The account needs the right PROCESS; which tables they have written the server does not say.
const WRITERS = `select cast(trx_id as char), cast(convert_tz(trx_started, 'SYSTEM', @@time_zone) as char)
  from information_schema.innodb_trx where trx_rows_modified > 0
    and trx_started > convert_tz(now(), @@time_zone, 'SYSTEM') - interval ${LONGEST_MINUTES} minute`

/**
 * A row that is written but not committed has its time or its number already, and is not seen yet: with the plain maximum
 * as the upper bound of an increment, a commit that appears late lies below the next window and is missed. So those who
 * were writing when the maximum was read are waited for. @returns when the oldest of those began that write on, null when
 * there are none or the server does not tell
 */
export async function awaitWriters(session: Session): Promise<string | null> {
  if ((await findWriters(session)) === null) return null
  await wait(STALE_MS)
  const first = (await findWriters(session)) ?? new Map<string, string>()
  if (first.size === 0) return null
  const deadline = performance.now() + PATIENCE_MS
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    await wait(pauseMs)
    const now = await findWriters(session)
    const left = [...first].filter(([id]) => now?.has(id)).map(([, began]) => began)
    if (left.length === 0) return null
    if (performance.now() >= deadline) return left.toSorted()[0] ?? null
  }
}

/** When each transaction began that has written, by its number; null without the right to know. */
async function findWriters(session: Session): Promise<ReadonlyMap<string, string> | null> {
  const rows = await session.query(WRITERS).catch((error: unknown) => {
    if (session.isBroken) throw error
    return null
  })
  return rows && new Map(rows.map(([id, began]) => [String(id), String(began)]))
}
