import { discoveryKind, rehearsalKind, replayKind, storageKind } from '@sluice/engine'
import type { WorkKind } from '@sluice/work'
import { exportKind as tenantExportKind } from '../modules/admin/tenant-end/store.ts'
import { webhookKind } from '../modules/gateway/webhook/event-store.ts'
import { reportKind } from '../modules/insight/aggregate/store.ts'
import { alertKind } from '../modules/insight/alert/delivery-store.ts'
import { importKind } from '../modules/reconcile/bill-import/job-store.ts'
import { reconKind } from '../modules/reconcile/flow/run-store.ts'
import { periodKind } from '../modules/reconcile/period/job-store.ts'
import { exportKind } from '../modules/strategy/export-job/store.ts'

export interface WorkCase {
  readonly kind: WorkKind
  /** $1 tenant, $2 how many. */
  readonly insert: string
  /** Waiting at once, of one tenant. Default: any number */
  readonly most?: number
  /** The state of one that came to a good end. Default `done` */
  readonly ends?: string
  /** Nobody cancels them. */
  readonly isFirm?: true
}

const ID = 'gen_random_uuid()'
const MANY = 'from generate_series(1, $2::int) n'
/** Every kind of job there is, but runs, which have tests of their own: one that is added is tried like the others. */
export const cases: readonly WorkCase[] = [
  {
    kind: exportKind,
    insert: `insert into export_job (tenant_id, id, strategy_id, strategy_name, format, request, language, requested_by)
      select $1, ${ID}, ${ID}, 's', 'csv', '{}', 'en-US', ${ID} ${MANY}`,
  },
  {
    kind: reportKind,
    insert: `insert into aggregate_report (tenant_id, id, strategy_id, name, definition, owner_id, requested_by, state)
      select $1, ${ID}, ${ID}, n::text, '{}', ${ID}, ${ID}, 'queued' ${MANY}`,
  },
  {
    kind: reconKind,
    insert: `insert into recon_run (tenant_id, id, flow_id, mode) select $1, ${ID}, ${ID}, 'trial' ${MANY}`,
  },
  {
    kind: importKind,
    insert: `insert into import_job (tenant_id, id, file_id, step) select $1, ${ID}, ${ID}, 'check' ${MANY}`,
  },
  {
    kind: periodKind,
    insert: `insert into period_job (tenant_id, id, account_id, month, step)
      select $1, ${ID}, ${ID}, '2026-01-01', 'close' ${MANY}`,
  },
  {
    kind: tenantExportKind,
    insert: `insert into tenant_export (tenant_id, id, requested_by, requested_name) select $1, ${ID}, ${ID}, 'u' ${MANY}`,
    most: 1,
  },
  {
    kind: discoveryKind,
    insert: `insert into discovery (tenant_id, connector_id, env, id) select $1, ${ID}, 'prod', ${ID} ${MANY}`,
  },
  {
    kind: rehearsalKind,
    insert: `insert into rehearsal (tenant_id, id, strategy_id, base_version, revision, config, days, max_records, since)
      select $1, ${ID}, ${ID}, 1, 1, '{}', 7, 100, now() ${MANY}`,
  },
  {
    kind: replayKind,
    insert: `insert into replay_job (tenant_id, id, strategy_id, kind, selection) select $1, ${ID}, ${ID}, 'remap', '{}' ${MANY}`,
  },
  {
    kind: alertKind,
    // Of one channel they go one after the other, by their ids.
    insert: `insert into alert_delivery (tenant_id, id, channel_id, kind) select $1, ${ID}, ${ID}, 'alert' ${MANY}`,
    ends: 'sent',
    isFirm: true,
  },
  {
    kind: webhookKind,
    insert: `insert into gateway_delivery (tenant_id, id, subscription_id, event, record_id, mark, body)
      select $1, ${ID}, ${ID}, 'written', n, '', '{}' ${MANY}`,
    ends: 'sent',
    isFirm: true,
  },
  {
    kind: storageKind,
    insert: `insert into storage_job (tenant_id, id, kind, strategy_id, condition) select $1, ${ID}, 'clean', ${ID}, '{}' ${MANY}`,
  },
]
