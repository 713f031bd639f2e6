import type { Tx } from '@sluice/db'
import type { PackageCard } from '../../../packaging/index.ts'
import { CANDIDATES } from './store.ts'

interface Member {
  readonly name: string
  readonly publisher_key: string
}

export interface CollectionRow {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly position: number
  readonly lock: number
  readonly members: readonly Member[]
}

const ROW = 'id, title, summary, position, lock, members'

export const listCollections = (tx: Tx): Promise<CollectionRow[]> =>
  tx.query(`select ${ROW} from market_collection order by position, title, id`)

/** Of packages that stand in a collection, those that the tenant may install. */
export const listMembers = (
  tx: Tx,
  delivered: string,
): Promise<(Member & { readonly card: PackageCard; readonly platforms: readonly string[] })[]> =>
  tx.query(
    `with ${CANDIDATES} select distinct on (c.name, c.publisher_key) c.name, c.publisher_key, c.card, c.platforms
       from candidates c join market_collection m on true
       join jsonb_to_recordset(m.members) as x(name text, publisher_key text)
         on x.name = c.name and x.publisher_key = c.publisher_key
      order by c.name, c.publisher_key, c.changed_at desc nulls last`,
    [delivered],
  )

export type CollectionWrite = Omit<CollectionRow, 'lock'>

const valuesOf = (row: CollectionWrite) => [row.id, row.title, row.summary, row.position, JSON.stringify(row.members)]

export const insertCollection = (tx: Tx, row: CollectionWrite): Promise<number> =>
  tx.execute(
    'insert into market_collection (id, title, summary, position, members) values ($1, $2, $3, $4, $5)',
    valuesOf(row),
  )

/** 0: it is not there, or somebody saved it meanwhile. */
export const updateCollection = (tx: Tx, row: CollectionWrite, lock: number): Promise<number> =>
  tx.execute(
    `update market_collection set title = $2, summary = $3, position = $4, members = $5, lock = lock + 1, updated_at = now()
      where id = $1 and lock = $6`,
    [...valuesOf(row), lock],
  )

export async function findCollection(tx: Tx, id: string): Promise<CollectionRow | undefined> {
  const [row] = await tx.query<CollectionRow>(`select ${ROW} from market_collection where id = $1`, [id])
  return row
}

export const deleteCollection = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from market_collection where id = $1', [id])

export async function countCollections(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select count(*)::int as count from market_collection')
  return row?.count ?? 0
}
