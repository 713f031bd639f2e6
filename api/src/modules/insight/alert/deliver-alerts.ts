import type { Tx } from '@sluice/db'
import { raiseNotice } from '@sluice/engine'
import { type Job, JobWorker } from '@sluice/work'
import type { Logger } from 'pino'
import { type ChannelRow, findChannel, noteChannel } from './channel-store.ts'
import { alertKind, type ClaimedDelivery, type DeliveryEnd, noteTime, wasTold } from './delivery-store.ts'
import { listStillOpen } from './event-store.ts'
import { settleSystem } from './notice-store.ts'
import { type AlertSenderDeps, type SendOutcome, sendAlert } from './send-alert.ts'

export interface DeliverDeps extends AlertSenderDeps {
  readonly log: Logger
  /** Until the second try; each further pause is twice as long. Default 30 s. */
  readonly pauseMs?: number
}

const AT_ONCE = 6
const FIRST_PAUSE_MS = 30_000
/** With the pauses between them these take about two hours. */
const MAX_TRIES = 12
/** Somebody waits for the end of a test, which says how the channel is now: with the pauses a minute and a half. */
const MAX_TEST_TRIES = 3
const MAX_PAUSE_MS = 900_000
/** Claims that ran out and answers that were lost: after the second nothing is sent again by itself. */
const MAX_DOUBTS = 2

/**
 * Sends what is due, several channels at once. A message is claimed before it is sent and ended after; whoever dies
 * between the two leaves a claim that runs out, and the message is sent once more, never a third time.
 * @returns how many were sent
 */
export async function deliverAlerts(deps: DeliverDeps, isStopping: () => boolean = () => false): Promise<number> {
  let sent = 0
  const worker = new JobWorker<ClaimedDelivery>({
    database: deps.database,
    log: deps.log,
    kind: alertKind,
    doing: 'sending alerts',
    pollMs: deps.pauseMs ?? FIRST_PAUSE_MS,
    async run(job) {
      if (await deliverOne(deps, job)) sent += 1
    },
    tell: (tx, { channel_id: id, rule_name: name }) => tellUnsent(tx, { id, name }),
  })
  const work = async (): Promise<void> => {
    while (!isStopping() && (await worker.turn()));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return sent
}

/** A claimed message to its end, whatever it is. */
async function deliverOne(deps: DeliverDeps, job: Job<ClaimedDelivery>): Promise<boolean> {
  const { log } = deps
  const claimed = job.row
  const { tenant_id: tenantId } = claimed
  const prepared = await job.inTenant(async tx => {
    const channel = await findChannel(tx, claimed.channel_id)
    if (!channel?.is_enabled) return null
    if (claimed.doubts >= MAX_DOUBTS) return 'doubtful' as const
    return (await isStillWanted(tx, claimed)) ? channel : null
  })
  if (prepared === null || prepared === 'doubtful') {
    const state = prepared === null ? 'dropped' : 'unknown'
    await end(deps, job, { state, failure: prepared === null ? null : LOST, pauseMs: 0, isDoubt: false })
    return false
  }
  const outcome = await sendAlert(deps, tenantId, prepared, claimed).catch((error: unknown): SendOutcome => {
    log.error({ err: error, tenantId, deliveryId: claimed.id }, 'sending an alert')
    return { kind: 'later', reason: 'internal' }
  })
  await end(deps, job, toEnd(deps, claimed, outcome), prepared)
  return outcome.kind === 'sent'
}

const LOST = 'The process ended while it was sending, so it may have arrived.'

/**
 * What quiet hours held and what is over by now is not told any more; a recovery is for those who were told. Everything
 * else is sent, late or not.
 */
async function isStillWanted(
  tx: Tx,
  { items, kind, is_held: isHeld, channel_id: channelId }: ClaimedDelivery,
): Promise<boolean> {
  if (items.length === 0) return true
  const ids = items.map(item => item.event_id)
  if (kind === 'recovery') return wasTold(tx, channelId, ids)
  return !isHeld || (await listStillOpen(tx, ids)).size > 0
}

function toEnd(
  { pauseMs: firstMs = FIRST_PAUSE_MS }: DeliverDeps,
  claimed: ClaimedDelivery,
  outcome: SendOutcome,
): DeliveryEnd {
  if (outcome.kind === 'sent') return { state: 'sent', failure: null, pauseMs: 0, isDoubt: false }
  const { reason, retryAfterMs = 0 } = outcome
  const isDoubt = outcome.kind === 'unknown'
  const ended = { failure: reason, pauseMs: 0, isDoubt }
  if (isDoubt && claimed.doubts + 1 >= MAX_DOUBTS) return { ...ended, state: 'unknown' }
  if (outcome.kind === 'refused' || claimed.tries >= (claimed.kind === 'test' ? MAX_TEST_TRIES : MAX_TRIES))
    return { ...ended, state: 'failed' }
  const pauseMs = Math.min(firstMs * 2 ** (claimed.tries - 1), MAX_PAUSE_MS)
  return { ...ended, state: 'waiting', pauseMs: Math.max(pauseMs, Math.min(retryAfterMs, MAX_PAUSE_MS)) }
}

async function end(
  { log }: DeliverDeps,
  job: Job<ClaimedDelivery>,
  ending: DeliveryEnd,
  channel?: ChannelRow,
): Promise<void> {
  const { tenant_id: tenantId, id, doubts } = job.row
  const { state, failure, isDoubt } = ending
  const columns = { state, failure, doubts: doubts + (isDoubt ? 1 : 0) }
  await job.settle(state === 'waiting' ? { restMs: 0, columns } : { state, columns }, async tx => {
    await noteTime(tx, id, ending)
    if (!channel) return
    await noteChannel(tx, channel.id, failure)
    if (state === 'failed' && channel.kind !== 'notice') await tellUnsent(tx, channel)
    if (state === 'sent') await settleSystem(tx, `channel ${channel.id}`)
  })
  if (state === 'failed' || state === 'unknown')
    log.error({ tenantId, deliveryId: id, reason: failure }, 'sending an alert: given up')
}

/** An alert that nobody got is told where it can be: in the console. */
const tellUnsent = (tx: Tx, { id, name }: Pick<ChannelRow, 'id' | 'name'>): Promise<void> =>
  raiseNotice(tx, {
    tenantId: tx.tenantId!, // of a tenant
    kind: 'alert.system',
    objectName: name,
    cause: `channel ${id}`,
    text: 'Messages to this alert channel do not arrive; look at its log.',
  })
