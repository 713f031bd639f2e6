import type { Database, Vault } from '@sluice/db'
import type { Logger } from 'pino'
import type { Outgoing } from '../../../http/outgoing.ts'
import { noteBeat, type SettingRow } from './setting-store.ts'

export interface BeatDeps {
  readonly database: Database
  readonly vault: Pick<Vault, 'open'>
  readonly outgoing?: Outgoing
  readonly now: () => number
  readonly log: Logger
}

export const HEARTBEAT_PLACE = 'alert-setting/heartbeat_url'

const TIMEOUT_MS = 10_000
const MINUTE_MS = 60_000

/**
 * Says to somebody outside that the rules were looked at, as often as the tenant wants. When it is not said any more,
 * that somebody raises the alarm: a product that is dead cannot.
 */
export async function beat(deps: BeatDeps, tenantId: string, setting: SettingRow): Promise<void> {
  const { heartbeat_url: sealed, heartbeat_minutes: minutes, beat_at: at } = setting
  // A little early rather than late: looks are made every half minute.
  const isDue = at === null || deps.now() - Date.parse(at) >= minutes * MINUTE_MS - MINUTE_MS / 2
  if (sealed === null || !isDue || !deps.outgoing) return
  let failure: string | null = null
  try {
    const url = await deps.vault.open(tenantId, HEARTBEAT_PLACE, sealed)
    const { status } = await deps.outgoing.fetch(url, { method: 'GET', timeoutMs: TIMEOUT_MS, maxBytes: 100_000 })
    if (status < 200 || status > 299) failure = `HTTP ${status}`
  } catch (error) {
    failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    deps.log.warn({ err: error, tenantId }, 'sending a heartbeat')
  }
  await deps.database.withTenant(tenantId, tx => noteBeat(tx, failure))
}
