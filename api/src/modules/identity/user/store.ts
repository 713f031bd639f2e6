import type { Tx } from '@sluice/db'
import { MUST_SET_UP_TOTP } from '../../../http/must-set-up-totp.ts'

export interface ProfileRow {
  readonly id: string
  readonly username: string
  readonly nickname: string
  readonly avatar: string | null
  readonly must_change_password: boolean
  readonly must_set_up_totp: boolean
  readonly settings: Record<string, unknown>
  readonly role_id: string
  readonly role_name: string
  readonly permissions: readonly string[]
  readonly tenant_id: string
  readonly tenant_name: string
  readonly time_zone: string
}

export async function findProfile(tx: Tx, userId: string): Promise<ProfileRow | undefined> {
  const rows = await tx.query<ProfileRow>(
    `select u.id, u.username, u.nickname, u.avatar, u.must_change_password, u.settings, ${MUST_SET_UP_TOTP} as must_set_up_totp,
            r.id as role_id, r.name as role_name, r.permissions, t.id as tenant_id, t.name as tenant_name, t.time_zone
       from app_user u
       join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
       join tenant t on t.id = u.tenant_id
      where u.id = $1`,
    [userId],
  )
  return rows[0]
}

export async function saveSettings(tx: Tx, userId: string, settings: unknown): Promise<void> {
  await tx.execute('update app_user set settings = settings || $2::jsonb where id = $1', [
    userId,
    JSON.stringify(settings),
  ])
}
