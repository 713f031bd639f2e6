import { createHmac } from 'node:crypto'
import { Failure, newId, RecordState } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import { raiseNotice, viewNames } from '@sluice/engine'
import { type Job, JobWorker, Loop, type LoopLog } from '@sluice/work'
import type { Outgoing } from '../../../http/outgoing.ts'
import {
  type AlertChange,
  type ChangedRecord,
  type ClaimedEvent,
  findTarget,
  holdWatched,
  insertEvents,
  listAlertChanges,
  listChanged,
  listWatched,
  type NewEvent,
  noteSeen,
  noteTry,
  stopSubscription,
  tidyEvents,
  type Watched,
  webhookKind,
} from './event-store.ts'
import { placeOfWebhook } from './secret.ts'

export interface WebhookWorkerDeps {
  readonly database: Database
  readonly vault: Pick<Vault, 'open'>
  readonly outgoing: Outgoing
  readonly log: LoopLog
  readonly now: () => number
  /** Until the second try; each further pause is twice as long. Default 5 s. */
  readonly pauseMs?: number
}

export interface WebhookWorker {
  start(): Promise<void>
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Looks once for what records have become. */
  look(): Promise<void>
  /** Brings the next delivery to its end, or to its next try. @returns false: none is due */
  turn(): Promise<boolean>
}

const LOOK_MS = 1000
const SEND_MS = 500
const LANES = 4
const PAGE = 500
const TIDY_MS = 3_600_000

/** Finds events, and sends them. Each is found by one process at a time and sent by any. */
export function createWebhookWorker(deps: WebhookWorkerDeps): WebhookWorker {
  const { database, log, now } = deps
  let tidiedMs = now()
  const look = async (): Promise<void> => {
    for (const { tenant_id: tenantId, id } of await database.withSystem(listWatched)) await lookAt(deps, tenantId, id)
    if (now() - tidiedMs < TIDY_MS) return
    tidiedMs = now()
    await database.withSystem(tidyEvents)
  }
  const looking = new Loop({ name: 'looking for events of records', everyMs: LOOK_MS, log, work: look })
  const sending = new JobWorker<ClaimedEvent>({
    ...{ database, log, kind: webhookKind, doing: 'sending an event', pollMs: SEND_MS, lanes: LANES },
    run: job => deliver(deps, job),
    tell: async (tx, row) => void (await stopSubscription(tx, row.subscription_id, 'failing')),
  })
  return {
    look,
    turn: () => sending.turn(),
    async start() {
      looking.start()
      await sending.start()
    },
    async stop(options) {
      await Promise.all([looking.stop(), sending.stop(options)])
    },
  }
}

/** What became of the records since the last look. An event that was found before is not made again. */
async function lookAt({ database, now }: WebhookWorkerDeps, tenantId: string, id: string): Promise<void> {
  await database.withTenant(tenantId, async tx => {
    const watched = await holdWatched(tx, id)
    if (!watched) return
    if (watched.events.includes('alert') || watched.events.includes('recovered')) {
      const alerts = await listAlertChanges(tx, watched.strategy_id, watched.seen_at)
      const told = alerts.filter(({ event }) => watched.events.includes(event))
      if (told.length > 0)
        await insertEvents(
          tx,
          id,
          told.map(change => describeAlert(watched, change, now())),
        )
    }
    let after = { at: watched.seen_at, id: '0' }
    for (;;) {
      const rows = await listChanged(tx, watched.strategy_id, after, PAGE)
      const events = rows.flatMap(row => describeEvents(watched, row, now()))
      if (events.length > 0) await insertEvents(tx, id, events)
      const last = rows.at(-1)
      if (last === undefined) break
      after = { at: last.updated_at, id: last.id }
      if (rows.length < PAGE) break
    }
    await noteSeen(tx, id, after.at)
  })
}

/** About no record. Its sentence quotes what the target said of rows, so whoever hears of it gets the rule alone. */
function describeAlert({ strategy_id }: Watched, change: AlertChange, nowMs: number): NewEvent {
  const { id, event, at, rule, kind, first_at } = change
  const type = event === 'alert' ? 'alert.began' : 'alert.recovered'
  const data = { strategy_id, id, rule, kind, since: first_at }
  return {
    ...{ id: newId(nowMs), event, recordId: '0', mark: id },
    body: JSON.stringify({ type, timestamp: at, data }),
  }
}

const WRITTEN: readonly number[] = [RecordState.finished]
const FAILED: readonly number[] = [
  RecordState.error,
  RecordState.negativeStock,
  RecordState.masterDataError,
  RecordState.unknown,
]

