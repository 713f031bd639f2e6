import type { Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Side } from '@sluice/matcher'
import { refuse } from '../../../http/refuse.ts'
import type { Entry, flow, Line } from './contract.ts'
import { describeGroup } from './describe.ts'
import {
  type Beside,
  type EntryPlace,
  type EntrySearch,
  type EntryState,
  listBeside,
  listPlaces,
  listShownItems,
} from './entry-rows.ts'
import { listGroupsById, type StoredGroup } from './group-store.ts'
import { countComments } from './handling-store.ts'
import { listLines } from './line-rows.ts'

type Query = Parsed<(typeof flow)['exportEntries']>['query']

const OPEN: readonly EntryState[] = ['ambiguous', 'only_a', 'only_b']
const meanings: Readonly<Record<'unhandled' | 'different' | 'all', readonly EntryState[]>> = {
  unhandled: ['proposed', ...OPEN],
  different: ['matched', 'proposed', ...OPEN, 'carried'],
  all: ['matched', 'proposed', ...OPEN, 'carried'],
}

export function readSearch(flowId: string, userId: string, query: Query): EntrySearch {
  const { state } = query
  const states = state === 'unhandled' || state === 'different' || state === 'all' ? meanings[state] : [state]
  return {
    ...{ flowId, userId, states, isDifferent: state === 'different', sort: query.sort, isMine: query.mine ?? false },
    ...{ accountId: query.account_id ?? null, from: query.from ?? null, to: query.to ?? null },
    ...{ currency: query.currency ?? null, number: query.number || null, rule: query.rule ?? null },
    kind: query.kind ?? null,
  }
}

export function readPlace(after: string | undefined): EntryPlace | null {
  if (after === undefined) return null
  const [, part, id, key] = /^([abg])(\d{1,19})\|([-+:. \d]{1,40})$/.exec(after) ?? []
  if ((part !== 'a' && part !== 'b' && part !== 'g') || id === undefined || key === undefined)
    throw refuse('invalid.place', { field: 'after', value: after })
  return { part, id, key }
}

export const writePlace = ({ part, id, key }: EntryPlace): string => `${part}${id}|${key}`

/** A page of entries, and the place behind it where there are more. */
export async function listEntries(
  tx: Tx,
  search: EntrySearch,
  place: EntryPlace | null,
  limit: number,
): Promise<{ entries: Entry[]; next: EntryPlace | null }> {
  const found = await listPlaces(tx, search, place, limit + 1)
  const places = found.slice(0, limit)
  return {
    entries: await describePlaces(tx, search.flowId, places),
    next: found.length > limit ? (places.at(-1) ?? null) : null,
  }
}

async function describePlaces(tx: Tx, flowId: string, places: readonly EntryPlace[]): Promise<Entry[]> {
  const idsOf = (part: EntryPlace['part']) => places.filter(place => place.part === part).map(({ id }) => id)
  const groups = new Map((await listGroupsById(tx, idsOf('g'))).map(group => [group.id, group]))
  const items = await listShownItems(tx, idsOf('g'))
  const lines = new Map<string, Line>()
  const besides = new Map<string, Beside>()
  for (const side of ['a', 'b'] as const) {
    const alone = idsOf(side)
    const shown = items.filter(item => item.side === side).map(item => item.line_id)
    for (const line of await listLines(tx, side, [...alone, ...shown])) lines.set(`${side}${line.id}`, line)
    for (const beside of await listBeside(tx, flowId, side, alone)) besides.set(`${side}${beside.id}`, beside)
  }
  const comments = await countComments(
    tx,
    places.map(({ part, id }) => ({ kind: part, id })),
  )
  return places.flatMap(({ part, id }): Entry[] => {
    const key = `${part}${id}`
    const count = comments.get(key) ?? 0
    if (part === 'g') {
      const group = groups.get(id)
      const own = items
        .filter(item => item.group_id === id)
        .flatMap(item => lines.get(`${item.side}${item.line_id}`) ?? [])
      return group === undefined ? [] : [{ key, ...describeMatch(group, own), comments: count }]
    }
    const [line, beside] = [lines.get(key), besides.get(key)]
    return line === undefined || beside === undefined
      ? []
      : [{ key, ...describeAlone(part, line, beside), comments: count }]
  })
}

type Described = Omit<Entry, 'key' | 'comments'>

const describeMatch = (group: StoredGroup, lines: readonly Line[]): Described => ({
  state: group.state === 'confirmed' ? 'matched' : 'proposed',
  currency: group.currency,
  occurred_at: group.occurred_at,
  a: { lines: lines.filter(({ side }) => side === 'a'), count: group.a_count, minor: group.a_minor },
  b: { lines: lines.filter(({ side }) => side === 'b'), count: group.b_count, minor: group.b_minor },
  difference_minor: group.difference_minor,
  group: describeGroup(group),
  exception: null,
})

const NOTHING = { lines: [], count: 0, minor: '0' }

function describeAlone(side: Side, line: Line, { state, exception }: Beside): Described {
  const own = { lines: [line], count: 1, minor: line.amount_minor }
  return {
    ...{ state, exception, currency: line.currency, occurred_at: line.occurred_at, group: null },
    a: side === 'a' ? own : NOTHING,
    b: side === 'b' ? own : NOTHING,
    difference_minor: side === 'a' ? line.amount_minor : String(-BigInt(line.amount_minor)),
  }
}
