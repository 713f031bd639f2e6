import type { AccountVerdict } from '@sluice/connector-kit'
import type { Database, Tx } from '@sluice/db'
import type { AccountPlace } from '../sql/account-rows.ts'

/** Counts calls to far systems by minute and adds them up in the database now and then. */
export interface CallBook {
  /** The same call, counted. */
  count<T>(place: AccountPlace, work: () => Promise<T>, judge?: (answer: T) => AccountVerdict): () => Promise<T>
  /** Writes what is counted. What cannot be written is dropped: figures for people, not evidence. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Minute {
  readonly place: AccountPlace
  readonly minute: string
  calls: number
  failures: number
  /** Bucket n: up to 2^(n/2) ms. */
  readonly latency: number[]
}

const BUCKETS = 40
const FLUSH_MS = 10_000

export function createCallBook(database: Database, now: () => number): CallBook {
  let open = new Map<string, Minute>()
  let timer: NodeJS.Timeout | undefined
  const note = (place: AccountPlace, elapsedMs: number, isFailure: boolean): void => {
    const minute = new Date(Math.floor(now() / 60_000) * 60_000).toISOString()
    const key = `${place.tenantId}/${place.connectorId}/${minute}`
    const entry = open.get(key) ?? { place, minute, calls: 0, failures: 0, latency: new Array<number>(BUCKETS).fill(0) }
    open.set(key, entry)
    entry.calls += 1
    if (isFailure) entry.failures += 1
    const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.ceil(2 * Math.log2(Math.max(1, elapsedMs)))))
    entry.latency[bucket] = (entry.latency[bucket] ?? 0) + 1
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const written = [...open.values()]
    open = new Map()
    for (const entry of written) await write(database, entry).catch(() => undefined)
  }
  return {
    count: (place, work, judge) => async () => {
      const startMs = performance.now()
      try {
        const answer = await work()
        note(place, performance.now() - startMs, judge ? !judge(answer).isUp : false)
        return answer
      } catch (error) {
        note(place, performance.now() - startMs, true)
        throw error
      }
    },
    flush,
    stop: flush,
  }
}

/** Processes count the same minute side by side: numbers are added, bucket by bucket. */
const write = (database: Database, { place, minute, calls, failures, latency }: Minute): Promise<number> =>
  database.withTenant(place.tenantId, tx =>
    tx.execute(
      `insert into connector_call as c (tenant_id, connector_id, minute, calls, failures, latency)
       select $1, $2, $3, $4, $5, $6::int[] where exists (select 1 from connector where tenant_id = $1 and id = $2)
       on conflict (tenant_id, connector_id, minute) do update set calls = c.calls + excluded.calls,
         failures = c.failures + excluded.failures,
         latency = array(select a + b from unnest(c.latency, excluded.latency) as t(a, b))`,
      [place.tenantId, place.connectorId, minute, calls, failures, latency],
    ),
  )

/** Statistics reach back seven days. */
export const tidyCalls = (tx: Tx): Promise<number> =>
  tx.execute(`delete from connector_call where minute < now() - interval '8 days'`)
