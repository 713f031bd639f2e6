import { newId } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { listChannels } from './channel-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import { planPlain } from './plan-deliveries.ts'
import { beginSelfTest, readSetting, type SettingRow } from './setting-store.ts'

/** A message to every channel that takes part, queued and sent as alerts are. */
export async function beginTest(tx: Tx, known: string | null, nowMs: number): Promise<void> {
  const id = newId(nowMs)
  if (!(await beginSelfTest(tx, id, known))) return
  const channels = (await listChannels(tx)).filter(channel => channel.is_enabled && channel.in_self_test)
  await insertDeliveries(
    tx,
    channels.flatMap(channel => planPlain(channel, 'test', id, nowMs)),
  )
}

/** Once a day, from the tenant's hour on. */
export async function runSelfTest(
  database: Database,
  tenantId: string,
  timeZone: string,
  nowMs: number,
): Promise<void> {
  await database.withTenant(tenantId, async tx => {
    const setting = await readSetting(tx)
    if (isDue(setting, timeZone, nowMs)) await beginTest(tx, setting.self_test_id, nowMs)
  })
}

function isDue({ self_test_hour: hour, self_test_at: at }: SettingRow, timeZone: string, nowMs: number): boolean {
  if (hour === null) return false
  const today = readWall(nowMs, timeZone)
  return today.hour >= hour && (at === null || readWall(Date.parse(at), timeZone).day !== today.day)
}

function readWall(ms: number, timeZone: string): { readonly day: string; readonly hour: number } {
  // `2026-11-22 17`
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(ms)
  return { day: text.slice(0, 10), hour: Number(text.slice(-2)) }
}
