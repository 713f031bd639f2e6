import type { Database } from './database.ts'
import type { Tx } from './tx.ts'
import { isSealed, type Vault } from './vault.ts'

/**
 * Moves sealed texts from retired data keys to the newest, a few at a time beside everything else, and deletes a
 * retired key once nothing is sealed by it any more.
 */
export interface Resealer {
  /** One round over all tenants that hold a retired key. Safe in several processes at once. */
  run(): Promise<Resealed>
}

export interface Resealed {
  /** Texts that are sealed by the newest key now. */
  readonly resealed: number
  /** Keys that are gone. */
  readonly deletedKeys: number
  /** Texts that could not be opened; they stay, and so does their key. */
  readonly broken: number
}

/** Where sealed texts lie. `secrets` of jsonb are its top fields. A test finds a table that is missing here. */
interface Place {
  readonly table: string
  readonly column: string
  readonly isJson: boolean
  /** Columns that tell a row, besides tenant_id. */
  readonly key: readonly string[]
  place(row: Readonly<Record<string, string>>, field: string): string
}

const connectorField = (row: Readonly<Record<string, string>>, field: string): string =>
  `connector/${row['connector_id'] ?? row['id']}/${field}`

export const sealedPlaces: readonly Place[] = [
  { table: 'connector', column: 'params', isJson: true, key: ['id'], place: connectorField },
  { table: 'connector_env', column: 'params', isJson: true, key: ['connector_id', 'env'], place: connectorField },
  {
    table: 'connector_version',
    column: 'params',
    isJson: true,
    key: ['connector_id', 'version'],
    place: connectorField,
  },
  {
    table: 'connector_grant',
    column: 'tokens',
    isJson: false,
    key: ['connector_id', 'env'],
    place: row => `connector/${row['connector_id']}/grant/${row['env']}`,
  },
  {
    table: 'adapter_token',
    column: 'sealed',
    isJson: false,
    key: ['connector_id', 'key'],
    place: row => `connector/${row['connector_id']}/adapter/${row['key']}`,
  },
  {
    table: 'grant_request',
    column: 'verifier',
    isJson: false,
    key: ['state_hash', 'connector_id'],
    place: row => `grant-request/${row['connector_id']}`,
  },
  {
    table: 'package_publisher',
    column: 'secret',
    isJson: false,
    key: ['tenant_id'],
    place: () => 'package-publisher',
  },
  {
    table: 'market_feed',
    column: 'secret',
    isJson: false,
    key: ['tenant_id'],
    place: () => 'market-feed',
  },
  {
    table: 'push_endpoint',
    column: 'secret',
    isJson: false,
    key: ['strategy_id'],
    place: row => `push/${row['strategy_id']}/secret`,
  },
  {
    table: 'gateway_secret',
    column: 'sealed',
    isJson: false,
    key: ['id', 'application_id'],
    place: row => `gateway/${row['application_id']}/secret/${row['id']}`,
  },
  {
    table: 'gateway_subscription',
    column: 'sealed',
    isJson: false,
    key: ['id'],
    place: row => `gateway/webhook/${row['id']}`,
  },
  {
    table: 'gateway_call_body',
    column: 'sealed',
    isJson: false,
    key: ['call_id'],
    place: row => `gateway/call/${row['call_id']}/body`,
  },
  { table: 'user_totp', column: 'secret', isJson: false, key: ['user_id'], place: row => `totp/${row['user_id']}` },
  {
    table: 'sso_provider',
    column: 'client_secret',
    isJson: false,
    key: ['id'],
    place: row => `sso-provider/${row['id']}/client_secret`,
  },
  {
    table: 'platform',
    column: 'app',
    isJson: true,
    key: ['id'],
    place: (row, field) => `platform/${row['id']}/app/${field}`,
  },
  {
    table: 'alert_channel',
    column: 'secrets',
    isJson: true,
    key: ['id'],
    place: (row, field) => `alert-channel/${row['id']}/${field}`,
  },
  {
    table: 'alert_setting',
    column: 'heartbeat_url',
    isJson: false,
    key: ['tenant_id'],
    place: () => 'alert-setting/heartbeat_url',
  },
]

// Whoever read a sealed text before the rotation may write it back after it: the old key outlives any such call.
const KEEP_MS = 86_400_000
const BATCH = 100

