import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type Api, type Product, startProduct } from '@sluice/e2e'
import { readCpuUs } from './cpu.ts'
import { type Figure, median } from './figure.ts'
import { readPeakMb } from './run-once.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 20_000)
const BATCH = 100
const AT_ONCE = 4

/**
 * Records that a program sends to a strategy, in batches, each answered with its receipts when it is on the disk. The strategy
 * stands still meanwhile: what is measured is the taking. There is no plain way beside it.
 */
export async function* measureGatewayStore(only: string): AsyncIterable<Figure> {
  const name = 'gateway.store'
  if (!name.startsWith(only)) return
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  try {
    const store = await publish(await product.signIn(), product, directory)
    await sendAll(RECORDS / 10, store) // what is compiled and prepared once
    const rounds: { readonly value: number; readonly node: number; readonly store: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = readCpuUs(product.pid)
      const seconds = await sendAll(RECORDS, store)
      const after = readCpuUs(product.pid)
      const each = (part: 'self' | 'below'): number => (after[part] - before[part]) / RECORDS
      rounds.push({ value: RECORDS / seconds, node: each('self'), store: each('below') })
    }
    const of = (part: 'value' | 'node' | 'store'): number => median(rounds.map(round => round[part]))
    yield {
      ...{ name, unit: 'records/s', value: of('value'), baseline: null, ratio: null, rssMb: readPeakMb(product.pid) },
      cpuUs: { node: Math.round(of('node')), store: Math.round(of('store')), far: 0 },
      note: `batches of ${BATCH}, ${AT_ONCE} at once; rounds ${rounds.map(({ value }) => Math.round(value)).join(', ')}`,
    }
  } catch (error) {
    console.error(product.output())
    throw error
  } finally {
    await product.dispose()
    await rm(directory, { recursive: true, force: true })
  }
}

type Store = (records: readonly object[]) => Promise<void>

/** Seconds of so many records. */
async function sendAll(count: number, store: Store): Promise<number> {
  let left = Math.ceil(count / BATCH)
  const run = randomBytes(4).toString('hex')
  const startedMs = performance.now()
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const batch = `${run}-${left}`
      const records = Array.from({ length: BATCH }, (_, at) => ({
        id: `${batch}-${at}`,
        amount: '12.50',
        shop: 'east',
      }))
      await store(records)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (performance.now() - startedMs) / 1000
}

/** A strategy that takes records and stands still, and an application that may send them. */
async function publish(api: Api, product: Product, directory: string): Promise<Store> {
  const far = new DatabaseSync(join(directory, 'target.db'))
  far.exec('create table orders (id text primary key, amount text, shop text)')
  far.close()
  const connect = async (platform_id: string, params: Record<string, string>): Promise<string> =>
    (await api.connector.create({ body: { platform_id, name: platform_id, params } })).content.id
  const source = { connector_id: await connect('self', {}), resource: 'passive.receive', options: { inbox: 'bench' } }
  const target = await connect('sqlite', { place: 'directory', directory, name: 'target.db' })
  const config = {
    source: { ...source, key: ['id'] },
    target: { connector_id: target, resource: 'orders' },
    mapping: { copyAll: true, fields: [] },
  }
  const { id: strategy_id } = (await api.strategy.create({ body: { name: 'bench', config } })).content
  await api.strategy.start({ params: { id: strategy_id } })
  await api.strategy.stop({ params: { id: strategy_id } })
  const scope = { strategy_id, operations: ['store' as const], fields: [], masks: {}, row_filter: [] }
  const limits = { rate_per_minute: 60_000, burst: 60_000, quota_per_day: 10_000_000, quota_per_month: null }
  const body = {
    ...{ name: 'bench', remark: '', expires_at: null, ip_allow: [], plan_id: null, concurrency: null, assets: [] },
    ...{ ...limits, scopes: [scope] },
  }
  const { app_key, app_secret } = (await api.application.create({ body })).content
  const post = (path: string, sent: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${product.url}${path}`, {
      ...{ method: 'POST', body: JSON.stringify(sent) },
      headers: { 'content-type': 'application/json', ...headers },
    })
  // The gateway hears of it a moment after it was made.
  let signedIn = await post('/v2/oauth', { app_key, app_secret })
  for (let tries = 0; !signedIn.ok && tries < 100; tries += 1) {
    await delay(100)
    signedIn = await post('/v2/oauth', { app_key, app_secret })
  }
  const { access_token } = (await signedIn.json()) as { access_token: string } // of the gateway
  return async records => {
    const path = `/v2/open-api/business/${strategy_id}/store`
    const answer = await post(path, { content: records }, { authorization: `Bearer ${access_token}` })
    const { content } = (await answer.json()) as { content: { staged?: number } } // of the gateway
    if (content.staged !== BATCH) throw new Error(`storing: ${answer.status} ${JSON.stringify(content)}`)
  }
}
