import type { Tx } from '@sluice/db'

export interface SettingRow {
  /** Sealed. */
  readonly heartbeat_url: string | null
  readonly heartbeat_minutes: number
  readonly beat_at: string | null
  readonly beat_failure: string | null
  readonly self_test_hour: number | null
  readonly self_test_at: string | null
  readonly self_test_id: string | null
}

const none: SettingRow = {
  heartbeat_url: null,
  heartbeat_minutes: 5,
  beat_at: null,
  beat_failure: null,
  self_test_hour: null,
  self_test_at: null,
  self_test_id: null,
}

export async function readSetting(tx: Tx): Promise<SettingRow> {
  const [row] = await tx.query<SettingRow>(
    `select heartbeat_url, heartbeat_minutes, beat_at, beat_failure, self_test_hour, self_test_at, self_test_id
       from alert_setting where tenant_id = app_tenant()`,
  )
  return row ?? none
}

export async function saveSetting(
  tx: Tx,
  row: Pick<SettingRow, 'heartbeat_url' | 'heartbeat_minutes' | 'self_test_hour'>,
): Promise<void> {
  await tx.execute(
    `insert into alert_setting (heartbeat_url, heartbeat_minutes, self_test_hour) values ($1, $2, $3)
     on conflict (tenant_id) do update set heartbeat_url = excluded.heartbeat_url, updated_at = now(),
       heartbeat_minutes = excluded.heartbeat_minutes, self_test_hour = excluded.self_test_hour`,
    [row.heartbeat_url, row.heartbeat_minutes, row.self_test_hour],
  )
}

export async function noteBeat(tx: Tx, failure: string | null): Promise<void> {
  await tx.execute(
    'update alert_setting set beat_at = clock_timestamp(), beat_failure = $1 where tenant_id = app_tenant()',
    [failure],
  )
}

/** false: another process has begun it. */
export async function beginSelfTest(tx: Tx, id: string, known: string | null): Promise<boolean> {
  const begun = await tx.execute(
    `insert into alert_setting as s (self_test_id, self_test_at) values ($1, clock_timestamp())
     on conflict (tenant_id) do update set self_test_id = excluded.self_test_id, self_test_at = excluded.self_test_at
       where s.self_test_id is not distinct from $2::uuid`,
    [id, known],
  )
  return begun > 0
}
