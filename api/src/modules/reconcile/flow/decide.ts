import { exponentOf, sayMinor } from '@sluice/bills'
import { newId } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { approveAdjustment, findSubmitted, hasItem, insertAdjustment, undoAdjustment } from './adjustment-store.ts'
import type { Group } from './contract.ts'
import { describeGroup } from './describe.ts'
import {
  decideGroup,
  deleteExceptions,
  findGroup,
  holdGroup,
  insertItems,
  insertManualGroup,
  releaseItems,
  type StoredGroup,
} from './group-store.ts'
import { findTaken } from './handling-store.ts'
import { type HeldLine, holdLines, moveLines } from './line-rows.ts'
import { findRunRule } from './run-store.ts'

const auditOf = (group: StoredGroup) => ({
  objectType: 'reconMatch',
  objectId: group.id,
  objectName: group.rule,
  before: { state: group.state },
})

/** @throws Failure `notFound.reconGroup` */
export async function requireGroup(tx: Tx, id: string): Promise<StoredGroup> {
  const group = await findGroup(tx, id)
  if (!group) throw refuse('notFound.reconGroup')
  return group
}

/** As it stands while nobody else decides on it. */
async function hold(tx: Tx, id: string): Promise<StoredGroup> {
  await holdGroup(tx, id)
  return requireGroup(tx, id)
}

/** Somebody decided on it since the reader saw it: who, when, and what. */
const refuseDecided = ({ state, decided_by, decided_at }: StoredGroup) =>
  refuse(state === 'revoked' ? 'conflict.reconRevoked' : 'conflict.reconConfirmed', {
    value: sayWho(decided_by, decided_at),
    content: [{ state, username: decided_by ?? '', at: decided_at }],
  })

/** The instant is written on the reader's clock. */
const sayWho = (name: string | null, at: string | null): string => [name ?? 'Sluice', at].filter(Boolean).join(' · ')

/** A second press, and whoever comes second, are told what the first one did. */
export const confirmGroup = (id: string, ctx: RouteContext, flowId?: string): Promise<Group> =>
  ctx.tenant(async tx => {
    const { userId } = ctx.principal
    const group = await hold(tx, id)
    if (flowId !== undefined && group.flow_id !== flowId) throw refuse('notFound.reconGroup')
    if (group.state !== 'proposed') throw refuseDecided(group)
    const submitted = await findSubmitted(tx, id)
    if (submitted?.maker === userId) throw refuse('conflict.reconOwnAdjustment')
    await move(tx, group, 'proposed', 'matched')
    const booked = submitted ? await approveAdjustment(tx, id, userId) : await bookDifference(tx, group, userId)
    await decideGroup(tx, { id, state: 'confirmed', userId, reason: '' })
    await ctx.audit(tx, { ...auditOf(group), after: { state: 'confirmed', ...(booked > 0 && bookingOf(group)) } })
    return describeGroup(await requireGroup(tx, id))
  })

const bookingOf = ({ difference_minor, currency }: StoredGroup) => ({ booked_minor: difference_minor, currency })

/** What a rule allows two sides to differ by goes where the rule says, approved by who confirms. @returns how many */
async function bookDifference(tx: Tx, group: StoredGroup, userId: string): Promise<number> {
  if (group.difference_minor === '0' || group.run_id === null) return 0
  const rule = await findRunRule(tx, group.run_id, group.rule)
  if (rule?.kind !== 'tolerance') return 0
  return insertAdjustment(tx, {
    ...{ id: newId(), flowId: group.flow_id, groupId: group.id, item: rule.item, amountMinor: group.difference_minor },
    ...{ currency: group.currency, reason: '', maker: null, checker: userId },
  })
}

export const revokeGroup = (id: string, reason: string, ctx: RouteContext): Promise<Group> =>
  ctx.tenant(async tx => {
    const group = await hold(tx, id)
    if (group.state === 'revoked') throw refuseDecided(group)
    await move(tx, group, group.state === 'proposed' ? 'proposed' : 'matched', 'open')
    await releaseItems(tx, id)
    await undoAdjustment(tx, id, ctx.principal.userId)
    await decideGroup(tx, { id, state: 'revoked', userId: ctx.principal.userId, reason })
    await ctx.audit(tx, { ...auditOf(group), after: { state: 'revoked', reason } })
    return describeGroup(await requireGroup(tx, id))
  })

