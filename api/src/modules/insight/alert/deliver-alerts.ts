import type { Tx } from '@sluice/db'
import { raiseNotice } from '@sluice/engine'
import type { Logger } from 'pino'
import { type ChannelRow, findChannel, noteChannel } from './channel-store.ts'
import { type ClaimedDelivery, claimDelivery, type DeliveryEnd, endDelivery, wasTold } from './delivery-store.ts'
import { listStillOpen } from './event-store.ts'
import { settleSystem } from './notice-store.ts'
import { type AlertSenderDeps, type SendOutcome, sendAlert } from './send-alert.ts'

export interface DeliverDeps extends AlertSenderDeps {
  readonly log: Logger
  /** Until the second try; each further pause is twice as long. Default 30 s. */
  readonly pauseMs?: number
}

const AT_ONCE = 6
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
  const work = async (): Promise<void> => {
    while (!isStopping()) {
      const claimed = await deps.database.withSystem(tx => claimDelivery(tx, null))
      if (!claimed) return
      if (await deliverOne(deps, claimed)) sent += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return sent
}

/** A claimed message to its end, whatever it is. */
async function deliverOne(deps: DeliverDeps, claimed: ClaimedDelivery): Promise<boolean> {
  const { database, log } = deps
  const { tenant_id: tenantId } = claimed
  const prepared = await database.withTenant(tenantId, async tx => {
    const channel = await findChannel(tx, claimed.channel_id)
    if (!channel?.is_enabled) return null
    if (claimed.doubts >= MAX_DOUBTS) return 'doubtful' as const
    return (await isStillWanted(tx, claimed)) ? channel : null
  })
  if (prepared === null || prepared === 'doubtful') {
    const state = prepared === null ? 'dropped' : 'unknown'
    await end(deps, claimed, { state, failure: prepared === null ? null : LOST, pauseMs: 0, isDoubt: false })
    return false
  }
  const outcome = await sendAlert(deps, tenantId, prepared, claimed).catch((error: unknown): SendOutcome => {
    log.error({ err: error, tenantId, deliveryId: claimed.id }, 'sending an alert')
    return { kind: 'later', reason: 'internal' }
  })
  await end(deps, claimed, toEnd(deps, claimed, outcome), prepared)
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
  { pauseMs: firstMs = 30_000 }: DeliverDeps,
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
  { database, log }: DeliverDeps,
  claimed: ClaimedDelivery,
  ending: DeliveryEnd,
  channel?: ChannelRow,
): Promise<void> {
  const { tenant_id: tenantId } = claimed
  await database.withTenant(tenantId, async tx => {
    await endDelivery(tx, claimed, ending)
    if (!channel) return
    await noteChannel(tx, channel.id, ending.failure)
    // An alert that nobody got is told where it can be: in the console.
    if (ending.state === 'failed' && channel.kind !== 'notice')
      await raiseNotice(tx, {
        tenantId,
        kind: 'alert.system',
        objectName: channel.name,
        cause: `channel ${channel.id}`,
        text: 'Messages to this alert channel do not arrive; look at its log.',
      })
    if (ending.state === 'sent') await settleSystem(tx, `channel ${channel.id}`)
  })
  if (ending.state === 'failed' || ending.state === 'unknown')
    log.error({ tenantId, deliveryId: claimed.id, reason: ending.failure }, 'sending an alert: given up')
}
