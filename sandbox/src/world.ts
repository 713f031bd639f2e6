import { setTimeout as delay } from 'node:timers/promises'
import type { AdminActions } from './admin.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createErpHandler } from './erp/erp.ts'
import { createLedger, type Ledger } from './erp/ledger.ts'
import { createMaterials, type Material } from './erp/material.ts'
import { type Erp, zeroSaveCounts } from './erp/state.ts'
import { createFaults, erpFaultKinds, parseFaultPlan, shopFaultKinds } from './faults.ts'
import { createRandom } from './random.ts'
import type { ErpProbe, SandboxOptions, SandboxStats, ShopProbe } from './sandbox.ts'
import type { Handler } from './server.ts'
import { createGuards } from './shop/guard.ts'
import { createShopHandler, type Shop } from './shop/shop.ts'
import { createShopStore, type ShopStore } from './shop/store.ts'
import { createTokens } from './tokens.ts'

/** Both platforms without their ports. */
interface World {
  readonly credentials: Credentials
  readonly shopHandler: Handler
  readonly erpHandler: Handler
  readonly actions: AdminActions & { stats(): SandboxStats }
  probeShop(url: string): ShopProbe
  probeErp(url: string): ErpProbe
  /** Ends slow answers at once. */
  abort(): void
  close(): void
}

/** What a reset replaces; the handlers reach it through functions. */
interface Contents {
  seed: number
  store: ShopStore
  materials: Material[]
  edits: number
  shopRequests: number
  erpRequests: number
}

export function createWorld(options: SandboxOptions): World {
  const { seed = 1, now = Date.now, faults = 'default' } = options
  const credentials = createCredentials(seed)
  const contents = createContents(options, seed)
  const ledger = createLedger(now, options.ledgerFile)
  const stopping = new AbortController()
  const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal: stopping.signal })
  const plan = parseFaultPlan(faults)
  const shop = createShop({ credentials, contents, options, wait, rules: plan.shop ?? {}, now })
  const erp = createErp({ credentials, contents, options, wait, rules: plan.erp ?? {}, now, ledger })
  const actions = createActions({ contents, options, shop, erp })
  return {
    credentials,
    shopHandler: createShopHandler(shop),
    erpHandler: createErpHandler(erp),
    actions,
    probeShop: url => probeShop(url, contents, actions),
    probeErp: url => ({ url, ledger: ledger.bills, setStock: (code, stock) => setStock(contents, code, stock) }),
    abort: () => stopping.abort(),
    close: ledger.close,
  }
}

function createContents(options: SandboxOptions, seed: number): Contents {
  const { orders = 1200, products = 60, now = Date.now } = options
  const store = createShopStore({ seed, orders, products, now })
  return { seed, store, materials: createMaterials(store.products), edits: 0, shopRequests: 0, erpRequests: 0 }
}

interface Parts<Rules> {
  readonly credentials: Credentials
  readonly contents: Contents
  readonly options: SandboxOptions
  readonly wait: (ms: number) => Promise<void>
  readonly rules: Rules
  readonly now: () => number
}
type ShopRules = Parameters<Shop['faults']['replace']>[0]
type ErpRules = Parameters<Erp['faults']['replace']>[0]

function createShop({ credentials, contents, options, wait, rules, now }: Parts<ShopRules>): Shop {
  const tokens = createTokens({ seed: contents.seed, prefix: 'st_', ttlMs: options.tokenTtlMs ?? 30_000, now })
  return {
    credentials,
    tokens,
    faults: createFaults(shopFaultKinds, rules, contents.seed),
    guards: createGuards(credentials, tokens, now),
    store: () => contents.store,
    countRequest: () => ++contents.shopRequests,
    wait,
  }
}

function createErp(parts: Parts<ErpRules> & { readonly ledger: Ledger }): Erp {
  const { credentials, contents, options, wait, rules, now, ledger } = parts
  return {
    credentials,
    tokens: createTokens({ seed: contents.seed, prefix: 'es_', ttlMs: options.tokenTtlMs ?? 30_000, now }),
    faults: createFaults(erpFaultKinds, rules, contents.seed),
    ledger,
    counts: zeroSaveCounts(),
    materials: () => contents.materials,
    countRequest: () => ++contents.erpRequests,
    wait,
  }
}

interface Running {
  readonly contents: Contents
  readonly options: SandboxOptions
  readonly shop: Shop
  readonly erp: Erp
}

function createActions({ contents, options, shop, erp }: Running): World['actions'] {
  return {
    stats: () => readStats(contents, shop, erp),
    ledger: number => erp.ledger.bills().filter(bill => number === null || bill.number === number),
    orders: () => contents.store.orders(),
    reset: seed => reset({ contents, options, shop, erp }, seed ?? contents.seed),
    setFaults(choice) {
      const plan = parseFaultPlan(choice)
      shop.faults.replace(plan.shop ?? {})
      erp.faults.replace(plan.erp ?? {})
    },
    edit(count) {
      const existing = contents.store.orders().length
      contents.edits += 1
      const start = createRandom(contents.seed, `edit:${contents.edits}`).pickInt(0, Math.max(existing - 1, 0))
      const wanted = Math.min(count, existing)
      return Array.from({ length: wanted }, (_, at) => contents.store.edit(((start + at) % existing) + 1).no)
    },
    add: count => contents.store.add(count).map(order => order.no),
  }
}

function reset({ contents, options, shop, erp }: Running, seed: number): void {
  Object.assign(contents, createContents(options, seed))
  erp.ledger.reset()
  Object.assign(erp.counts, zeroSaveCounts())
  shop.guards.reset()
  for (const side of [shop, erp]) {
    side.tokens.reset()
    side.faults.reset(seed)
  }
}

function readStats(contents: Contents, shop: Shop, erp: Erp): SandboxStats {
  const orders = contents.store.orders()
  const edits = orders.reduce((sum, order) => sum + order.edits, 0)
  return {
    shop: { requests: contents.shopRequests, faults: shop.faults.counts(), orders: orders.length, edits },
    erp: {
      requests: contents.erpRequests,
      faults: erp.faults.counts(),
      ...erp.counts,
      bills: erp.ledger.bills().length,
    },
  }
}

const probeShop = (url: string, contents: Contents, actions: AdminActions): ShopProbe => ({
  url,
  get orders() {
    return contents.store.orders()
  },
  get flawed() {
    return contents.store.orders().flatMap(order => (order.flaw === 'none' ? [] : [order.no]))
  },
  edit: actions.edit,
  add: actions.add,
})

function setStock(contents: Contents, code: string, stock: number): void {
  const at = contents.materials.findIndex(material => material.code === code)
  const material = contents.materials[at]
  if (material === undefined) throw new RangeError(`setting the stock of ${code}: no such material`)
  contents.materials[at] = { ...material, stock }
}
