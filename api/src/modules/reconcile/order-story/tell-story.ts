import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { listLines } from '../flow/index.ts'
import type { OrderStory } from './contract.ts'
import { deriveStories, type StoryGroup, type StoryLine, type StoryVoucher } from './derive.ts'
import {
  hasGroup,
  listBatches,
  listGroups,
  listItems,
  listOrder,
  listOrdersOf,
  listRefs,
  listVouchersOf,
  type OrderRow,
  type Ref,
  type VoucherRow,
} from './store.ts'

/** Lines of a side: an order of more is none that a person could read, and a sum over a part of it would be wrong. */
const MOST = 500
const CHOICE = 50
/** Numbers of one order that its lines are looked up by. */
const NAMES = 10

export interface Asked {
  readonly order?: string | undefined
  /** `a12`, `b7`, `g3` */
  readonly key?: string | undefined
}

/** @throws Failure `invalid.orderStory`, `notFound.orderLine`, `invalid.orderLines` */
export async function tellStory(tx: Tx, asked: Asked): Promise<OrderStory> {
  const found = await findLines(tx, asked)
  if ('orders' in found) return { order: null, orders: found.orders, stories: [] }
  const rows = await addOtherNames(tx, await addMates(tx, found.rows))
  if (rows.length > MOST * 2) throw refuse('invalid.orderLines', { value: String(MOST) })
  const groupRows = await listGroups(tx, [...new Set(rows.flatMap(({ group_id }) => group_id ?? []))])
  const batchRows = await listBatches(
    tx,
    [...new Set(rows.flatMap(({ batch }) => batch ?? []))],
    [...new Set(rows.filter(({ is_bank }) => !is_bank).map(({ account_id }) => account_id))],
  )
  const vouchers = await readVouchers(tx, rows)
  const stories = deriveStories({
    lines: rows.map(toLine),
    groups: new Map(groupRows.map(row => [row.id, toGroup(row)])),
    batches: batchRows.map(row => ({
      ...{ batch: row.batch, currency: row.currency, lines: row.lines, paidOutMinor: BigInt(row.paid_minor) },
      arrivedMinor: row.arrived_minor === null ? null : BigInt(row.arrived_minor),
    })),
    voucherOf: key => vouchers.get(key) ?? null,
  })
  const shown = await readShown(tx, [...rows, ...batchRows.flatMap(({ lines }) => lines.map(toRef))])
  return {
    ...{ order: found.order, orders: [] },
    stories: stories.map(story => ({ ...story, lines: shown.filter(({ currency }) => currency === story.currency) })),
  }
}

const toRef = (key: string): Ref => ({ side: key.startsWith('a') ? 'a' : 'b', id: key.slice(1) })

async function readShown(tx: Tx, refs: readonly Ref[]) {
  const idsOf = (side: 'a' | 'b') => [...new Set(refs.filter(ref => ref.side === side).map(({ id }) => id))]
  return [...(await listLines(tx, 'a', idsOf('a'))), ...(await listLines(tx, 'b', idsOf('b')))]
}

type Found = { readonly order: string | null; readonly rows: OrderRow[] } | { readonly orders: string[] }

async function findLines(tx: Tx, { order, key }: Asked): Promise<Found> {
  if (order !== undefined && key === undefined) return ofOrder(tx, order)
  if (key === undefined || order !== undefined) throw refuse('invalid.orderStory')
  const id = key.slice(1)
  if (key.startsWith('g')) return ofGroup(tx, id)
  const [line] = await listRefs(tx, [toRef(key)])
  if (!line) throw refuse('notFound.orderLine')
  const name = line.parent_order ?? line.order_no
  return name === null ? { order: null, rows: [line] } : ofOrder(tx, name)
}

async function ofOrder(tx: Tx, order: string): Promise<Found> {
  const rows = await listOrder(tx, order, MOST + 1)
  if (rows.length === 0) throw refuse('notFound.order', { value: order })
  return { order, rows }
}

