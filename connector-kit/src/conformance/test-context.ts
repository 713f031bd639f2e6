import { mkdtempSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { Failure, toJson } from '@sluice/contract'
import type { ConnectorContext, FileStore } from '../connector.ts'
import type { Egress } from '../egress.ts'
import { createEgress, type EgressPolicy } from '../guarded-egress.ts'
import type { RecordStore, StoredRecord } from '../record-store.ts'
import { createTokenCache } from '../token-cache.ts'

/** A connector's context for tests: loopback allowed, files in a temp directory, records in memory. */
export interface TestContext extends ConnectorContext {
  readonly directory: string
  /** Stores an upload and returns its id. */
  addFile(name: string, content: Uint8Array | string): Promise<string>
  /** Lets `files.resolveDirectory` accept a path. */
  allowDirectory(path: string): void
  /** Adds stored records to a strategy, or to an inbox. */
  addRecords(strategyId: string, records: readonly StoredRecord[]): void
  addInbox(inboxId: string, records: readonly StoredRecord[]): void
  /** Committed files in order, with their paths. */
  readonly created: readonly { readonly id: string; readonly name: string; readonly path: string }[]
  /** Raw sockets that `egress.dial` gave out and nobody has closed. */
  countOpenSockets(): number
  dispose(): Promise<void>
}

export interface TestContextOptions {
  /** Fixed or moving clock. Default: the real one. */
  now?(): number
  random?(): number
  /** Waits between tries. Default: really waits. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>
  /** Default: loopback on every port, and nothing else private. */
  readonly policy?: EgressPolicy
}

/**
 * A name of this machine that only the context's egress knows. Who follows a source by it for hours has every line, the
 * ones after a break too, looked up and judged there: a driver that asks the system finds nobody.
 */
export const FOLLOWED_HOST = 'followed.invalid'
export const FOLLOWED_POLICY: EgressPolicy = {
  allow: [{ host: '127.0.0.1' }],
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
}

export function createTestContext(options: TestContextOptions = {}): TestContext {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-kit-'))
  const now = options.now ?? Date.now
  const egress = createEgress(
    options.policy ?? { allow: [{ host: '127.0.0.0/8' }, { host: '::1/128' }, { host: 'localhost' }] },
  )
  const sockets = new Set<Socket>()
  const files = createFiles(directory)
  const records = createRecords()
  return {
    tenantId: '01900000-0000-7000-8000-000000000001',
    directory,
    egress: trackSockets(egress, sockets),
    files: files.store,
    records: records.store,
    now,
    random: options.random ?? Math.random,
    ...(options.sleep ? { sleep: options.sleep } : {}),
    cache: createTokenCache(now),
    addFile: files.add,
    allowDirectory: files.allow,
    created: files.created,
    addRecords: (id, list) => records.add(`strategy:${id}`, list),
    addInbox: (id, list) => records.add(`inbox:${id}`, list),
    countOpenSockets: () => [...sockets].filter(socket => !socket.destroyed).length,
    dispose: async () => {
      await egress.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function trackSockets(egress: Egress, sockets: Set<Socket>): Egress {
  return {
    fetch: (url, init) => egress.fetch(url, init),
    dial: async (host, port, options) => {
      const socket = await egress.dial(host, port, options)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
  }
}

function createFiles(directory: string) {
  const uploads = new Map<string, { path: string; name: string; sizeBytes: number }>()
  const allowed = new Set([directory])
  const created: { id: string; name: string; path: string }[] = []
  let next = 1
  const add = async (name: string, content: Uint8Array | string): Promise<string> => {
    const id = `file-${next++}`
    await mkdir(join(directory, id))
    const path = join(directory, id, basename(name))
    await writeFile(path, content)
    uploads.set(id, { path, name, sizeBytes: (await stat(path)).size })
    return id
  }
  const store: FileStore = {
    find: async id => {
      const found = uploads.get(id)
      if (!found)
        throw new Failure({ code: 'file.missing', message: `The file ${id} does not exist. Upload it again.` })
      return found
    },
    resolveDirectory: async path => {
      if (isAbsolute(path) && allowed.has(path)) return path
      throw new Failure({ code: 'file.directory', message: `The directory ${path} is not opened to tenants.` })
    },
    create: async name => createFile(directory, basename(name), next++, { uploads, created }),
  }
  return { store, add, created, allow: (path: string) => void allowed.add(path) }
}

interface FileBook {
  readonly uploads: Map<string, { path: string; name: string; sizeBytes: number }>
  readonly created: { id: string; name: string; path: string }[]
}

function createFile(directory: string, name: string, number: number, book: FileBook) {
  const id = `file-${number}`
  const path = join(directory, `${id}.part`)
  return {
    path,
    commit: async () => {
      const final = join(directory, `${id}-${name}`)
      await rename(path, final)
      book.uploads.set(id, { path: final, name, sizeBytes: (await stat(final)).size })
      book.created.push({ id, name, path: final })
      return { id }
    },
    discard: () => rm(path, { force: true }),
  }
}

function createRecords() {
  const lists = new Map<string, StoredRecord[]>()
  const settled = new Set<string>()
  const readWaiting = (id: string) =>
    (lists.get(`inbox:${id}`) ?? [])
      .map((record, index) => ({ id: String(index + 1), body: toJson(record.data) }))
      .filter(row => !settled.has(`${id}/${row.id}`))
  const read = (list: readonly StoredRecord[], cursor: string | null, limit: number) => {
    const start = cursor === null ? 0 : Number(cursor)
    const records = list.slice(start, start + limit)
    const end = start + records.length
    return { records, cursor: end < list.length ? String(end) : null }
  }
  const find = (key: string) => {
    const list = lists.get(key)
    const name = key.slice(key.indexOf(':') + 1)
    if (!list) throw new Failure({ code: 'resource.missing', message: `The strategy ${name} does not exist.` })
    return list
  }
  const store: RecordStore = {
    read: async (id, cursor, limit) => read(find(`strategy:${id}`), cursor, limit),
    readInbox: async (id, without, limit) =>
      readWaiting(id)
        .filter(row => !without.includes(row.id))
        .slice(0, limit),
    countInbox: async id => readWaiting(id).length,
    settleInbox: async (id, ids) => {
      for (const each of ids) settled.add(`${id}/${each}`)
    },
    readGroups: () => {
      throw new Error('The records of tests are not grouped: the engine does that.')
    },
    list: async () =>
      [...lists.keys()]
        .filter(key => key.startsWith('strategy:'))
        .map(key => ({ id: key.slice(9), name: key.slice(9) })),
  }
  const add = (key: string, records: readonly StoredRecord[]) => {
    lists.set(key, [...(lists.get(key) ?? []), ...records])
  }
  return { store, add }
}
