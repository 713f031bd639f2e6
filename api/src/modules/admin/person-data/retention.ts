import type { Tx } from '@sluice/db'
import { defaultRetention, minimumDays } from '@sluice/engine'
import type { Retention } from './contract.ts'
import { findOwnRule } from './store.ts'

const STORAGE = '/resources/mongodb'
const EXPORT_DAYS = 7
const SESSION_DAYS = 7
const ALERT_DAYS = 90
const LOG_LEAST_DAYS = 180

const fixed = (kind: Retention['kind'], days: number | null, path: string | null): Retention => ({
  kind,
  days,
  least_days: null,
  said_by: 'fixed',
  path,
})

/** How long each kind of data is kept now, and by what. Rules of single strategies stand on the screen that is named. */
export async function listRetention(tx: Tx): Promise<Retention[]> {
  const rule = await findOwnRule(tx)
  const say = (kind: Retention['kind'], own: number | null | undefined, usual: number, least: number): Retention => {
    const days = own ?? usual
    const saidBy = own === null || own === undefined ? 'default' : 'tenant'
    return { kind, days: days === 0 ? null : days, least_days: least, said_by: saidBy, path: STORAGE }
  }
  return [
    say('pages', rule?.finished_days, defaultRetention.finishedDays, minimumDays.finishedDays),
    say('errors', rule?.error_days, defaultRetention.errorDays, minimumDays.errorDays),
    say('replaced', rule?.replaced_days, defaultRetention.replacedDays, minimumDays.replacedDays),
    say('run_log', rule?.log_days, defaultRetention.logDays, minimumDays.logDays),
    say('runs', rule?.run_days, defaultRetention.runDays, minimumDays.runDays),
    fixed('records', null, STORAGE),
    { ...fixed('operation_log', null, '/system/log'), least_days: LOG_LEAST_DAYS },
    fixed('sessions', SESSION_DAYS, '/account/settings/security'),
    fixed('exports', EXPORT_DAYS, '/strategy/export/job'),
    fixed('tenant_exports', EXPORT_DAYS, '/system/tenant'),
    fixed('alerts', ALERT_DAYS, '/strategy/health'),
    fixed('assistant', null, '/account/assistant'),
    fixed('files', null, null),
    fixed('people', null, '/system/user'),
  ]
}
