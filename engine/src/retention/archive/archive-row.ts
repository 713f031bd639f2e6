import type { createHash } from 'node:crypto'

/** One row of a source page as an archive keeps it: the evidence, and the record where it still pointed to this row. */
export interface ArchiveRow {
  readonly page_id: bigint
  /** ISO 8601 with microseconds: part of the page's key. */
  readonly page_at: string
  readonly run_id: string
  readonly version: number
  readonly settled_at: string | null
  readonly ordinal: number
  /** Of the page; on its first row only, as `raw`. */
  readonly request: string | null
  readonly raw: Uint8Array | null
  /** Lossless JSON text as staged. */
  readonly payload: string
  /** What became of it: a letter and details, as in page.result. */
  readonly result: string | null
  /** The target's last answer about it. */
  readonly response: string | null
  readonly record_id: bigint | null
  readonly key: string | null
  readonly number: string | null
  readonly status: number | null
  readonly attempts: number | null
  readonly record_version: number | null
  readonly hash: string | null
  readonly target_key: string | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly record_run_id: string | null
  readonly record_created_at: string | null
  readonly record_updated_at: string | null
}

// JSON is written as STRING: a text keeps its bytes, a JSON column would be parsed and written anew.
type ColumnType = 'STRING' | 'INT32' | 'INT64' | 'BYTE_ARRAY'

/** Order and types of the columns in the file. A column is only ever added, at the end: old archives stay readable. */
export const archiveColumns: readonly { readonly name: keyof ArchiveRow; readonly type: ColumnType }[] = [
  { name: 'page_id', type: 'INT64' },
  { name: 'page_at', type: 'STRING' },
  { name: 'run_id', type: 'STRING' },
  { name: 'version', type: 'INT32' },
  { name: 'settled_at', type: 'STRING' },
  { name: 'ordinal', type: 'INT32' },
  { name: 'request', type: 'STRING' },
  { name: 'raw', type: 'BYTE_ARRAY' },
  { name: 'payload', type: 'STRING' },
  { name: 'result', type: 'STRING' },
  { name: 'response', type: 'STRING' },
  { name: 'record_id', type: 'INT64' },
  { name: 'key', type: 'STRING' },
  { name: 'number', type: 'STRING' },
  { name: 'status', type: 'INT32' },
  { name: 'attempts', type: 'INT32' },
  { name: 'record_version', type: 'INT32' },
  { name: 'hash', type: 'STRING' },
  { name: 'target_key', type: 'STRING' },
  { name: 'error_code', type: 'STRING' },
  { name: 'error_message', type: 'STRING' },
  { name: 'record_run_id', type: 'STRING' },
  { name: 'record_created_at', type: 'STRING' },
  { name: 'record_updated_at', type: 'STRING' },
]

/** Every value of a row, in a form that tells null, "" and their neighbours apart. */
export function hashRow(hash: ReturnType<typeof createHash>, row: ArchiveRow): void {
  for (const { name } of archiveColumns) {
    const value = row[name]
    const bytes = value === null ? null : value instanceof Uint8Array ? value : Buffer.from(String(value))
    hash.update(bytes === null ? '-;' : `${bytes.length}:`)
    if (bytes) hash.update(bytes)
  }
}
