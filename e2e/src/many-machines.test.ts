import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Sandbox, startSandbox } from '@sluice/sandbox'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, masterKey, startCluster, startWorker, type WorkerProcess } from './machines/cluster.ts'
import { createBills, createLoad, prepareFar, watchClaims } from './machines/load.ts'
import { canMakeNetwork, forward, makeNetwork, type Network } from './machines/network.ts'
import { type Api, type Product, startProduct } from './product.ts'

// MACHINE_ROUNDS=20 hurts the workers twenty times over.
const ROUNDS = Number(process.env['MACHINE_ROUNDS'] ?? 1)
const MACHINES = 4
const TABLES = 5
const ROWS = 3000
const LEASE_MS = 6000

const isPossible = canMakeNetwork()

let network: Network
let cluster: Cluster
// Of its own: connectors never reach the server that holds the store.
let farCluster: Cluster
let sandbox: Sandbox
let forwards: Server[] = []
let product: Product
let api: Api
let directory: string
let far: pg.Client
let store: pg.Client
const workers: (WorkerProcess | null)[] = []

const startMachine = async (index: number): Promise<void> => {
  workers[index] = await startWorker({
    databaseUrl: cluster.url('store'),
    dataDir: join(directory, `machine-${index}`),
    enter: network.enter(index),
    env: { LEASE_MS: String(LEASE_MS), CONCURRENCY: '16', POOL: `m${index},default` },
  })
}

beforeAll(async () => {
  if (!isPossible) return
  directory = await mkdtemp(join(tmpdir(), 'sluice-machines-'))
  network = makeNetwork()
  cluster = await startCluster(network.address, network.subnet)
  farCluster = await startCluster(network.besides, network.subnet)
  sandbox = await startSandbox({ orders: 400, faults: { erp: { slow: 0.3 } } })
  forwards = await Promise.all(
    [sandbox.shop.url, sandbox.erp.url].map(url => forward(network.address, Number(new URL(url).port))),
  )
  far = await farCluster.connect('far')
  await prepareFar(far, TABLES, ROWS, 150)
  const env = {
    DATABASE_URL: cluster.url('store'),
    MASTER_KEY: masterKey,
    ROLE: 'api,scheduler',
    LEASE_MS: String(LEASE_MS),
    // On a machine of its own: what listens where the store does is closed to it.
    HOST: network.add(MACHINES),
    EGRESS_ALLOW: 'private',
  }
  product = await startProduct({ env, enter: network.enter(MACHINES) })
  api = await product.signIn()
  store = await cluster.connect('store')
  await watchClaims(store)
  for (let index = 0; index < MACHINES; index += 1) network.add(index)
  await Promise.all([0, 1, 2, 3].map(startMachine))
})
afterAll(async () => {
  if (!isPossible) return
  for (const worker of workers) worker?.signal('SIGCONT')
  await Promise.all(workers.map(worker => worker?.kill()))
  await product?.dispose()
  await Promise.all([far?.end(), store?.end()])
  await cluster?.stop()
  await farCluster?.stop()
  for (const server of forwards) server.close()
  await sandbox?.stop()
  network?.remove()
  await rm(directory, { recursive: true, force: true })
})

test.skipIf(!isPossible && !process.env['CI'])(
  `${isPossible ? '' : '(network namespaces cannot be made here) '}four machines, one killed, one frozen past its lease, one cut off (${ROUNDS} ×): nothing lost, nothing doubled, nothing written by who had lost a run`,
  { timeout: 120_000 + ROUNDS * 60_000 },
  async () => {
    const tables = await createLoad(api, farCluster.url('far'), TABLES)
    const strategies = [...tables, await createBills(api, sandbox, network.address)]
    // Started, so that records that wait for another try get it by themselves.
    for (const id of strategies) await api.strategy.start({ params: { id } })
    const pools = await createPools()
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await renewRows()
      await spread(strategies, pools)
      await hurt()
      await waitForRuns()
    }
    await expectTargetsEqualSources()
    await expectEffectsOfHoldersOnly()
    const ledger = sandbox.erp.ledger()
    const refused = new Set(sandbox.shop.flawed)
    const orders = sandbox.shop.orders.map(order => order.no).filter(number => !refused.has(number))
    expect(ledger.map(bill => bill.number).sort()).toEqual(orders.sort())
    expect(ledger.filter(bill => bill.accepted !== 1)).toEqual([])
    const { content: runs } = await api.run.list({ query: { pageSize: 500 } })
    expect(runs.filter(run => run.imbalance !== null || run.state === 'failed')).toEqual([])
  },
)

