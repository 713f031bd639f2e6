import type { Database, Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { writeAudit } from '../../../http/write-audit.ts'
import type { PushedRow } from './read-push.ts'
import { type EndpointRow, insertPush, tally } from './store.ts'

/** Rows of one transaction. A push beyond it waits for the next. */
const MAX_ROWS = 2000

interface Job {
  readonly endpoint: EndpointRow
  readonly rows: readonly PushedRow[]
  readonly retainDays: number
  readonly ip: string
  resolve(accepted: number): void
  reject(error: unknown): void
}

interface WriterDeps {
  readonly database: Database
  readonly engine: Engine
  readonly now: () => number
}

export interface PushWriter {
  /** How many rows were new. Resolves when they are durable and a run will take them. */
  write(endpoint: EndpointRow, rows: readonly PushedRow[], retainDays: number, ip: string): Promise<number>
}

/**
 * Pushes that come while others of their strategy are being stored are stored together after them. Each transaction asks
 * for a run, and all of one strategy would wait for that one row (busy machine, 1,000 at once: 16.5 s one by one, 10.7
 * together).
 */
export function createPushWriter(deps: WriterDeps): PushWriter {
  const lines = new Map<string, Job[]>()
  const drain = async (strategyId: string, line: Job[]): Promise<void> => {
    while (line.length > 0) {
      const jobs = takeSome(line)
      try {
        const made = await store(deps, jobs)
        for (const [index, job] of jobs.entries()) job.resolve(made[index] ?? 0)
      } catch (error) {
        for (const job of jobs) job.reject(error)
      }
    }
    lines.delete(strategyId)
  }
  return {
    write: (endpoint, rows, retainDays, ip) =>
      new Promise((resolve, reject) => {
        const job = { endpoint, rows, retainDays, ip, resolve, reject }
        const line = lines.get(endpoint.strategy_id)
        if (line) return void line.push(job)
        const started = [job]
        lines.set(endpoint.strategy_id, started)
        // never rejects: each job is told
        void drain(endpoint.strategy_id, started)
      }),
  }
}

/** The first ones that agree on where they go: a strategy may have been changed meanwhile. */
function takeSome(line: Job[]): Job[] {
  const [first] = line
  let rows = 0
  const end = line.findIndex((job, index) => {
    rows += job.rows.length
    const isAlike = job.endpoint.inbox === first?.endpoint.inbox && job.retainDays === first.retainDays
    return index > 0 && !(isAlike && rows <= MAX_ROWS)
  })
  return line.splice(0, end < 0 ? line.length : end)
}

/** Rows and the wish for a run commit together. One number per job: its rows that were new. */
async function store({ database, engine, now }: WriterDeps, jobs: readonly Job[]): Promise<number[]> {
  const { endpoint, retainDays } = jobs.at(-1)! // takeSome gives one or more
  const { tenant_id: tenantId, strategy_id: strategyId, inbox, status, follows } = endpoint
  const rows = jobs.flatMap(job => job.rows)
  const isNew = await database.withTenant(tenantId, async tx => {
    const made = await insertPush(tx, inbox, rows, retainDays)
    await logHour(tx, jobs, now())
    // A run that is live may have read to its end already, so another one is wished for after it.
    if (made.includes(true) && status === 'running' && !follows)
      await engine.runs.request(tx, { tenantId, strategyId, trigger: 'push', ifLive: 'wait' })
    return made
  })
  let at = 0
  return jobs.map(job => {
    const own = isNew.slice(at, at + job.rows.length)
    at += job.rows.length
    return own.filter(Boolean).length
  })
}

const HOUR_MS = 3_600_000

/**
 * The log has one row for each hour in which a strategy was pushed to, written with the hour's first push; it tells the
 * figures of the hour before it. A row for each push would outnumber the people's a thousand times.
 */
async function logHour(tx: Tx, jobs: readonly Job[], nowMs: number): Promise<void> {
  const { endpoint, ip } = jobs[0]! // takeSome gives one or more
  const hour = new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS).toISOString()
  const rows = jobs.reduce((sum, job) => sum + job.rows.length, 0)
  const before = await tally(tx, endpoint.strategy_id, hour, jobs.length, rows)
  if (before.hour !== null && Date.parse(before.hour) === Date.parse(hour)) return
  const actor = { userId: null, username: 'push', action: 'push.receive', operation: 'import', ip, nowMs }
  await writeAudit(tx, actor, {
    objectType: 'push',
    objectId: endpoint.strategy_id,
    objectName: endpoint.name,
    after: { hour, previous: before.hour === null ? null : before },
  })
}
