import { createHash } from 'node:crypto'
import type { Database } from '@sluice/db'
import { refuse } from './refuse.ts'

/** A bucket: `burst` tries at once, then one every `everyMs`. Kept in the database, so replicas share it. */
interface Limit {
  readonly burst: number
  readonly everyMs: number
}

export interface Throttle {
  /** Takes one try. @throws Failure `tooMany.attempts` with the time to wait */
  take(key: string, limit: Limit): Promise<void>
  /** Fills the bucket again: the right password was given. */
  reset(key: string): Promise<void>
}

/** Keys are hashed, as they hold user names and addresses. */
export function createThrottle(database: Database, now: () => number): Throttle {
  let sweptAtMs = now()
  return {
    async take(key, limit) {
      if (now() - sweptAtMs > SWEEP_MS) {
        sweptAtMs = now()
        await database.withSystem(tx => tx.execute(SWEEP, [new Date(now() - SWEEP_MS)]))
      }
      const place = hashKey(key)
      const left = await database.withSystem(async tx => {
        // Its own transaction: a try counts although what follows fails.
        const taken = await tx.query(TAKE, [place, limit.burst, limit.everyMs, new Date(now())])
        return taken.length > 0
          ? null
          : await tx.query<{ tokens: number }>(LEFT, [place, limit.burst, limit.everyMs, new Date(now())])
      })
      if (left === null) return
      const retryAfterMs = Math.ceil((1 - Number(left[0]?.tokens ?? 0)) * limit.everyMs)
      throw refuse('tooMany.attempts', { retryAfterMs, retry: 'later' })
    },
    async reset(key) {
      await database.withSystem(tx => tx.query('delete from throttle where key = $1', [hashKey(key)]))
    },
  }
}

/** A bucket untouched for so long is full again, whatever its limit. */
const SWEEP_MS = 3_600_000
const SWEEP = 'delete from throttle where updated_at < $1'

const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

const REFILLED = `least($2::float8, t.tokens + extract(epoch from ($4::timestamptz - t.updated_at)) * 1000 / $3::float8)`
const TAKE = `
  insert into throttle as t (key, tokens, updated_at) values ($1, $2::float8 - 1, $4::timestamptz)
  on conflict (key) do update set tokens = ${REFILLED} - 1, updated_at = $4::timestamptz
  where ${REFILLED} >= 1
  returning tokens`
const LEFT = `select ${REFILLED} as tokens from throttle t where key = $1`
