import { createHash } from 'node:crypto'
import type { Database, Tx } from '@sluice/db'
import { unpackLines, type ZipPart } from '@sluice/engine'
import type { UploadStore } from '../../connect/file/index.ts'
import { findTenant } from './store.ts'
import {
  allowPauses,
  listLeftOut,
  listSealedJson,
  listTenantParts,
  readPart,
  type TenantPart,
} from './tenant-tables.ts'

/** Where bytes of tenants lie, by the name of the folder in an export. */
export interface TenantPlaces {
  readonly files: UploadStore
  readonly archive: UploadStore
}

export interface TenantProgress {
  readonly total: number
  readonly done: number
  readonly rows: number
}

interface Entry {
  readonly file: string
  readonly table?: string
  rows?: number
  bytes: number
  sha256: string
}

/**
 * Everything of a tenant: a file of JSON lines for each table, its stored files and archives, and at last a manifest with
 * counts and hashes. Tables are as of one moment; memory does not grow with them.
 */
export async function* writeTenant(
  options: {
    readonly database: Database
    readonly tenantId: string
    readonly places: TenantPlaces
    readonly now: () => number
  },
  note: (progress: TenantProgress) => Promise<void>,
): AsyncGenerator<ZipPart> {
  const { database, tenantId, places, now } = options
  const entries: Entry[] = []
  const stored = await listStored(places, tenantId)
  const held = await holdSnapshot(database, tenantId)
  let total = stored.length
  let rows = 0
  const moveOn = async (): Promise<void> => {
    rows = entries.reduce((sum, entry) => sum + (entry.rows ?? 0), 0)
    await note({ total, done: entries.length, rows })
  }
  try {
    const tables = groupParts(await listTenantParts(held.tx))
    total += tables.length
    for (const { table, parts } of tables) {
      const entry: Entry = { file: `tables/${table}.jsonl`, table, rows: 0, bytes: 0, sha256: '' }
      yield { name: entry.file, content: measure(entry, writeTable(held.tx, table, parts, entry)) }
      entries.push(entry)
      await moveOn()
    }
    const tenant = await findTenant(held.tx)
    await held.end()
    for (const { file, content } of stored) {
      const entry: Entry = { file, bytes: 0, sha256: '' }
      yield { name: file, content: measure(entry, content()) }
      entries.push(entry)
      await moveOn()
    }
    const head = { format: 'sluice/tenant-export/1', tenant: { id: tenantId, ...tenant }, taken_at: new Date(now()) }
    const manifest = { ...head, left_out: describeLeftOut(tables.map(({ table }) => table)), entries }
    yield { name: 'manifest.json', content: [JSON.stringify(manifest, null, 2)] }
  } finally {
    await held.end()
  }
}

/** A transaction that stays open between the parts of the file. */
async function holdSnapshot(database: Database, tenantId: string): Promise<{ tx: Tx; end(): Promise<void> }> {
  const opened = Promise.withResolvers<Tx>()
  const release = Promise.withResolvers<void>()
  const whole = database.withTenant(
    tenantId,
    async tx => {
      // The disk may take its time between two statements.
      await allowPauses(tx)
      opened.resolve(tx)
      await release.promise
    },
    { isolation: 'repeatable read', readOnly: true },
  )
  whole.catch(opened.reject)
  return {
    tx: await opened.promise,
    end: () => {
      release.resolve()
      return whole
    },
  }
}

function groupParts(parts: readonly TenantPart[]): { table: string; parts: string[] }[] {
  const tables = new Map<string, string[]>([['tenant', ['tenant']]])
  for (const { table, part } of parts) tables.set(table, [...(tables.get(table) ?? []), part])
  return [...tables].map(([table, names]) => ({ table, parts: names })).sort((a, b) => (a.table < b.table ? -1 : 1))
}

async function* writeTable(tx: Tx, table: string, parts: readonly string[], entry: Entry): AsyncGenerator<string> {
  for (const part of parts)
    for await (const rows of readPart(tx, table, part)) {
      entry.rows = (entry.rows ?? 0) + rows.length
      for (const { text, body } of rows) yield `${body === undefined ? text : await addLines(text, body)}\n`
    }
}

/** The rows of a page as they were read, in `rows`; what cannot be unpacked stays as it lies there, in `body`. */
async function addLines(page: string, body: Buffer): Promise<string> {
  const open = page.slice(0, -1)
  const comma = open === '{' ? '' : ', '
  try {
    return `${open}${comma}"rows": [${(await unpackLines(body)).join(', ')}]}`
  } catch {
    return `${open}${comma}"body": ${JSON.stringify(`\\x${body.toString('hex')}`)}}`
  }
}

async function listStored(places: TenantPlaces, tenantId: string) {
  const found: { file: string; content(): AsyncIterable<Uint8Array> }[] = []
  for (const [folder, store] of Object.entries(places) as [keyof TenantPlaces, UploadStore][]) {
    for (const path of await store.listOf(tenantId))
      found.push({ file: `${folder}/${path.slice(tenantId.length + 1)}`, content: () => store.read(path) })
  }
  return found
}

async function* measure<T extends string | Uint8Array>(entry: Entry, content: AsyncIterable<T>): AsyncGenerator<T> {
  const hash = createHash('sha256')
  for await (const piece of content) {
    hash.update(piece)
    entry.bytes += Buffer.byteLength(piece)
    yield piece
  }
  entry.sha256 = hash.digest('hex')
}

const describeLeftOut = (tables: readonly string[]) =>
  tables.flatMap(table => [
    ...listLeftOut(table).map(({ column, why }) => ({ table, column, why })),
    ...listSealedJson(table).map(column => ({ table, column, why: 'sealed fields in it' })),
  ])
