import { type Data, isData, parseJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { findGrouped, findGroupers, type GroupingStrategy } from '../sql/group-rows.ts'
import { type RecordPlace, readOriginals } from '../stage/read-originals.ts'
import { recordKey } from '../stage/record-key.ts'
import { MOST_GROUP_ROWS, readHead } from './read-groups.ts'

export interface RecordAt {
  readonly strategyId: string
  readonly id: string
}

export interface RowsOfGroup {
  readonly strategyId: string
  readonly ids: readonly string[]
}

/**
 * The records of other strategies that are groups with this one among their rows. Each is looked up by the key that its
 * rows give it; a strategy whose key has more than what is grouped by is left out, for one row does not tell the rest.
 */
export async function findGroupsOf(tx: Tx, { strategyId, id }: RecordAt): Promise<RecordAt[]> {
  const groupers = await findGroupers(tx, strategyId)
  if (groupers.length === 0) return []
  const row = await readData(tx, await findPlace(tx, 'find_record_by_id($1, $2::bigint)', strategyId, id))
  if (!row) return []
  const found: RecordAt[] = []
  for (const grouper of groupers) {
    const groupId = await findGroup(tx, grouper, row, id)
    if (groupId !== null) found.push({ strategyId: grouper.id, id: groupId })
  }
  return found
}

/** The rows that a group is made of, the first of them. */
export async function findRowsOf(tx: Tx, { strategyId, id }: RecordAt, limit: number): Promise<RowsOfGroup | null> {
  const rowsId = await findGrouped(tx, strategyId)
  if (rowsId === null) return null
  const group = await readData(tx, await findPlace(tx, 'find_record_by_id($1, $2::bigint)', strategyId, id))
  return { strategyId: rowsId, ids: listRowIds(group).slice(0, limit) }
}

async function findPlace(tx: Tx, from: string, strategyId: string, wanted: string): Promise<RecordPlace | null> {
  const [place] = await tx.query<RecordPlace>(
    `select id, page_id, page_at, ordinal from ${from} where not is_deleted`,
    [strategyId, wanted],
  )
  return place ?? null
}

async function readData(tx: Tx, place: RecordPlace | null): Promise<Data | null> {
  const text = place ? (await readOriginals(tx, [place])).get(place.id) : undefined
  const data = text === undefined ? null : parseJson(text)
  return isData(data) ? data : null
}

const listRowIds = (group: Data | null): readonly string[] => {
  const ids = group?.['recordIds']
  return Array.isArray(ids) ? ids.filter(each => typeof each === 'string') : []
}

/** Parts hold the rows in their order, so the one wanted is found in as many steps as their number has binary digits. */
async function findGroup(tx: Tx, { id: strategyId, config }: GroupingStrategy, row: Data, rowId: string) {
  const { group, key: fields } = config.source
  if (!group) return null
  const { by, maxLines } = group
  const head = readHead(row, by)
  let [low, high] = [1, maxLines === undefined ? 1 : Math.ceil(MOST_GROUP_ROWS / maxLines)]
  while (low <= high) {
    const part = Math.floor((low + high) / 2)
    const key = recordKey(maxLines === undefined ? head : { ...head, part }, fields)
    if (typeof key !== 'string') return null
    const place = await findPlace(tx, 'find_record_by_key($1, $2)', strategyId, key)
    const data = await readData(tx, place)
    const ids = listRowIds(data)
    // What is no longer kept cannot say which rows it has; a group in one piece has them all.
    const isIt = ids.includes(rowId) || (data === null && maxLines === undefined)
    if (place && isIt) return place.id
    const last = ids.at(-1)
    if (last !== undefined && BigInt(rowId) > BigInt(last)) low = part + 1
    else high = part - 1
  }
  return null
}
