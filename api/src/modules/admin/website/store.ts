import type { Tx } from '@sluice/db'

export interface WebsiteRow {
  readonly host: string | null
  readonly short_name: string
  readonly record_number: string
  readonly authorized_company: string
  readonly community_url: string
  readonly privacy_url: string
  readonly terms_url: string
  readonly spreadsheet_url: string
}

const COLUMNS =
  'host, short_name, record_number, authorized_company, community_url, privacy_url, terms_url, spreadsheet_url'

/**
 * Of the tenant that owns the host that was called, else of the first tenant, who runs the installation. In a system
 * transaction: nobody is signed in yet.
 */
export async function findByHost(tx: Tx, host: string): Promise<WebsiteRow | undefined> {
  const rows = await tx.query<WebsiteRow>(
    `select ${COLUMNS} from website w
      where lower(host) = lower($1) or tenant_id = (select id from tenant order by created_at, id limit 1)
      order by (lower(host) = lower($1)) is true desc limit 1`,
    [host],
  )
  return rows[0]
}

export async function findOwn(tx: Tx): Promise<WebsiteRow | undefined> {
  return (await tx.query<WebsiteRow>(`select ${COLUMNS} from website where tenant_id = app_tenant()`))[0]
}

export async function saveOwn(tx: Tx, row: Omit<WebsiteRow, 'host'>): Promise<void> {
  await tx.execute(
    `insert into website (short_name, record_number, authorized_company, community_url, privacy_url, terms_url, spreadsheet_url)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id) do update set short_name = $1, record_number = $2, authorized_company = $3, community_url = $4,
       privacy_url = $5, terms_url = $6, spreadsheet_url = $7, updated_at = now()`,
    [
      row.short_name,
      row.record_number,
      row.authorized_company,
      row.community_url,
      row.privacy_url,
      row.terms_url,
      row.spreadsheet_url,
    ],
  )
}

/** @returns false when there is no such tenant */
export async function saveHost(tx: Tx, code: string, host: string | null): Promise<boolean> {
  const saved = await tx.execute(
    `insert into website (tenant_id, host) select id, $2 from tenant where code = $1
     on conflict (tenant_id) do update set host = excluded.host, updated_at = now()`,
    [code, host],
  )
  return saved > 0
}
