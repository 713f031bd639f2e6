import { newId } from '@sluice/contract'
import { findInactive } from '@sluice/engine'
import type { ChannelRow } from './channel-store.ts'
import { type DeliveryItem, type DeliveryKind, type NewDelivery, recipientsOf } from './delivery-store.ts'
import type { RuleRow } from './rule-store.ts'

/** More of one kind at once become one message with the first of them. */
const MERGE_ABOVE = 10
const SHOWN = 10

/** Messages of one rule about these items, to these channels: each in one of its own, or all in one. */
export function planDeliveries(
  of: {
    readonly rule: Pick<RuleRow, 'id' | 'name' | 'is_urgent'>
    readonly kind: DeliveryKind
    readonly items: readonly DeliveryItem[]
    readonly channels: readonly ChannelRow[]
  },
  nowMs: number,
): NewDelivery[] {
  const { rule, kind, items } = of
  const bundles = items.length > MERGE_ABOVE ? [items] : items.map(item => [item])
  return of.channels.flatMap(channel =>
    bundles.flatMap(bundle =>
      recipientsOf(channel).map(recipient => ({
        id: newId(nowMs),
        channelId: channel.id,
        recipient,
        ruleId: rule.id,
        ruleName: rule.name,
        kind,
        items: bundle.slice(0, SHOWN),
        count: bundle.length,
        heldUntil: rule.is_urgent ? null : findHeldUntil(channel, nowMs),
        selfTestId: null,
      })),
    ),
  )
}

/** A message that is no alert: a test, or about the watch itself. It heeds no quiet hours. */
export const planPlain = (
  channel: ChannelRow,
  kind: 'test' | 'watch' | 'recovery',
  selfTestId: string | null,
  nowMs: number,
): NewDelivery[] =>
  recipientsOf(channel).map(recipient => ({
    id: newId(nowMs),
    channelId: channel.id,
    recipient,
    ruleId: null,
    ruleName: '',
    kind,
    items: [],
    count: 0,
    heldUntil: null,
    selfTestId,
  }))

/** When the channel's quiet hours end; null: it has none now. */
function findHeldUntil({ quiet }: ChannelRow, nowMs: number): string | null {
  if (quiet === null) return null
  const endMs = findInactive(quiet.windows, quiet.timeZone, nowMs)
  return endMs === null || endMs === nowMs ? null : new Date(endMs).toISOString()
}