/** A pool for each machine; all of them serve the default pool too. */
const createPools = (): Promise<string[]> =>
  Promise.all(
    Array.from({ length: MACHINES }, async (_, index) => {
      const { content } = await api.process.create({ body: { name: `machine ${index}`, label: `m${index}` } })
      return content.id
    }),
  )

/** Every machine takes runs of its own; then all strategies move to the pool of all, which no taken run notices. */
async function spread(strategies: readonly string[], pools: readonly string[]): Promise<void> {
  for (const [index, id] of strategies.entries()) {
    await api.process.change({ params: { id, x: pools[index % MACHINES]! } })
    await api.strategy.runNow({ params: { id }, body: {} })
  }
  await until(async () => (await countHeldBy([0, 1, 2, 3])) === strategies.length, 30_000)
  const { content: all } = await api.process.list({ query: {} })
  const shared = all.find(pool => pool.is_default)!
  const { content: moved } = await api.process.move({ params: { id: shared.id }, body: { ids: [...strategies] } })
  expect(moved.filter(result => !result.ok)).toEqual([])
}

/** New content in every row, so that the next round has all of them to write. */
const renewRows = async (): Promise<void> => {
  for (let table = 0; table < TABLES; table += 1) await far.query(`update source_${table} set amount = amount + 1`)
}

/** Three of four machines go bad while they hold runs; two of them come back after others have taken over. */
async function hurt(): Promise<void> {
  const [killed, frozen, cut] = [0, 1, 2] as const
  await until(async () => (await countEffects()) === TABLES, 30_000)
  await workers[killed]!.kill()
  workers[frozen]!.signal('SIGSTOP')
  network.plug(cut, false)
  const lost = await countHeldBy([killed, frozen, cut])
  expect(lost).toBeGreaterThanOrEqual(3)
  await until(async () => (await countHeldBy([killed, frozen, cut])) === 0, LEASE_MS * 4)
  workers[frozen]!.signal('SIGCONT')
  network.plug(cut, true)
  await startMachine(killed)
}

/** Runs whose newest claim came from one of these machines. */
async function countHeldBy(machines: readonly number[]): Promise<number> {
  const { rows } = await store.query<{ count: number }>(
    `select count(*)::int as count from run r join claim c on c.strategy_id = r.strategy_id and c.fence = r.fence
      where r.state = 'running' and split_part(host(c.address), '.', 4)::int - 10 = any($1)`,
    [machines],
  )
  return rows[0]!.count
}

async function countEffects(): Promise<number> {
  const { rows } = await far.query<{ count: number }>('select count(distinct place)::int as count from effect')
  return rows[0]!.count
}

const waitForRuns = (): Promise<void> =>
  until(async () => {
    const { rows } = await store.query(
      `select 1 from run where state in ('queued', 'running', 'stopping')
       -- 4 and 6 wait for stock and master data, which some orders of the shop never get
       union all select 1 from record_state where retry_at is not null and status not in (4, 6) limit 1`,
    )
    return rows.length === 0
  }, 90_000)

async function expectTargetsEqualSources(): Promise<void> {
  for (let table = 0; table < TABLES; table += 1) {
    const { rows } = await far.query(
      `(select * from source_${table} except select * from target_${table})
       union all (select * from target_${table} except select * from source_${table})`,
    )
    expect(rows).toEqual([])
  }
}

/** From the commit of a claim to the commit of the next one, every effect must come from the claimer's machine. */
async function expectEffectsOfHoldersOnly(): Promise<void> {
  const { rows: claims } = await store.query<{ place: string; at: string; address: string }>(
    `select 'target_' || substr(s.name, 7) as place, pg_xact_commit_timestamp(c.xmin)::text as at, host(c.address) as address
       from claim c join strategy s on s.id = c.strategy_id where s.name like 'table %'`,
  )
  const { rows: strangers } = await far.query(
    `with claim as (select place, at, address, lead(at) over (partition by place order by at) as until
       from json_to_recordset($1) as c(place text, at timestamptz, address inet)),
     done as (select place, address, pg_xact_commit_timestamp(xmin) as at from effect)
     select e.place, host(e.address) as address, count(*)::int as effects from done e
      where not exists (select 1 from claim c where c.place = e.place and c.address = e.address
                        and e.at >= c.at and (c.until is null or e.at < c.until))
      group by 1, 2`,
    [JSON.stringify(claims)],
  )
  expect(claims.length).toBeGreaterThan(TABLES)
  expect(strangers).toEqual([])
}

async function until(isReached: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isReached())) {
    if (performance.now() > deadline)
      throw new Error(`waiting: it did not come to this\n${workers.map(worker => worker?.output()).join('\n')}`)
    await delay(50)
  }
}
