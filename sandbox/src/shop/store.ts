import { type JsonObject, Numeral, writeJson } from '../json.ts'
import { createRandom } from '../random.ts'
import { writeTime } from '../time.ts'
import { describeOrder, type Flaw, type OrderState, writeOrderId, writeOrderNo } from './order.ts'
import { createProducts, type Product, toMoney } from './product.ts'
import { reasons } from './words.ts'

/** An order as it stands, with the exact text the shop answers. */
export interface ShopOrder extends OrderState {
  /** Every instant at which it was new or edited, oldest first. */
  readonly history: readonly number[]
  readonly json: string
}

export interface ShopStore {
  readonly products: readonly Product[]
  /** By ordinal: the order in which they were made. */
  orders(): readonly ShopOrder[]
  /** By update time, ties by ordinal. */
  ordersByUpdate(): readonly ShopOrder[]
  refunds(): readonly JsonObject[]
  /** Gives the order of this ordinal a newer updated_at, a new status and memo. */
  edit(ordinal: number): ShopOrder
  /** New orders, made now. */
  add(count: number): readonly ShopOrder[]
}

interface ShopStoreOptions {
  readonly seed: number
  readonly orders: number
  readonly products: number
  readonly now: () => number
}

/** 2025-09-01T00:00:00+08:00: the first order is made here, the last within 60 days. */
const BASE_MS = Date.UTC(2025, 7, 31, 16)
const SPAN_MS = 60 * 86_400_000
const HOUR_MS = 3_600_000
// Below this the three flawed orders would be most of what there is.
const MIN_ORDERS_FOR_FLAWS = 20

export function createShopStore({ seed, orders: count, products: productCount, now }: ShopStoreOptions): ShopStore {
  const products = createProducts(seed, productCount, BASE_MS)
  const orders: ShopOrder[] = []
  let byUpdate: ShopOrder[] | null = null
  const put = (state: OrderState, history: readonly number[]): ShopOrder => {
    const order = { ...state, history, json: writeJson(describeOrder(seed, state, products)) }
    orders[state.ordinal - 1] = order
    byUpdate = null
    return order
  }
  const stepMs = Math.min(Math.floor(SPAN_MS / Math.max(count, 1)), 72 * 60_000)
  for (let ordinal = 1; ordinal <= count; ordinal += 1) {
    const state = createState(seed, ordinal, BASE_MS + (ordinal - 1) * stepMs, findFlaw(ordinal, count))
    put(state, [state.updatedMs])
  }
  return {
    products,
    orders: () => orders,
    ordersByUpdate() {
      byUpdate ??= orders.toSorted((a, b) => a.updatedMs - b.updatedMs || a.ordinal - b.ordinal)
      return byUpdate
    },
    refunds: () => orders.filter(order => order.ordinal % 20 === 7).map(order => describeRefund(seed, order)),
    edit(ordinal) {
      const order = orders[ordinal - 1]
      if (order === undefined) throw new RangeError(`editing order ${ordinal} of ${orders.length}`)
      const updatedMs = Math.max(now(), order.updatedMs + 1)
      return put({ ...order, updatedMs, edits: order.edits + 1 }, [...order.history, updatedMs])
    },
    add: more =>
      Array.from({ length: more }, () => {
        const createdMs = now()
        const ordinal = orders.length + 1
        const id = writeOrderId(seed, ordinal)
        const no = writeOrderNo(createdMs, ordinal)
        return put({ ordinal, id, no, createdMs, updatedMs: createdMs, edits: 0, flaw: 'none' }, [createdMs])
      }),
  }
}

/** One order in five is touched by a nightly job at exactly 02:00, so updated_at has ties to the millisecond. */
function createState(seed: number, ordinal: number, earliestMs: number, flaw: Flaw): OrderState {
  const random = createRandom(seed, `times:${ordinal}`)
  const createdMs = earliestMs + random.pickInt(0, 40_000)
  const touchedMs = createdMs + random.pickInt(0, 3 * 86_400_000)
  const night = touchedMs - ((touchedMs - BASE_MS) % (24 * HOUR_MS)) + 26 * HOUR_MS
  const updatedMs = ordinal % 5 === 0 ? night : touchedMs
  const id = writeOrderId(seed, ordinal)
  return { ordinal, id, no: writeOrderNo(createdMs, ordinal), createdMs, updatedMs, edits: 0, flaw }
}

/** Three of the seeded orders, spread over the pages. */
function findFlaw(ordinal: number, count: number): Flaw {
  if (count < MIN_ORDERS_FOR_FLAWS) return 'none'
  if (ordinal === Math.floor(count * 0.15) || ordinal === Math.floor(count * 0.85)) return 'unknownMaterial'
  return ordinal === Math.floor(count * 0.5) ? 'zeroQuantity' : 'none'
}

function describeRefund(seed: number, order: ShopOrder): JsonObject {
  const random = createRandom(seed, `refund:${order.ordinal}`)
  const createdMs = order.createdMs + random.pickInt(1, 48) * HOUR_MS
  return {
    refund_id: new Numeral(String(8_800_000_000_000_000_001n + BigInt(order.ordinal) * 1_002n)),
    refund_no: `RF${order.no}`,
    order_id: new Numeral(order.id),
    order_no: order.no,
    reason: random.pick(reasons),
    amount: toMoney(random.pickInt(1, 99) * 100),
    status: random.pick(['WAIT_SELLER_AGREE', 'SUCCESS', 'CLOSED']),
    proof: order.ordinal % 3 === 0 ? null : order.ordinal % 3 === 1 ? [] : ['https://img.invalid/1.jpg'],
    created_at: writeTime(createdMs),
    updated_at: writeTime(createdMs + random.pickInt(0, HOUR_MS)),
  }
}
