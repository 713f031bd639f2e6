import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { In, StrategyConfig } from '@sluice/contract'
import { type Api, type Product, projectRoot, startProduct } from '@sluice/e2e'
import { readCpuUs } from './cpu.ts'
import { type Figure, median } from './figure.ts'
import { readPeakMb, runOnce } from './run-once.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 20_000)
const PAGE = 100
const BATCH = 50

/** What a sandbox in a process of its own prints. */
interface Far {
  readonly child: ChildProcess
  readonly shopUrl: string
  readonly erpUrl: string
  readonly credentials: Readonly<Record<'clientId' | 'clientSecret' | 'erpAppId' | 'erpAppSecret', string>>
}

/**
 * Orders of the sandbox's shop, 100 an answer, into its ERP, 50 a batch, with tracing on; baseline the same pages and
 * batches by a loop of `fetch` written by hand, one request after the other. The far side is a fresh process each time.
 */
export async function* measureHttp(only: string): AsyncIterable<Figure> {
  const name = 'move.http-to-http'
  if (!name.startsWith(only)) return
  const product = await startProduct()
  try {
    const api = await product.signIn()
    const rates: number[] = []
    const baselines: number[] = []
    const cpu: Record<'node' | 'store' | 'far', number[]> = { node: [], store: [], far: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      baselines.push(ORDERS / (await withFar(copyByHand)))
      const seconds = await withFar(async far => {
        const before = [readCpuUs(product.pid), readCpuUs(far.child.pid ?? 0)] as const
        const taken = await moveOrders(api, far, round)
        const after = [readCpuUs(product.pid), readCpuUs(far.child.pid ?? 0)] as const
        cpu.node.push((after[0].self - before[0].self) / ORDERS)
        cpu.store.push((after[0].below - before[0].below) / ORDERS)
        cpu.far.push((after[1].self - before[1].self) / ORDERS)
        return taken
      })
      rates.push(ORDERS / seconds)
    }
    yield describe(name, product, rates, baselines, cpu)
  } finally {
    await product.dispose()
  }
}

function describe(
  name: string,
  product: Product,
  rates: readonly number[],
  baselines: readonly number[],
  cpu: Readonly<Record<'node' | 'store' | 'far', readonly number[]>>,
): Figure {
  const [value, baseline] = [median(rates), median(baselines)]
  const each = (values: readonly number[]): number => Math.round(median(values) * 10) / 10
  return {
    name,
    unit: 'documents/s',
    value,
    baseline,
    ratio: value / baseline,
    rssMb: readPeakMb(product.pid),
    cpuUs: { node: each(cpu.node), store: each(cpu.store), far: each(cpu.far) },
    note: `${ORDERS} orders; baseline: a loop of fetch by hand`,
  }
}

async function withFar<T>(work: (far: Far) => Promise<T>): Promise<T> {
  const args = ['--json', '--faults', 'none', '--orders', String(ORDERS), '--shop-port', '0', '--erp-port', '0']
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'sandbox/src/main.ts'), ...args, '--token-ttl-ms', '600000'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', chunk => resolve(String(chunk)))
      child.once('exit', code => reject(new Error(`starting the sandbox: it ended with ${code}`)))
    })
    return await work({ child, ...(JSON.parse(line) as Omit<Far, 'child'>) }) // what the sandbox prints
  } finally {
    child.kill()
  }
}

async function moveOrders(api: Api, far: Far, round: number): Promise<number> {
  const create = async (platform: string, params: Readonly<Record<string, string | number>>) =>
    (await api.connector.create({ body: { platform_id: platform, name: `${platform} ${round}`, params } })).content.id
  const { clientId, clientSecret, erpAppId, erpAppSecret } = far.credentials
  const shop = await create('sandbox-shop', {
    base_url: far.shopUrl,
    client_id: clientId,
    client_secret: clientSecret,
  })
  const erp = await create('sandbox-erp', { base_url: far.erpUrl, app_id: erpAppId, app_secret: erpAppSecret })
  const { run, seconds } = await runOnce(api, `bench http ${round}`, describeStrategy(shop, erp))
  // Three orders of the sandbox are wrong on purpose.
  if (run.state !== 'partial' || run.counts.written !== ORDERS - 3)
    throw new Error(`moving orders: ${run.state} ${JSON.stringify(run.counts)} ${JSON.stringify(run.failure)}`)
  return seconds
}

const field = (target: string, path: string) => ({
  target,
  value: { kind: 'template' as const, template: `{{${path}}}` },
})

const describeStrategy = (shop: string, erp: string): In<typeof StrategyConfig> => ({
  source: { connector_id: shop, resource: 'order.list', key: ['order_no'], pageSize: PAGE },
  target: { connector_id: erp, resource: 'bill.batchSave', key: ['FBillNo'], batchSize: 500 },
  mapping: {
    copyAll: false,
    fields: [
      field('FBillNo', 'order_no'),
      field('FCustId', 'customer_code'),
      field('FDate', 'created_at'),
      field('FNote', 'remark'),
      {
        target: 'FEntry',
        value: {
          kind: 'lines',
          source: 'lines',
          fields: [
            field('FMaterialId', 'sku_code'),
            field('FQty', 'qty'),
            field('FPrice', 'price'),
            field('FAmount', 'amount'),
          ],
        },
      },
    ],
  },
})

interface Order {
  readonly order_no: string
  readonly customer_code: string
  readonly created_at: string
  readonly remark: string | null
  readonly lines: readonly { sku_code: string; qty: number; price: number; amount: number }[]
}

const toBill = (order: Order) => ({
  FBillNo: order.order_no,
  FCustId: order.customer_code,
  FDate: order.created_at,
  FNote: order.remark,
  FEntry: order.lines.map(line => ({
    FMaterialId: line.sku_code,
    FQty: line.qty,
    FPrice: line.price,
    FAmount: line.amount,
  })),
})

/** Seconds of what a script would do: no evidence, no states, no retries. */
async function copyByHand({ shopUrl, erpUrl, credentials }: Far): Promise<number> {
  const post = async (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    // The shape is the sandbox's own.
    return (await (await fetch(url, sent)).json()) as Record<string, unknown>
  }
  const startedMs = performance.now()
  const { clientId, clientSecret, erpAppId, erpAppSecret } = credentials
  const token = await post(`${shopUrl}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const session = await post(`${erpUrl}/auth/login`, { app_id: erpAppId, app_secret: erpAppSecret })
  const headers = { authorization: `Bearer ${token['access_token']}` }
  let count = 0
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${shopUrl}/api/orders?page=${page}&page_size=${PAGE}`, { headers })
    const { data } = (await answer.json()) as { data: { list: Order[]; has_more: boolean } } // as above
    for (let start = 0; start < data.list.length; start += BATCH) {
      const bills = data.list.slice(start, start + BATCH).map(toBill)
      await post(
        `${erpUrl}/api/bill/batch-save`,
        { Model: bills },
        { 'X-Session-Token': String(session['SessionToken']) },
      )
    }
    count += data.list.length
    if (!data.has_more) break
  }
  if (count !== ORDERS) throw new Error(`copying by hand: ${count} orders`)
  return (performance.now() - startedMs) / 1000
}
