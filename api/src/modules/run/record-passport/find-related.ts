import type { PassportRecord } from './contract.ts'
import type { LifeRow } from './store.ts'

/** A record, how it belongs and through which other. */
export interface RelatedRecord {
  readonly row: LifeRow
  readonly relation: PassportRecord['relation']
  readonly via: string | null
}

/** A document goes from shop to ERP to warehouse: so many steps from the one that was asked about are followed. */
const STEPS = 3
const MOST_RECORDS = 24
const MOST_ROWS = 12
/** So many rows have to be asked for, to know whether there are more than are told. */
export const ASKED_ROWS = MOST_ROWS + 1

/** What one record and others are made of. */
export interface Joined {
  readonly documents: readonly LifeRow[]
  readonly rows: readonly LifeRow[]
}

/**
 * All records that tell of the same thing, from one on: the documents it lies in or the rows it is made of, those found by
 * its number, key and target key and by those of its documents, then by theirs. `find` answers the records whose number or
 * key is one of the texts.
 */
export async function findRelated(
  self: LifeRow,
  { documents, rows }: Joined,
  find: (texts: readonly string[]) => Promise<readonly LifeRow[]>,
): Promise<{ readonly records: readonly RelatedRecord[]; readonly isCut: boolean }> {
  const records = new Map<string, RelatedRecord>([[self.id, { row: self, relation: 'self', via: null }]])
  for (const row of documents) records.set(row.id, { row, relation: 'group', via: self.id })
  for (const row of rows.slice(0, MOST_ROWS)) records.set(row.id, { row, relation: 'row', via: self.id })
  const asked = new Set<string>()
  let frontier: readonly LifeRow[] = [self, ...documents]
  let isCut = rows.length > MOST_ROWS
  for (let step = 0; step < STEPS && frontier.length > 0; step += 1) {
    const texts = frontier.flatMap(listTexts).filter(text => !asked.has(text))
    if (texts.length === 0) break
    for (const text of texts) asked.add(text)
    const found = (await find([...new Set(texts)])).filter(row => !records.has(row.id))
    frontier = []
    for (const row of found) {
      const related = relate(row, records)
      if (!related) continue
      if (records.size >= MOST_RECORDS) {
        isCut = true
        continue
      }
      records.set(row.id, related)
      frontier = [...frontier, row]
    }
  }
  return { records: [...records.values()], isCut }
}

const listTexts = ({ number, key, target_key }: LifeRow): string[] =>
  [number, key, target_key].flatMap(text => (text === null || text === '' ? [] : [text]))

/** By the first of the known records it belongs to. */
function relate(row: LifeRow, known: ReadonlyMap<string, RelatedRecord>): RelatedRecord | null {
  for (const { row: other } of known.values()) {
    const relation = relateTo(row, other)
    if (relation) return { row, relation, via: other.id }
  }
  return null
}

/**
 * Keys are often plain counters: the customer 42 has nothing to do with the order 42. So a key counts among records of the
 * same source, and as a target's key where the other strategy reads what this one writes. A business number counts anywhere.
 */
function relateTo(row: LifeRow, other: LifeRow): PassportRecord['relation'] | null {
  if (row.number !== null && (row.number === other.number || row.number === other.key)) return 'number'
  if (other.number !== null && row.key === other.number) return 'number'
  if (isWrittenTo(other, row)) return 'downstream'
  if (isWrittenTo(row, other)) return 'upstream'
  const isOneSource =
    row.source_connector_id !== null &&
    row.source_connector_id === other.source_connector_id &&
    row.source_resource === other.source_resource
  return row.key === other.key && isOneSource && row.strategy_id !== other.strategy_id ? 'key' : null
}

/** What `first` is called at its target is what `next` is called at its source. */
const isWrittenTo = (first: LifeRow, next: LifeRow): boolean =>
  first.target_key !== null &&
  (next.key === first.target_key || next.number === first.target_key) &&
  first.target_connector_id !== null &&
  first.target_connector_id === next.source_connector_id
