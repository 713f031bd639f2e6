import { makeRandom, type Random } from './random.ts'
import { DAY_MS, type TestLine } from './to-lines.ts'

/** Two sides whose true matches are known, with everything that goes wrong between a platform and an ERP. */
export interface Labelled {
  readonly a: readonly TestLine[]
  readonly b: readonly TestLine[]
  /** Labels whose lines stand on both sides and can be told by what the lines say. */
  readonly matchable: ReadonlySet<string>
}

const START_MS = Date.UTC(2026, 2, 1)

interface Making {
  readonly random: Random
  readonly a: TestLine[]
  readonly b: TestLine[]
  readonly matchable: Set<string>
}

/** One order and what became of it. */
interface Order {
  readonly number: string
  readonly at: number
  readonly account: string
  readonly amount: bigint
}

export function makeLabelled(seed: number, orders: number): Labelled {
  const random = makeRandom(seed)
  const making: Making = { random, a: [], b: [], matchable: new Set() }
  for (let at = 0; at < orders; at += 1) {
    const order: Order = {
      // Numbers of a day follow each other: one character tells two of them apart.
      number: `2026${String(1 + (at % 28)).padStart(4, '0')}${String(100_000 + at)}`,
      at: START_MS + random.below(28 * 24 * 60) * 60_000,
      account: random.pick(['shop-1', 'shop-2', 'shop-3']),
      // Few prices, so that many orders have the same amount.
      amount: BigInt(random.chance(500) ? random.pick([990, 1990, 4900, 9900]) : 500 + random.below(90_000)),
    }
    random.pick(KINDS)(making, order)
    if (random.chance(300)) addFee(making, order)
  }
  addSettlements(making, Math.ceil(orders / 50))
  return { ...making, a: random.shuffle(making.a), b: random.shuffle(making.b) }
}

type Change = Partial<Omit<TestLine, 'id'>>

function add(making: Making, side: 'a' | 'b', order: Order, label: string, change: Change = {}): void {
  const lines = making[side]
  lines.push({
    id: `${side}${String(lines.length).padStart(6, '0')}`,
    amount: order.amount,
    at: order.at + (side === 'b' ? making.random.below(600) * 60_000 : 0),
    order: order.number,
    item: 'goods',
    account: order.account,
    batch: null,
    label,
    ...change,
  })
}

function plain(making: Making, order: Order, ofA: Change = {}, ofB: Change = {}): void {
  making.matchable.add(order.number)
  add(making, 'a', order, order.number, ofA)
  add(making, 'b', order, order.number, ofB)
}

/** Parts of which none has the whole amount, and which make it up. */
function cut(random: Random, amount: bigint): readonly bigint[] {
  const first = 100n + BigInt(random.below(Number(amount) - 200))
  return [first, amount - first]
}

type Kind = (making: Making, order: Order) => void

const split: Kind = (making, order) => {
  making.matchable.add(order.number)
  for (const amount of cut(making.random, order.amount)) add(making, 'a', order, order.number, { amount })
  add(making, 'b', order, order.number)
}
const merge: Kind = (making, order) => {
  making.matchable.add(order.number)
  add(making, 'a', order, order.number)
  for (const amount of cut(making.random, order.amount)) add(making, 'b', order, order.number, { amount })
}
const partRefund: Kind = (making, order) => {
  plain(making, order)
  const amount = -(order.amount / 3n)
  const label = `${order.number} refund`
  making.matchable.add(label)
  const at = order.at + 5 * DAY_MS
  for (const side of ['a', 'b'] as const) add(making, side, order, label, { amount, at, item: 'refund' })
}
const rounded: Kind = (making, order) =>
  plain(making, order, { amount: order.amount - BigInt(1 + making.random.below(5)) })
const crossDay: Kind = (making, order) => plain(making, order, {}, { at: order.at + 3 * DAY_MS })
/** What nobody can decide: two of one, one of the other. */
const doubled: Kind = (making, order) => {
  for (const at of [order.at, order.at + 1000]) add(making, 'a', order, `${order.number} ${at}`, { at })
  add(making, 'b', order, `${order.number} b`)
}
const onlyA: Kind = (making, order) => add(making, 'a', order, order.number)
const onlyB: Kind = (making, order) => add(making, 'b', order, order.number)
/** Digits of the amount changed places: known by its reference, and not right. */
const swappedAmount: Kind = (making, order) => {
  add(making, 'a', order, `${order.number} a`)
  add(making, 'b', order, `${order.number} b`, { amount: order.amount + 90n })
}
/** Written otherwise by the other side; its amount alone tells nothing. */
const otherWriting: Kind = (making, order) =>
  plain(making, { ...order, amount: order.amount + 13n }, { order: `t200p${order.number} ` })

/** One character of the number is another, as when it was typed by hand. */
const misspelt: Kind = (making, order) => {
  const at = making.random.below(order.number.length)
  const number = `${order.number.slice(0, at)}X${order.number.slice(at + 1)}`
  plain(making, { ...order, amount: order.amount + 17n }, { order: number })
}

const KINDS: readonly Kind[] = [
  ...Array.from({ length: 30 }, () => (making: Making, order: Order) => plain(making, order)),
  ...[split, split, merge, merge, partRefund, partRefund, rounded, rounded, crossDay],
  ...[doubled, onlyA, onlyB, swappedAmount, otherWriting, misspelt],
]

function addFee(making: Making, order: Order): void {
  const label = `${order.number} fee`
  making.matchable.add(label)
  const amount = -BigInt(10 + making.random.below(500))
  for (const side of ['a', 'b'] as const) add(making, side, order, label, { amount, item: 'commission' })
}

/** One line of the bank for many documents. */
function addSettlements(making: Making, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const batch = `S${at}`
    making.matchable.add(batch)
    const order = { number: batch, at: START_MS + at * 1000, account: 'bank', amount: 0n }
    const amounts = Array.from({ length: 5 }, () => BigInt(1000 + making.random.below(5000)))
    const total = amounts.reduce((sum, amount) => sum + amount, 0n)
    add(making, 'a', order, batch, { amount: total, batch, order: null, item: 'settlement' })
    for (const amount of amounts) add(making, 'b', order, batch, { amount, batch, order: null, item: 'settled' })
  }
}
