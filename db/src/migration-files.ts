import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Migration {
  /** `0001-foundation` */
  readonly name: string
  readonly sql: string
  readonly path: string
  /** sha256 of the text; line ends do not count, git may change them. */
  readonly checksum: string
}

const OURS = new URL('../migrations/', import.meta.url)
const FILE = /^(\d{4}-[a-z0-9-]+)\.sql$/

/** `NNNN-name.sql` in order of their numbers. */
export function readMigrations(directory: string | URL = OURS): Migration[] {
  const path = typeof directory === 'string' ? directory : fileURLToPath(directory)
  const names = readdirSync(path).flatMap(file => FILE.exec(file)?.[1] ?? [])
  return names.sort().map(name => {
    const file = join(path, `${name}.sql`)
    const sql = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, path: file, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}
