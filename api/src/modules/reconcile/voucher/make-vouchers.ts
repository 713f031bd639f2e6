import { createHash } from 'node:crypto'
import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { lockAccount } from '../recon-account/index.ts'
import {
  findDays,
  findOld,
  findOverlap,
  type ItemSum,
  insertVoucher,
  listMade,
  type Made,
  type NewRow,
  sumBooked,
  sumItems,
  voidDrafts,
} from './store.ts'

export interface Asked {
  readonly accountId: string
  /** `2026-03`, or a day of it. */
  readonly period: string
  readonly userId: string
  readonly now: () => number
}

/**
 * Drafts of what the days sum up to, one of each currency. The same sums answer with the voucher that is there. Others replace a
 * draft; what was taken or posted stays, and only what has changed since is booked.
 */
export async function makeVouchers(tx: Tx, asked: Asked): Promise<string[]> {
  const { accountId, period } = asked
  const account = await lockAccount(tx, accountId)
  if (!account) throw refuse('notFound.reconAccount')
  const [from, to] = daysOf(period)
  await requireOver(tx, accountId, period, from, to)
  const overlap = await findOverlap(tx, accountId, from, to)
  if (overlap)
    throw refuse('conflict.voucherOverlap', { field: 'period', value: `${overlap.day_from} – ${overlap.day_to}` })
  const sums = await sumItems(tx, accountId, from, to)
  requireSubjects(sums)
  const made = await listMade(tx, accountId, from, to)
  const currencies = new Set([...sums.map(({ currency }) => currency), ...made.map(({ currency }) => currency)])
  const ids: string[] = []
  for (const currency of [...currencies].toSorted()) {
    const own = {
      sums: sums.filter(sum => sum.currency === currency),
      made: made.filter(each => each.currency === currency),
    }
    ids.push(await makeOne(tx, { ...asked, from, to, currency, ...own }))
  }
  if (ids.length === 0) throw refuse('invalid.voucherEmpty', { field: 'period', value: period })
  return ids
}

interface One extends Asked {
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly sums: readonly ItemSum[]
  readonly made: readonly Made[]
}

async function makeOne(tx: Tx, { accountId, userId, now, from, to, currency, sums, made }: One): Promise<string> {
  const said = sums.map(({ item_id, source, minor, debit, credit }) => [item_id, source, minor, debit, credit])
  const hash = createHash('sha256').update(JSON.stringify(said)).digest()
  const open = made.filter(({ state, is_reversal }) => state !== 'reversed' && !is_reversal)
  const latest = open.find(({ state }) => state !== 'void')
  if (latest?.content_hash.equals(hash)) return latest.id
  // What was taken back and what takes it back make nothing together, whether the ledger has the second already or not.
  const kept = made
    .filter(({ state, is_reversal }) => state !== 'void' && (state !== 'draft' || is_reversal))
    .map(({ id }) => id)
  const rows = await toRows(tx, sums, kept)
  await voidDrafts(
    tx,
    open.map(({ id }) => id),
  )
  // Changed and changed back: those that were taken say it all.
  if (rows.length === 0 && kept[0] !== undefined) return kept[0]
  const id = newId(now())
  const version = (made[0]?.version ?? 0) + 1
  await insertVoucher(tx, { id, accountId, from, to, currency, version, hash, userId }, rows)
  return id
}

/** What is not booked yet. An amount goes from the item's credit to its debit, and back where it is the other way round. */
async function toRows(tx: Tx, sums: readonly ItemSum[], kept: readonly string[]): Promise<NewRow[]> {
  const booked = new Map((await sumBooked(tx, kept)).map(row => [`${row.item_id}${row.source}`, BigInt(row.minor)]))
  const rows: NewRow[] = []
  for (const { item_id, source, direction, debit, credit, minor } of sums) {
    if (item_id === null) continue // refused before
    const signed = BigInt(minor) - (booked.get(`${item_id}${source}`) ?? 0n)
    booked.delete(`${item_id}${source}`)
    if (signed !== 0n) rows.push(toRow({ itemId: item_id, source, debit, credit }, signed, direction))
  }
  for (const [key, minor] of booked) {
    if (minor === 0n) continue
    const [itemId, source] = [key.slice(0, 36), key.slice(36)]
    const old = await findOld(tx, kept, itemId, source)
    if (old) rows.push(toRow({ itemId, source, ...old }, -minor, old.direction))
  }
  return rows
}

const toRow = (
  of: Pick<NewRow, 'itemId' | 'source' | 'debit' | 'credit'>,
  signed: bigint,
  direction: ItemSum['direction'],
): NewRow => {
  const isNatural = direction === 'out' ? signed < 0n : signed > 0n
  const amountMinor = String(signed < 0n ? -signed : signed)
  const [debit, credit] = isNatural ? [of.debit, of.credit] : [of.credit, of.debit]
  return { itemId: of.itemId, source: of.source, debit, credit, amountMinor, signedMinor: String(signed) }
}

/** First and last day. */
function daysOf(period: string): [from: string, to: string] {
  if (period.length > 7) return [period, period]
  const [year = 0, month = 0] = period.split('-').map(part => Number.parseInt(part, 10))
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return [`${period}-01`, `${period}-${days}`]
}

async function requireOver(tx: Tx, accountId: string, period: string, from: string, to: string): Promise<void> {
  const days = await findDays(tx, accountId, from)
  if (period.length === 7 && days?.state !== 'closed')
    throw refuse('conflict.voucherMonth', { field: 'period', value: period })
  if (days?.state === 'archived') throw refuse('conflict.voucherMonth', { field: 'period', value: period })
  if (to >= (days?.today ?? '')) throw refuse('invalid.voucherDay', { field: 'period', value: period })
}

function requireSubjects(sums: readonly ItemSum[]): void {
  const used = sums.filter(({ minor }) => minor !== '0')
  if (used.some(({ item_id }) => item_id === null)) throw refuse('conflict.voucherUnclassified')
  const bare = used.filter(({ debit, credit }) => debit === '' || credit === '').map(({ item }) => item ?? '')
  if (bare.length > 0) throw refuse('conflict.voucherSubjects', { value: [...new Set(bare)].join(', ') })
}