/** @throws Failure `conflict.linesTaken` where a line is in another state, as those of a closed period are */
async function move(tx: Tx, group: StoredGroup, from: string, to: string): Promise<void> {
  if ((await moveLines(tx, group.id, from, to)) < group.a_count + group.b_count) throw refuse('conflict.linesTaken')
}

export interface ManualMatch {
  readonly a: readonly string[]
  readonly b: readonly string[]
  readonly reason: string
  readonly item: string | null
}

export async function matchByHand(flowId: string, given: ManualMatch, ctx: RouteContext): Promise<Group> {
  try {
    return await ctx.tenant(tx => matchLines(tx, flowId, given, ctx))
  } catch (error) {
    throw isUniqueViolation(error, 'match_item_once') ? refuse('conflict.linesTaken') : error
  }
}

/** Equal sums are matched at once; a difference is booked, and its lines are proposed until somebody else approves. */
async function matchLines(
  tx: Tx,
  flowId: string,
  { a, b, reason, item }: ManualMatch,
  ctx: RouteContext,
): Promise<Group> {
  const { userId } = ctx.principal
  const lines = { a: await requireOpen(tx, flowId, 'a', a), b: await requireOpen(tx, flowId, 'b', b) }
  const all = [...lines.a, ...lines.b]
  const currencies = [...new Set(all.map(({ currency }) => currency))]
  if (currencies.length > 1) throw refuse('invalid.reconCurrencies', { value: currencies.join(', ') })
  const currency = currencies[0]! // there is a line
  const [sumA, sumB] = [sumUp(lines.a), sumUp(lines.b)]
  const difference = BigInt(sumA.minor) - BigInt(sumB.minor)
  await requireBooking(tx, item, { difference, currency })
  const days = all.map(({ day }) => day).toSorted()
  const isPending = difference !== 0n
  const id = await insertManualGroup(tx, {
    ...{ flowId, reason, userId, currency, a: sumA, b: sumB, isPending },
    at: all.map(line => line.occurred_at).toSorted()[0]!, // there is a line
    days: [days[0]!, days.at(-1)!],
  })
  for (const side of ['a', 'b'] as const) {
    const own = lines[side]
    await insertItems(...([tx, id, side, own.map(line => line.id), own.map(line => line.amount_minor)] as const))
  }
  const group = await requireGroup(tx, id)
  await move(tx, group, 'open', isPending ? 'proposed' : 'matched')
  if (isPending && item !== null)
    await insertAdjustment(tx, {
      ...{ id: newId(), flowId, groupId: id, item, amountMinor: String(difference), currency, reason },
      ...{ maker: userId, checker: null },
    })
  await deleteExceptions(tx, flowId, id)
  await ctx.audit(tx, { ...auditOf(group), after: { a, b, reason, item, difference_minor: group.difference_minor } })
  return describeGroup(await requireGroup(tx, id))
}

interface Booking {
  readonly difference: bigint
  readonly currency: string
}

async function requireBooking(tx: Tx, item: string | null, { difference, currency }: Booking): Promise<void> {
  if (difference === 0n) return
  if (item === null)
    throw refuse('invalid.reconDifference', {
      field: 'item',
      value: `${sayMinor(difference, exponentOf(currency))} ${currency}`,
    })
  if (!(await hasItem(tx, item))) throw refuse('notFound.accountingItem')
}

/** All of them, open and held. @throws Failure `conflict.reconTaken`: who took the first that is not, and when */
export async function requireOpen(
  tx: Tx,
  flowId: string,
  side: 'a' | 'b',
  ids: readonly string[],
): Promise<HeldLine[]> {
  const wanted = [...new Set(ids)]
  const lines = await holdLines(tx, flowId, side, wanted)
  const missing = wanted.find(id => !lines.some(line => line.id === id))
  if (missing !== undefined) throw refuse('notFound.reconLine', { value: missing })
  if (lines.every(line => line.status === 'open')) return lines
  const taken = await findTaken(tx, side, wanted)
  throw taken
    ? refuse('conflict.reconTaken', {
        value: `${taken.number} · ${sayWho(taken.by, taken.at)}`,
        content: [{ number: taken.number, state: taken.state, username: taken.by ?? '', at: taken.at }],
      })
    : refuse('conflict.linesTaken')
}

const sumUp = (lines: readonly HeldLine[]) => ({
  count: String(lines.length),
  minor: String(lines.reduce((sum, line) => sum + BigInt(line.amount_minor), 0n)),
})