export function createResealer(database: Database, vault: Vault, now: () => number): Resealer {
  return {
    async run() {
      const total = { resealed: 0, deletedKeys: 0, broken: 0 }
      const tenants = await database.withSystem(tx =>
        tx.query<{ tenant_id: string; version: number }>(
          `select tenant_id, max(version) as version from data_key group by tenant_id
            having bool_or(retired_at is not null)`,
        ),
      )
      for (const { tenant_id: tenantId, version } of tenants) {
        let left = 0
        for (const place of sealedPlaces) {
          const done = await resealPlace(database, vault, { tenantId, version, place })
          total.resealed += done.resealed
          total.broken += done.broken
          left += done.resealed + done.broken
        }
        // Deleted only by a round that found nothing to move: whatever came meanwhile is moved first.
        if (left === 0) total.deletedKeys += await deleteRetired(database, tenantId, now() - KEEP_MS)
      }
      return total
    },
  }
}

interface Round {
  readonly tenantId: string
  readonly version: number
  readonly place: Place
}

async function resealPlace(
  database: Database,
  vault: Vault,
  round: Round,
): Promise<{ resealed: number; broken: number }> {
  const { tenantId, place } = round
  const done = { resealed: 0, broken: 0 }
  let after: readonly string[] | null = null
  for (;;) {
    const rows: Row[] = await database.withTenant(tenantId, tx => readOld(tx, round, after))
    for (const row of rows) {
      const fresh = await resealRow(vault, round, row)
      if (fresh === row.text) continue
      if (fresh === null) done.broken += 1
      // Someone saved it meanwhile, by the newest key: then there is nothing to do.
      else done.resealed += await database.withTenant(tenantId, tx => replace(tx, place, row, fresh))
    }
    if (rows.length < BATCH) return done
    after = rows.at(-1)?.key ?? null
  }
}

interface Row {
  readonly key: readonly string[]
  readonly text: string
}

/** Rows that still hold a text of an older key, in the order of their keys. */
async function readOld(tx: Tx, { version, place }: Round, after: readonly string[] | null): Promise<Row[]> {
  const keys = place.key.map(name => `${name}::text`)
  // never null: it matches a pattern
  const rows = await tx.query<{ key: string[]; text: string }>(
    `select array[${keys.join(', ')}] as key, ${place.column}::text as text from ${place.table}
      where ${place.column}::text ~ 'v1\\.[0-9]+\\.' and ${place.column}::text ~ $1
        and ($2::text[] is null or array[${keys.join(', ')}] > $2::text[])
      order by 1 limit ${BATCH}`,
    [oldPattern(version), after],
  )
  return rows
}

/** Texts of a version below the newest: v1.3. is found for 4, v1.4. is not. */
const oldPattern = (version: number): string =>
  `(^|")v1\\.(${Array.from({ length: version - 1 }, (_, index) => index + 1).join('|')})\\.`

/** The row's text itself: nothing in it is sealed by an older key after all. null: it cannot be opened. */
async function resealRow(vault: Vault, { tenantId, version, place }: Round, row: Row): Promise<string | null> {
  const columns = Object.fromEntries(place.key.map((name, at) => [name, row.key[at] ?? '']))
  const reseal = async (text: string, field: string): Promise<string> => {
    const where = place.place(columns, field)
    return vault.seal(tenantId, where, await vault.open(tenantId, where, text))
  }
  const isOld = (value: unknown): value is string =>
    typeof value === 'string' && isSealed(value) && Number(value.split('.')[1]) < version
  try {
    if (!place.isJson) return isOld(row.text) ? await reseal(row.text, '') : row.text
    // Written by the product as one object.
    const document = JSON.parse(row.text) as Record<string, unknown>
    const old = Object.entries(document).flatMap(([field, value]) => (isOld(value) ? [{ field, value }] : []))
    for (const { field, value } of old) document[field] = await reseal(value, field)
    return old.length === 0 ? row.text : JSON.stringify(document)
  } catch {
    return null
  }
}

async function replace(tx: Tx, { table, column, isJson, key }: Place, row: Row, fresh: string): Promise<number> {
  const cast = isJson ? '::jsonb' : ''
  const where = key.map((name, at) => `${name}::text = $${at + 3}`).join(' and ')
  return tx.execute(`update ${table} set ${column} = $1${cast} where ${column}::text = $2 and ${where}`, [
    fresh,
    row.text,
    ...row.key,
  ])
}

const deleteRetired = (database: Database, tenantId: string, beforeMs: number): Promise<number> =>
  database.withTenant(tenantId, tx =>
    tx.execute('delete from data_key where retired_at < $1', [new Date(beforeMs).toISOString()]),
  )
