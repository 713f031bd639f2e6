import type { Credentials } from './credentials.ts'
import type { Bill } from './erp/ledger.ts'
import type { SaveCounts } from './erp/state.ts'
import type { ErpFault, FaultChoice, ShopFault } from './faults.ts'
import type { ShopOrder } from './shop/store.ts'

/** A running pair of platforms. */
export interface Sandbox extends Credentials {
  readonly shop: ShopProbe
  readonly erp: ErpProbe
  readonly credentials: Credentials
  /** Opens `/_sandbox/…` as header X-Sandbox-Admin; new at every start. */
  readonly adminSecret: string
  stats(): SandboxStats
  setFaults(plan: FaultChoice): void
  /** Back to the beginning, the ledger and its file emptied; ports, credentials and fault plan stay. */
  reset(seed?: number): void
  stop(): Promise<void>
}

export interface SandboxOptions {
  /** Everything invented and every fault follows from it. Default 1. */
  readonly seed?: number
  /** Default 1200. From 20 on, three of them are refused by the ERP. */
  readonly orders?: number
  /** Default 60. */
  readonly products?: number
  /** 0 (the default) lets the system choose. */
  readonly shopPort?: number
  readonly erpPort?: number
  /** Default 'default'. */
  readonly faults?: FaultChoice
  readonly host?: '127.0.0.1'
  /** Accepted documents are appended and synced here before they are answered, and taken up again at a start. */
  readonly ledgerFile?: string
  /** Life of a shop token and of an ERP session. Default 30000. */
  readonly tokenTtlMs?: number
  /** New orders on a timer, for a live demonstration. */
  readonly live?: { readonly everyMs: number; readonly orders: number }
  /** Default Date.now. */
  readonly now?: () => number
}

interface SideStats<K extends string> {
  readonly requests: number
  /** How often each fault was given. */
  readonly faults: Readonly<Record<K, number>>
}
export interface SandboxStats {
  readonly shop: SideStats<ShopFault> & { readonly orders: number; readonly edits: number }
  readonly erp: SideStats<ErpFault> & Readonly<SaveCounts> & { readonly bills: number }
}

export interface ShopProbe {
  readonly url: string
  /** What exists now, in the order of creation: the truth a reader is measured by. */
  readonly orders: readonly ShopOrder[]
  /** Order numbers the ERP refuses when its lines are passed on unchanged. */
  readonly flawed: readonly string[]
  /** Edits `count` orders now and returns their order numbers. */
  edit(count: number): readonly string[]
  /** Adds `count` orders now and returns their order numbers. */
  add(count: number): readonly string[]
}
export interface ErpProbe {
  readonly url: string
  /** Every document held, with how often it took effect. */
  ledger(): readonly Bill[]
  /** Changes what is in stock, to cause or heal a hold. @throws RangeError when the code is unknown */
  setStock(code: string, stock: number): void
}
