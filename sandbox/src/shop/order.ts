import { type Json, type JsonObject, Numeral } from '../json.ts'
import { createRandom, type Random } from '../random.ts'
import { writeTime } from '../time.ts'
import { type Product, toMoney, writeSku } from './product.ts'
import { givenNames, nickEmoji, places, remarks, streets, surnames } from './words.ts'

/** Why the ERP will refuse the order, for error data in a demonstration. */
export type Flaw = 'none' | 'unknownMaterial' | 'zeroQuantity'

/** What stays the same over the edits of an order. */
interface OrderSeed {
  readonly ordinal: number
  /** 19 digits and odd: beyond 2^53, so no double holds it. */
  readonly id: string
  readonly no: string
  readonly createdMs: number
  readonly flaw: Flaw
}
export interface OrderState extends OrderSeed {
  readonly updatedMs: number
  readonly edits: number
}

const STATUSES = [
  ['WAIT_SELLER_SEND', '待发货'],
  ['WAIT_BUYER_CONFIRM', '已发货'],
  ['TRADE_FINISHED', '交易成功'],
] as const

export const writeOrderId = (seed: number, ordinal: number): string => {
  const spread = BigInt(createRandom(seed, `order-id:${ordinal}`).pickInt(0, 499_999)) * 2n + 1n
  return String(6_900_000_000_000_000_000n + BigInt(ordinal) * 1_000_000n + spread)
}

/** `00250901000001`: text, the leading zeros belong to it. */
export const writeOrderNo = (createdMs: number, ordinal: number): string =>
  `00${writeTime(createdMs).slice(2, 10).replaceAll('-', '')}${String(ordinal).padStart(6, '0')}`

/** The order as the shop shows it now. */
export function describeOrder(seed: number, order: OrderState, products: readonly Product[]): JsonObject {
  const random = createRandom(seed, `order:${order.ordinal}`)
  const [status, statusText] = STATUSES[(order.ordinal + order.edits) % STATUSES.length] ?? STATUSES[0]
  const buyer = describeBuyer(random, order.ordinal)
  const receiver = describeReceiver(random, order.ordinal)
  const { lines, goodsFen } = describeLines(random, order, products)
  const freightFen = random.pick([0, 0, 600, 1250])
  const discountFen = Math.min(goodsFen, random.pick([0, 0, 0, 500, 1010]))
  return {
    order_id: new Numeral(order.id),
    order_no: order.no,
    status,
    status_text: statusText,
    ...buyer,
    receiver,
    currency: 'CNY',
    goods_amount: toMoney(goodsFen),
    freight: toMoney(freightFen),
    discount_amount: toMoney(discountFen),
    pay_amount: toMoney(goodsFen + freightFen - discountFen),
    ...describeTexts(random, order),
    is_gift: order.ordinal % 17 === 0,
    tags: order.ordinal % 6 === 0 ? [] : order.ordinal % 6 === 1 ? ['新客', 'VIP'] : ['老客'],
    created_at: writeTime(order.createdMs),
    paid_at: order.ordinal % 13 === 0 ? null : writeTime(order.createdMs + 95_040),
    updated_at: writeTime(order.updatedMs),
    lines,
  }
}

function describeBuyer(random: Random, ordinal: number): JsonObject {
  const customer = random.pickInt(1, 200)
  const name = random.pick(surnames) + random.pick(givenNames)
  return {
    customer_code: `C${String(customer).padStart(5, '0')}`,
    buyer_id: new Numeral(String(2_200_000_000_000_000_000n + BigInt(customer) * 1_000_003n)),
    buyer_nick: `${name}${ordinal % 4 === 0 ? random.pick(nickEmoji) : ''}`,
  }
}

/** Phones are masked as platforms do. `zip` is text, sometimes with a leading zero, "", null or missing. */
function describeReceiver(random: Random, ordinal: number): JsonObject {
  const [province, city, district, zip] = random.pick(places)
  const phoneTail = String(random.pickInt(0, 9999)).padStart(4, '0')
  const shown = ordinal % 8
  return {
    name: random.pick(surnames) + random.pick(givenNames),
    phone: `1${random.pickInt(30, 99)}****${phoneTail}`,
    province,
    city,
    district,
    address: `${random.pick(streets)}${random.pickInt(1, 999)}号${random.pickInt(1, 30)}幢${random.pickInt(101, 3202)}室`,
    ...(shown === 3 ? {} : { zip: shown === 1 ? null : shown === 2 ? '' : zip }),
  }
}

/** null, missing and "" in every mixture: three different things to whoever reads them. */
function describeTexts(random: Random, order: OrderState): JsonObject {
  const text = random.pick(remarks)
  const shown = order.ordinal % 7
  const memo = order.edits === 0 ? '' : `第 ${order.edits} 次修改 ✏️`
  return {
    ...(shown === 0 ? {} : { remark: shown === 1 ? null : shown === 2 ? '' : text }),
    seller_memo: order.edits === 0 && order.ordinal % 2 === 0 ? null : memo,
    ...(order.ordinal % 5 === 0 ? { invoice_title: `${random.pick(surnames)}氏商贸有限公司` } : {}),
  }
}

function describeLines(random: Random, order: OrderState, products: readonly Product[]) {
  const lines: Json[] = []
  let goodsFen = 0
  const count = random.pickInt(1, 5)
  for (let at = 0; at < count; at += 1) {
    const product = random.pick(products)
    const isFlawed = at === 0 && order.flaw !== 'none'
    const quantity = isFlawed && order.flaw === 'zeroQuantity' ? 0 : random.pickInt(1, 9)
    goodsFen += quantity * product.priceFen
    lines.push({
      line_id: new Numeral(String(3_100_000_000_000_000_000n + BigInt(order.ordinal * 100 + at + 1))),
      line_no: at + 1,
      sku_code: isFlawed && order.flaw === 'unknownMaterial' ? writeSku(9000 + (order.ordinal % 1000)) : product.sku,
      sku_name: product.name,
      unit: product.unit,
      qty: quantity,
      price: toMoney(product.priceFen),
      amount: toMoney(quantity * product.priceFen),
    })
  }
  return { lines, goodsFen }
}
