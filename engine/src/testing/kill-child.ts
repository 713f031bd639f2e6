import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection, Connector, ConnectorContext, SourcePage } from '@sluice/connector-kit'
import { defineManifest } from '@sluice/connector-kit'
import { newId, type Resource, toText } from '@sluice/contract'
import { openDatabase } from '@sluice/db'
import type { EngineDeps } from '../run/deps.ts'
import { createEngine } from '../run/engine.ts'

/**
 * A process of its own, to be killed: an engine between an endless-looking source and a table that counts writes. With a
 * number of rows, its target refuses every record as long as the table `door` says so.
 */
const url = process.argv[2] ?? ''
const rowsBehindDoor = process.argv[3] || undefined
/** Shown to other processes while it lives, as the product is. */
const isShown = process.argv[4] === 'shown'
/** Ends by reading the first page. */
const diesReading = process.argv[4] === 'dies'
const database = await openDatabase({ url, poolSize: 6 })

const LEASE_MS = 800
const ROWS = Number(rowsBehindDoor ?? 2000)
async function* read(cursor: string | null, pageSize: number): AsyncGenerator<SourcePage> {
  if (diesReading) process.kill(process.pid, 'SIGKILL')
  for (let start = Number(cursor ?? 0); start < ROWS; start += pageSize) {
    const ids = Array.from({ length: Math.min(pageSize, ROWS - start) }, (_, index) => start + index + 1)
    const isLast = start + pageSize >= ROWS
    yield {
      records: ids.map(id => ({ data: { id, note: `row ${id}` } })),
      cursor: isLast ? null : String(start + pageSize),
    }
  }
}

const manifest = defineManifest({
  id: 'ledger',
  name: { zh: '台账', en: 'Ledger' },
  group: 'other',
  describe: { zh: '', en: '' },
  icon: { text: 'L', color: '#000000' },
  roles: ['source', 'target'],
  params: [],
})

const toTable = (at: number): Resource => {
  const id = String(at).padStart(8, '0')
  return { id, label: id, kind: 'file', direction: 'both', fields: [], key: [] }
}

const isClosed = async (): Promise<boolean> =>
  (await database.withSystem(tx => tx.query('select from door where is_closed'))).length > 0
const refused = (id: string) =>
  ({ code: 'target.refused', message: `The period of bill B${id} is closed.`, retry: 'never' }) as const

const connection: Connection = {
  async *test() {},
  discover: async () => [],
  discoverPart: async (after, limit) => {
    const from = Number(after ?? 0)
    const resources = Array.from({ length: Math.min(limit, ROWS - from) }, (_, at) => toTable(from + at + 1))
    await wait(20)
    return { resources, next: from + limit < ROWS ? String(from + limit).padStart(8, '0') : null }
  },
  describe: () => Promise.reject(new Error('describing: not needed')),
  openSource: async () => ({ read: ({ cursor, pageSize }) => read(cursor, pageSize), close: async () => undefined }),
  openTarget: async ({ mode }) => ({
    guarantee: mode === 'insert' ? 'none' : 'upsert',
    async write(batch) {
      if (rowsBehindDoor !== undefined && (await isClosed()))
        return batch.map(({ data }) => ({ kind: 'failed', failure: refused(toText(data['id'])) }))
      await database.withSystem(tx =>
        tx.execute(
          `insert into ledger (id, writes) select x::int, 1 from unnest($1::text[]) x
           on conflict (id) do update set writes = ledger.writes + 1`,
          [batch.map(record => toText(record.data['id']))],
        ),
      )
      return batch.map(() => ({ kind: 'written' }))
    },
    close: async () => undefined,
  }),
  close: async () => undefined,
}
const connector: Connector = { manifest, open: async () => connection }

const shown: NonNullable<EngineDeps['process']> = {
  ...{ id: newId(), host: 'here', pid: process.pid, version: '0', roles: [], labels: ['default'], mode: 'work' },
  ...{ keyId: 'k', filesId: 'f', concurrency: 4 },
}

const engine = createEngine({
  ...(isShown ? { process: shown } : {}),
  database,
  connectors: [connector],
  vault: { open: async () => '' },
  makeContext: () => ({}) as ConnectorContext, // the ledger needs nothing of the world
  now: () => Date.now(),
  random: () => Math.random(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  limits: { leaseMs: LEASE_MS, beatMs: 100, pollMs: 50, smallestBlock: 2 },
})
// Wherever it is just then, the thread stands still for three leases, as it would under a body that is never through.
process.on('SIGUSR2', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * LEASE_MS))
// Who is killed keeps nothing of what it compiled, and the next would compile all of it again.
flushCompileCache()
await engine.start()
process.stdout.write('ready\n')