async function ofGroup(tx: Tx, id: string): Promise<Found> {
  if (!(await hasGroup(tx, id))) throw refuse('notFound.orderLine')
  const orders = await listOrdersOf(tx, id, CHOICE)
  const [only] = orders
  if (orders.length > 1) return { orders }
  if (only !== undefined) return ofOrder(tx, only)
  const rows = await listRefs(tx, await listItems(tx, [id], MOST + 1))
  if (rows.length === 0) throw refuse('notFound.orderLine')
  return { order: null, rows }
}

/**
 * What is matched with lines of this order alone belongs to it, under whatever number: the platform's own prefix, a document without
 * one. What is matched with lines of other orders too does not.
 */
async function addMates(tx: Tx, rows: OrderRow[]): Promise<OrderRow[]> {
  const groups = await listGroups(tx, [...new Set(rows.flatMap(({ group_id }) => group_id ?? []))])
  const own = groups.filter(({ id, a_count, b_count }) => {
    const count = (side: 'a' | 'b') => rows.filter(row => row.group_id === id && row.side === side).length
    return (count('a') > 0 && count('a') === a_count) || (count('b') > 0 && count('b') === b_count)
  })
  const known = new Set(rows.map(({ side, id }) => `${side}${id}`))
  const mates = await listItems(
    tx,
    own.map(({ id }) => id),
    MOST + 1,
  )
  return [
    ...rows,
    ...(await listRefs(
      tx,
      mates.filter(({ side, id }) => !known.has(`${side}${id}`)),
    )),
  ]
}

/** The numbers that the other side calls the order by: what goes under them is its own too, as the fees of a platform are. */
async function addOtherNames(tx: Tx, rows: OrderRow[]): Promise<OrderRow[]> {
  const known = new Set(rows.map(({ side, id }) => `${side}${id}`))
  const names = new Set(rows.flatMap(row => row.parent_order ?? row.order_no ?? []))
  const more: OrderRow[] = []
  for (const name of [...names].slice(0, NAMES))
    for (const row of await listOrder(tx, name, MOST + 1)) {
      const key = `${row.side}${row.id}`
      if (!known.has(key)) more.push(row)
      known.add(key)
    }
  return more.length === 0 ? rows : addMates(tx, [...rows, ...more])
}

const toLine = (row: OrderRow): StoryLine => ({
  ...{ key: `${row.side}${row.id}`, side: row.side, minor: BigInt(row.amount_minor), currency: row.currency },
  ...{ status: row.status, class: row.class, isMatched: row.is_matched, isBank: row.is_bank, batch: row.batch },
  ...{ isCarried: row.is_carried, group: row.group_id },
})

const toGroup = (row: Awaited<ReturnType<typeof listGroups>>[number]): StoryGroup => ({
  ...{ id: row.id, state: row.state, aCount: row.a_count, bCount: row.b_count },
  differenceMinor: BigInt(row.difference_minor),
  booking:
    row.booking === null || row.booked_minor === null ? null : { state: row.booking, minor: BigInt(row.booked_minor) },
})

/** Of each bill line: the first voucher of its days that was made after it came. */
async function readVouchers(tx: Tx, rows: readonly OrderRow[]): Promise<ReadonlyMap<string, StoryVoucher | 'later'>> {
  const bills = rows.filter(({ side }) => side === 'a')
  const days = bills.map(({ day, booked_in }) => booked_in ?? day).toSorted()
  const [from] = days
  if (from === undefined) return new Map()
  const vouchers = await listVouchersOf(
    tx,
    [...new Set(bills.map(({ account_id }) => account_id))],
    from,
    days.at(-1) ?? from,
  )
  const found = new Map<string, StoryVoucher | 'later'>()
  for (const bill of bills) {
    const own = vouchers.filter(voucher => isOf(voucher, bill))
    const first = own.find(({ made_us }) => BigInt(made_us) >= BigInt(bill.made_us))
    if (first) found.set(`a${bill.id}`, { id: first.id, number: first.posted_no, state: first.state })
    else if (own.length > 0) found.set(`a${bill.id}`, 'later')
  }
  return found
}

const isOf = (voucher: VoucherRow, { account_id, currency, day, booked_in }: OrderRow): boolean =>
  voucher.account_id === account_id &&
  voucher.currency === currency &&
  (booked_in === null
    ? voucher.day_from <= day && day <= voucher.day_to
    : voucher.day_from === booked_in && voucher.day_to > voucher.day_from)