/** What a record tells as it stands now, in the order in which it happened. */
function describeEvents(watched: Watched, row: ChangedRecord, nowMs: number): NewEvent[] {
  const place = `${row.page_id}:${row.ordinal}`
  const told: { readonly event: string; readonly mark: string }[] = [
    row.is_changed ? { event: 'changed', mark: place } : { event: 'created', mark: '' },
  ]
  if (WRITTEN.includes(row.status)) told.push({ event: 'written', mark: place })
  if (FAILED.includes(row.status)) told.push({ event: 'error', mark: `${place}:${row.attempts}` })
  return told
    .filter(({ event }) => watched.events.includes(event))
    .map(({ event, mark }) => ({
      ...{ id: newId(nowMs), event, recordId: row.id, mark },
      body: writeBody(watched, row, event),
    }))
}

/** Content is not sent: whoever hears of a record reads it, by the fields and masks that count then. */
function writeBody(watched: Watched, row: ChangedRecord, event: string): string {
  const { key, number, target_key } = viewNames(row, watched, watched.application_id)
  return JSON.stringify({
    type: `record.${event}`,
    timestamp: row.updated_at,
    data: {
      strategy_id: watched.strategy_id,
      id: row.id,
      key,
      number,
      status: row.status,
      target_key: event === 'written' ? target_key : null,
      // Its message quotes values of the row, the hidden ones too.
      error: event === 'error' ? { code: row.error_code } : null,
    },
  })
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 100_000
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 4 * 3_600_000
const GIVE_UP_MS = 3 * 86_400_000
const GONE = 410

interface Outcome {
  readonly status: number | null
  readonly reason: string
  readonly retryAfterMs: number
}

async function deliver(deps: WebhookWorkerDeps, job: Job<ClaimedEvent>): Promise<void> {
  const { id, tries, subscription_id: subscriptionId, begun_at: begunAt } = job.row
  const { status, reason, retryAfterMs } = await post(deps, job)
  if (status !== null && status >= 200 && status < 300) {
    const columns = { state: 'sent', failure: null }
    await job.settle({ state: 'sent', columns }, tx => noteTry(tx, id, { isSent: true, status, pauseMs: 0 }))
    return
  }
  const pause = Math.min((deps.pauseMs ?? FIRST_PAUSE_MS) * 2 ** Math.min(tries - 1, 30), MAX_PAUSE_MS)
  const pauseMs = Math.max(pause, Math.min(retryAfterMs, MAX_PAUSE_MS))
  const isOver = deps.now() + pauseMs - Date.parse(begunAt) > GIVE_UP_MS
  const columns = { state: isOver ? 'failed' : 'waiting', failure: reason }
  await job.settle(isOver ? { state: 'failed', columns } : { restMs: 0, columns }, async tx => {
    await noteTry(tx, id, { isSent: false, status, pauseMs })
    if (status !== GONE && !isOver) return
    // One that nobody answers at is not called for ever; what waits stays until a person has looked.
    const isStopped = (await stopSubscription(tx, subscriptionId, status === GONE ? 'gone' : 'failing')) > 0
    if (isStopped)
      await raiseNotice(tx, {
        ...{
          tenantId: job.row.tenant_id,
          kind: 'alert.system',
          objectName: 'webhook',
          cause: `webhook ${subscriptionId}`,
        },
        text: 'Events do not arrive at this webhook of a gateway application, and it was stopped; look at its deliveries.',
      })
  })
}

/** By the Standard Webhooks scheme: id, time and body under the subscription's secret. */
async function post({ vault, outgoing, now }: WebhookWorkerDeps, job: Job<ClaimedEvent>): Promise<Outcome> {
  const { id, tenant_id: tenantId, subscription_id: subscriptionId, body } = job.row
  const failed = (reason: string): Outcome => ({ status: null, reason, retryAfterMs: 0 })
  const target = await job.inTenant(tx => findTarget(tx, subscriptionId))
  if (!target) return failed('gone')
  const secret = await vault.open(tenantId, placeOfWebhook(subscriptionId), target.sealed)
  const timestamp = String(Math.floor(now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  try {
    const answer = await outgoing.fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    const seconds = Number(answer.headers['retry-after'])
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
    return { status: answer.status, reason: `HTTP ${answer.status}`, retryAfterMs }
  } catch (error) {
    if (error instanceof Failure) return failed(error.message.slice(0, 300))
    throw error
  }
}
