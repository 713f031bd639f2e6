import { type Data, editionOf, Failure, isData, parseJson, type StoredGrouping } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { compileGrouping, Refusal } from '../map/index.ts'
import { type RecordPlace, readOriginals } from '../stage/read-originals.ts'

/** A group once more of the rows that it names. null: one of them is no longer kept. */
export async function remakeGroup(
  tx: Tx,
  strategyId: string,
  grouping: StoredGrouping,
  document: Data,
): Promise<Data | Failure | null> {
  const ids = listIds(document)
  const places = await tx.query<RecordPlace>(
    `select r.id, r.page_id, r.page_at, r.ordinal from unnest($2::bigint[]) w(id) cross join lateral find_record_by_id($1, w.id) r`,
    [strategyId, ids],
  )
  const texts = await readOriginals(tx, places)
  const rows = ids.map(id => {
    const text = texts.get(id)
    const value = text === undefined ? null : parseJson(text)
    return isData(value) ? value : null
  })
  if (!rows.every(row => row !== null)) return null
  const made = compileGrouping({ ...grouping, maxLines: undefined }, editionOf(grouping))(rows, { charsLeft: CHARS })
  if (made instanceof Refusal)
    return new Failure({ code: made.code, message: `The group ${made.rule}.`, field: 'source.group' })
  const [group, ...more] = made
  if (!group || more.length > 0) return null
  const own = ['recordIds', 'part', ...grouping.by].flatMap(name => {
    const value = document[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...group, ...Object.fromEntries(own) }
}

/** Texts that join() may make of one group. */
const CHARS = 16_000_000

function listIds(document: Data): string[] {
  const ids = document['recordIds']
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}
