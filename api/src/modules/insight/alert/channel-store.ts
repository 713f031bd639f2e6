import type { Tx } from '@sluice/db'
import type { alertLanguages, channelKinds, QuietHours } from './contract.ts'

export type ChannelKind = (typeof channelKinds)[number]
type AlertLanguage = (typeof alertLanguages)[number]

interface ChannelSettings {
  readonly addresses?: readonly string[]
  readonly base_url?: string
  /** Of the sealed address of a webhook. */
  readonly host?: string
}

/** Each sealed. */
export interface ChannelSecrets {
  readonly token?: string
  readonly secret?: string
  readonly url?: string
}

export interface ChannelRow {
  readonly id: string
  readonly name: string
  readonly kind: ChannelKind
  readonly settings: ChannelSettings
  readonly secrets: ChannelSecrets
  readonly language: AlertLanguage
  readonly quiet: QuietHours | null
  readonly is_enabled: boolean
  readonly in_self_test: boolean
  readonly sent_at: string | null
  readonly failed_at: string | null
  readonly failure: string | null
  readonly rules: number
  readonly version: number
}

const SELECT = `select c.id, c.name, c.kind, c.settings, c.secrets, c.language, c.quiet, c.is_enabled, c.in_self_test,
       c.sent_at, c.failed_at, c.failure, c.version,
       (select count(*)::int from alert_rule r where r.tenant_id = c.tenant_id
         and (c.id = any(r.channel_ids) or c.id = any(r.escalate_channel_ids))) as rules
  from alert_channel c where c.tenant_id = app_tenant()`

export const listChannels = (tx: Tx): Promise<ChannelRow[]> => tx.query<ChannelRow>(`${SELECT} order by c.name, c.id`)

export async function findChannel(tx: Tx, id: string): Promise<ChannelRow | undefined> {
  return (await tx.query<ChannelRow>(`${SELECT} and c.id = $1`, [id]))[0]
}

export type ChannelWrite = Pick<
  ChannelRow,
  'id' | 'name' | 'settings' | 'secrets' | 'language' | 'quiet' | 'is_enabled' | 'in_self_test'
>

const valuesOf = (row: ChannelWrite): unknown[] => [
  row.id,
  row.name,
  JSON.stringify(row.settings),
  JSON.stringify(row.secrets),
  row.language,
  row.quiet && JSON.stringify(row.quiet),
  row.is_enabled,
  row.in_self_test,
]

export async function insertChannel(tx: Tx, row: ChannelWrite, kind: ChannelKind, userId: string): Promise<void> {
  await tx.execute(
    `insert into alert_channel (id, name, settings, secrets, language, quiet, is_enabled, in_self_test, kind, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [...valuesOf(row), kind, userId],
  )
}

/** How many rows it was: none when somebody saved another version meanwhile. */
export const updateChannel = (tx: Tx, row: ChannelWrite, version: number): Promise<number> =>
  tx.execute(
    `update alert_channel set name = $2, settings = $3, secrets = $4, language = $5, quiet = $6, is_enabled = $7,
            in_self_test = $8, version = version + 1, updated_at = now()
      where tenant_id = app_tenant() and id = $1 and version = $9`,
    [...valuesOf(row), version],
  )

export const deleteChannel = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from alert_channel where tenant_id = app_tenant() and id = $1', [id])

/** What the last message to it came to. */
export async function noteChannel(tx: Tx, id: string, failure: string | null): Promise<void> {
  await tx.execute(
    `update alert_channel set sent_at = case when $2::text is null then clock_timestamp() else sent_at end,
            failed_at = case when $2::text is null then failed_at else clock_timestamp() end, failure = $2
      where tenant_id = app_tenant() and id = $1`,
    [id, failure],
  )
}
