import type { Tx } from '@sluice/db'

export interface FileRow {
  readonly id: string
  readonly name: string
  readonly size_bytes: string
  readonly sha256: Buffer
  /** Relative to the upload store. */
  readonly path: string
  readonly created_at: string
  readonly total: string
}

const SELECT = 'select id, name, size_bytes, sha256, path, created_at, count(*) over () as total from file'

export async function findFile(tx: Tx, id: string): Promise<FileRow | undefined> {
  return (await tx.query<FileRow>(`${SELECT} where id = $1`, [id]))[0]
}

export const searchFiles = (tx: Tx, pattern: string | null, limit: number, offset: number): Promise<FileRow[]> =>
  tx.query<FileRow>(
    `${SELECT} where $1::text is null or name ilike $1 order by created_at desc, id desc limit $2 offset $3`,
    [pattern, limit, offset],
  )

export interface NewFile {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly path: string
  readonly userId: string | null
}

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.execute(
    'insert into file (id, name, size_bytes, sha256, path, created_by) values ($1, $2, $3, $4, $5, $6)',
    [file.id, file.name, file.sizeBytes, file.sha256, file.path, file.userId],
  )
}

/** Names of the connectors and strategies whose saved settings hold the file's id. */
export async function listFileUses(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select name from connector where strpos(params::text, $1) > 0
     union all
     select s.name from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      where strpos(v.config::text, $1) > 0
      limit 20`,
    [id],
  )
  return rows.map(row => row.name)
}

export const deleteFile = (tx: Tx, id: string): Promise<number> => tx.execute('delete from file where id = $1', [id])

/** The caller's: by what the operator names it, and whether the installation began with it. */
export async function readTenant(tx: Tx): Promise<{ readonly code: string; readonly plain_names: boolean }> {
  const rows = await tx.query<{ code: string; plain_names: boolean }>(
    'select code, plain_names from tenant where id = app_tenant()',
  )
  return rows[0]! // the caller's own tenant
}
