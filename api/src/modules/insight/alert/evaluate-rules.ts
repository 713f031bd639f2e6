import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Engine, raiseNotice } from '@sluice/engine'
import { type ChannelRow, listChannels } from './channel-store.ts'
import { type DeliveryItem, insertDeliveries, type NewDelivery } from './delivery-store.ts'
import { type EventRow, keepEvents, listOpenEvents, noteTold, resolveEvents } from './event-store.ts'
import { findFiring } from './find-firing.ts'
import { manyOf, settleAlert, settleHealth, settleSystem } from './notice-store.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { listRules, listSubscriptions, type RuleRow } from './rule-store.ts'

const MINUTE_MS = 60_000
/** A rule that tells once still does not tell of what flickers each time. */
const ONCE_MINUTES = 60

/**
 * One look at one tenant, in one transaction: what is found, what is over, and the messages that follow from it exist
 * together or not at all. Whoever dies in it has sent nothing.
 */
export async function evaluateRules(tx: Tx, health: Engine['health'], nowMs: number): Promise<{ messages: number }> {
  const rules = await listRules(tx)
  const before = await listOpenEvents(tx)
  const found = await findFiring(tx, health, rules, nowMs)
  const byId = new Map(rules.map(rule => [rule.id, rule]))
  const kept = await keepEvents(
    tx,
    found.map(finding => ({
      ...finding,
      id: newId(nowMs),
      withinMinutes: byId.get(finding.ruleId)?.repeat_minutes ?? ONCE_MINUTES,
    })),
  )
  const isOn = new Set(kept.map(event => event.id))
  const over = before.filter(event => !isOn.has(event.id))
  const channels = (await listChannels(tx)).filter(channel => channel.is_enabled)
  const messages = rules.flatMap(rule => planRule(rule, { kept, over, channels }, nowMs))
  await insertDeliveries(
    tx,
    messages.flatMap(message => message.deliveries),
  )
  await noteTold(
    tx,
    messages.flatMap(message => message.told),
  )
  await resolveEvents(
    tx,
    over.map(event => event.id),
  )
  for (const event of over) await settleAlert(tx, event)
  const speaking = new Set(kept.map(event => event.rule_id))
  for (const ruleId of new Set(over.map(event => event.rule_id)))
    if (!speaking.has(ruleId)) await settleSystem(tx, manyOf(ruleId))
  return { messages: messages.reduce((sum, { deliveries }) => sum + deliveries.length, 0) }
}

interface Events {
  readonly kept: readonly EventRow[]
  readonly over: readonly EventRow[]
  readonly channels: readonly ChannelRow[]
}

interface Planned {
  readonly deliveries: readonly NewDelivery[]
  /** Events that count as told from now on. */
  readonly told: readonly string[]
}

function planRule(rule: RuleRow, { kept, over, channels }: Events, nowMs: number): Planned[] {
  if (!rule.is_enabled) return []
  const of = (ids: readonly string[]): ChannelRow[] => channels.filter(channel => ids.includes(channel.id))
  const mine = kept.filter(event => event.rule_id === rule.id)
  const fresh = mine.filter(event => event.told_at === null)
  const again = mine.filter(event => event.told > 0 && isDueAgain(rule, event, nowMs))
  const isEscalated = (event: EventRow): boolean => rule.escalate_after !== null && event.told >= rule.escalate_after
  const ended = over.filter(event => event.rule_id === rule.id && event.told > 0)
  const main = of(rule.channel_ids)
  const further = of(rule.escalate_channel_ids)
  const plan = (kind: 'alert' | 'repeat' | 'escalation' | 'recovery', events: readonly EventRow[], to: ChannelRow[]) =>
    planDeliveries({ rule, kind, items: events.map(event => toItem(event, kind, nowMs)), channels: to }, nowMs)
  // Notices of the console end by themselves.
  const answering = [...main, ...further].filter(channel => channel.kind !== 'notice')
  return [
    { deliveries: plan('alert', fresh, main), told: fresh.map(event => event.id) },
    { deliveries: plan('repeat', again, main), told: again.map(event => event.id) },
    { deliveries: plan('escalation', again.filter(isEscalated), further), told: [] },
    { deliveries: rule.tells_recovery ? plan('recovery', ended, answering) : [], told: [] },
  ]
}

const isDueAgain = ({ repeat_minutes: minutes }: RuleRow, { told_at: at }: EventRow, nowMs: number): boolean =>
  minutes !== null && at !== null && nowMs - Date.parse(at) >= minutes * MINUTE_MS

function toItem(event: EventRow, kind: string, nowMs: number): DeliveryItem {
  const { id, object_type, object_id, object_name, text, first_at } = event
  const item = { event_id: id, object_type, object_id, object_name, text }
  if (kind !== 'recovery') return item
  return { ...item, minutes: Math.max(0, Math.round((nowMs - Date.parse(first_at)) / MINUTE_MS)) }
}

/** Who subscribed to a strategy is told once when it becomes abnormal or stalled, and it is over when it no longer is. */
export async function tellSubscribers(
  tx: Tx,
  tenantId: string,
  health: Engine['health'],
  nowMs: number,
): Promise<void> {
  const wanted = await listSubscriptions(tx)
  if (wanted.length === 0) return
  const rows = await health.read(tx, DAY_MINUTES, nowMs, [...new Set(wanted.map(row => row.strategy_id))])
  for (const { id, level, reasons } of rows) {
    const reason = level === 'abnormal' || level === 'stalled' ? reasons[0] : undefined
    if (!reason) {
      await settleHealth(tx, id)
      continue
    }
    for (const { user_id: userId } of wanted.filter(row => row.strategy_id === id))
      await raiseNotice(tx, {
        tenantId,
        kind: 'strategy.health',
        objectId: id,
        userId,
        text: reason.text,
        isOnce: true,
      })
  }
}

const DAY_MINUTES = 1440
