import { parseArgs } from 'node:util'
import { type FaultChoice, type Sandbox, startSandbox } from './index.ts'

const USAGE = `npm run sandbox -- [options]
  --seed 1                 everything invented follows from it
  --orders 1200
  --shop-port 8091  --erp-port 8092   (0: any free port)
  --faults default         none, default, all, or a plan as JSON
  --ledger-file PATH       keeps what the ERP accepted over a restart
  --token-ttl-ms 30000
  --live-every-ms 0  --live-orders 1  new orders on a timer
  --json                   one line of JSON instead of the text`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    orders: { type: 'string', default: '1200' },
    'shop-port': { type: 'string', default: '8091' },
    'erp-port': { type: 'string', default: '8092' },
    faults: { type: 'string', default: 'default' },
    'ledger-file': { type: 'string' },
    'token-ttl-ms': { type: 'string', default: '30000' },
    'live-every-ms': { type: 'string', default: '0' },
    'live-orders': { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(USAGE)
else {
  await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}

async function run(): Promise<void> {
  const everyMs = readWhole('live-every-ms')
  const ledgerFile = values['ledger-file']
  const sandbox = await startSandbox({
    seed: readWhole('seed'),
    orders: readWhole('orders'),
    shopPort: readWhole('shop-port'),
    erpPort: readWhole('erp-port'),
    tokenTtlMs: readWhole('token-ttl-ms'),
    faults: readFaults(values.faults),
    ...(ledgerFile === undefined ? {} : { ledgerFile }),
    ...(everyMs === 0 ? {} : { live: { everyMs, orders: readWhole('live-orders') } }),
  })
  console.log(values.json ? describeAsJson(sandbox) : describe(sandbox))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop())
}

function readWhole(
  name: 'seed' | 'orders' | 'shop-port' | 'erp-port' | 'token-ttl-ms' | 'live-every-ms' | 'live-orders',
) {
  const text = values[name]
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}"`)
  return Number(text)
}

// startSandbox refuses a plan that is none, so the parsed text may be passed on unseen.
function readFaults(text: string): FaultChoice {
  return (text.startsWith('{') ? JSON.parse(text) : text) as FaultChoice
}

function describeAsJson({ shop, erp, credentials, adminSecret }: Sandbox): string {
  return JSON.stringify({ shopUrl: shop.url, erpUrl: erp.url, credentials, adminSecret })
}

function describe({ shop, erp, credentials, adminSecret }: Sandbox): string {
  const rows = Object.entries({ ...credentials, adminSecret }).map(([name, value]) => `  ${name.padEnd(14)} ${value}`)
  return `Sandbox shop  ${shop.url}   (${shop.orders.length} orders, ${shop.flawed.length} of them refused by the ERP)
Sandbox ERP   ${erp.url}

${rows.join('\n')}

curl -s ${shop.url}/oauth/token -d grant_type=client_credentials -d client_id=${credentials.clientId} -d client_secret=${credentials.clientSecret}
curl -s -u ${credentials.username}:${credentials.password} '${shop.url}/basic/orders?page=1&page_size=2'

Stop with Ctrl+C.`
}
