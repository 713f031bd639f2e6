import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'
import { Failure, newId } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { cleanName } from '../../../http/open-upload.ts'
import { type FileRow, findFile, insertFile, readTenant } from './store.ts'
import type { UploadStore } from './upload-store.ts'

/** A directory the operator has opened to connectors of one tenant by its code, of all (`*`), or of the first (null). */
export interface OpenDirectory {
  readonly tenant: string | null
  readonly path: string
}

export interface TenantFilesOptions {
  readonly database: Database
  readonly uploads: UploadStore
  /** Everything else on the machine stays closed. */
  readonly openDirectories: readonly OpenDirectory[]
  /** The product's own: what it keeps of all tenants stays closed although it lies in an opened directory. */
  readonly ownDirectory: string
  readonly now: () => number
}

/** The files a connector of one tenant may touch; has the shape of the connector kit's FileStore. */
export interface TenantFiles {
  find(id: string): Promise<{ readonly path: string; readonly name: string; readonly sizeBytes: number }>
  resolveDirectory(path: string): Promise<string>
  create(
    name: string,
  ): Promise<{ readonly path: string; commit(): Promise<{ readonly id: string }>; discard(): Promise<void> }>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function createTenantFiles(tenantId: string, options: TenantFilesOptions): TenantFiles {
  const { database, uploads } = options
  return {
    async find(id) {
      const row = UUID.test(id) ? await database.withTenant(tenantId, tx => findFile(tx, id)) : undefined
      if (!row) throw missing(id)
      await requireHere(uploads, row)
      return { path: uploads.resolve(row.path), name: row.name, sizeBytes: Number(row.size_bytes) }
    },
    async resolveDirectory(path) {
      const { code, plain_names: isFirst } = await database.withTenant(tenantId, readTenant)
      const isOwn = ({ tenant }: OpenDirectory): boolean =>
        tenant === '*' || (tenant === null ? isFirst : tenant === code)
      const opened = options.openDirectories.filter(isOwn).map(each => each.path)
      return resolveDirectory(path, opened, options.ownDirectory)
    },
    async create(name) {
      const id = newId(options.now())
      const place = await uploads.reserve(tenantId, id)
      return {
        path: place.path,
        async commit() {
          const written = await place.finish()
          const file = { ...written, id, name: cleanName(name), userId: null }
          await database.withTenant(tenantId, tx => insertFile(tx, file))
          return { id }
        },
        discard: () => place.discard(),
      }
    },
  }
}

/** Machines that do not share DATA_DIR/files each have their own: said at once, before anything is read or answered. */
export async function requireHere(uploads: UploadStore, row: Pick<FileRow, 'name' | 'path'>): Promise<void> {
  if (await stat(uploads.resolve(row.path)).catch(() => null)) return
  throw new Failure({
    code: 'file.elsewhere',
    message: 'The bytes of this file are not on this machine.',
    field: 'file',
    value: row.name,
    advice:
      'Let all machines share DATA_DIR/files, or bind the strategy to a process pool whose machines hold the file; otherwise upload it again.',
  })
}

/** Compared by real paths, so that no link inside an opened directory leads out of it. */
async function resolveDirectory(
  path: string,
  openDirectories: readonly string[],
  ownDirectory: string,
): Promise<string> {
  const real = isAbsolute(path) ? await realpath(path).catch(() => null) : null
  const find = (directory: string): Promise<string | null> => realpath(directory).catch(() => null)
  const [own, ...opened] = await Promise.all([ownDirectory, ...openDirectories].map(find))
  const holds = (place: string | null | undefined): boolean =>
    typeof place === 'string' && `${real}${sep}`.startsWith(place === sep ? sep : place + sep)
  if (real !== null && opened.some(holds) && !holds(own) && (await stat(real)).isDirectory()) return real
  throw new Failure({
    code: 'file.directory',
    message: 'This directory is not open to connectors, or does not exist.',
    field: 'directory',
    value: path,
    advice: 'The operator opens directories by the setting FILE_DIRECTORIES.',
  })
}

const missing = (id: string): Failure =>
  new Failure({
    code: 'file.missing',
    message: 'The file does not exist any more.',
    field: 'file',
    value: id,
    advice: 'Upload it again and choose it in the connector.',
  })
