import { isData, parseJson, toText, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import {
  type BoundMapping,
  type FindAnswer,
  type FindRecords,
  type FindWant,
  findWay,
  type LoadedStrategy,
  recordFields,
} from '../map/index.ts'
import { type FoundPlace, findPlacesBy, readBodies } from '../sql/find-rows.ts'
import { type StoredRows, unpackRows } from '../stage/page-codec.ts'
import { readPath } from '../stage/read-path.ts'
import { toNumberText } from '../stage/read-row.ts'

type InTenant = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Pages kept open for the pages that follow, for a page never changes: packed 6 MB, opened some ten times that. */
const KEPT_BYTES = 6_000_000
const BODIES_AT_ONCE = 32

/**
 * Answers the look-ups of a mapping into other strategies of the tenant: a page asks each strategy once for the places
 * of all its records, and reads the pages they lie in only where more is wanted than the index knows.
 */
export function createFinder(tenant: InTenant, tenantId: string, { strategies = [] }: BoundMapping): FindRecords {
  const kept = new Pages()
  return async wants => {
    const found = new Map<string, FindAnswer>()
    for (const group of groupWants(wants, strategies)) {
      const read = await tenant(async tx => {
        const places = await findPlacesBy(tx, { tenantId, strategyId: group.strategyId }, group.by, [
          ...group.asked.keys(),
        ])
        const candidates = Map.groupBy(places, place => place.wanted)
        const needed = places.filter(({ wanted }) => group.asked.get(wanted)?.some(({ needsBody }) => needsBody))
        return { candidates, texts: await kept.read(tx, tenantId, needed) }
      })
      for (const [wanted, asking] of group.asked)
        for (const each of asking) found.set(each.id, answer(each, read.candidates.get(wanted) ?? [], read.texts))
    }
    return found
  }
}

/** Records of one strategy that are found by the same index. */
interface Group {
  readonly strategyId: string
  readonly by: 'key' | 'number'
  /** By the key or number that is asked for. */
  readonly asked: Map<string, Asking[]>
}

interface Asking {
  readonly id: string
  readonly want: FindWant
  /** Equalities that the index has not told. */
  readonly rest: readonly (readonly [field: string, text: string])[]
  readonly needsBody: boolean
}

function groupWants(wants: ReadonlyMap<string, FindWant>, strategies: readonly LoadedStrategy[]): Iterable<Group> {
  const groups = new Map<string, Group>()
  for (const [id, want] of wants) {
    const strategy = strategies.find(each => each.id === want.strategyId)
    const way =
      strategy &&
      findWay(
        want.where.map(([field]) => field),
        strategy,
      )
    // Compiling has refused both.
    if (!strategy || !way) throw new Error(`looking into the strategy ${want.strategyId} in no way`)
    const texts = way.fields.map(field => want.where.find(([name]) => name === field)![1]) // the way names conditions
    const whole = texts.length === 1 ? texts[0]! : JSON.stringify(texts) // a way has fields; as in recordKey
    // No record has such a key, and the database takes no such text.
    if (way.by === 'key' && (whole.includes('\0') || !whole.isWellFormed())) continue
    const wanted = way.by === 'key' ? whole : toNumberText(whole)
    if (wanted === null) continue
    const told = wanted === whole ? new Set(way.fields) : new Set<string>()
    const rest = want.where.filter(([field, text]) => !told.has(field) || text !== texts[way.fields.indexOf(field)])
    const needsBody = [...want.take, ...rest.map(([field]) => field)].some(field => !isOfRecord(field))
    const name = `${want.strategyId}/${way.by}`
    const group = groups.get(name) ?? { strategyId: want.strategyId, by: way.by, asked: new Map<string, Asking[]>() }
    groups.set(name, group)
    const asking = group.asked.get(wanted) ?? []
    group.asked.set(wanted, asking)
    asking.push({ id, want, rest, needsBody })
  }
  return groups.values()
}

const isOfRecord = (field: string): boolean => recordFields.some(name => name === field)

const readField = (place: FoundPlace, data: Value | undefined, field: string): Value | undefined => {
  if (field === '$key') return place.key
  if (field === '$number') return place.number
  if (field === '$target') return place.target_key
  return isData(data) ? readPath(data, field) : undefined
}

function answer(
  { want, rest, needsBody }: Asking,
  places: readonly FoundPlace[],
  texts: ReadonlyMap<string, string>,
): FindAnswer {
  // Keys and numbers of an older configuration may be other fields: where the record is read, it decides.
  const fits = places.flatMap(place => {
    const text = needsBody ? texts.get(place.id) : undefined
    const data = text === undefined ? undefined : parseJson(text)
    const equalities = data === undefined ? rest : want.where
    const isEqual = equalities.every(([field, text]) => toText(readField(place, data, field)) === text)
    return isEqual ? [{ place, data }] : []
  })
  const newest = fits.reduce<(typeof fits)[number] | undefined>(
    (best, each) => (best && BigInt(best.place.id) > BigInt(each.place.id) ? best : each),
    undefined,
  )
  if (!newest) return { hits: 0, record: null, values: {} }
  const { place, data } = newest
  const values = [...want.take].flatMap((field): [string, Value][] => {
    const value = readField(place, data, field)
    return value === undefined ? [] : [[field, value]]
  })
  const { id, key, number } = place
  return { hits: fits.length, record: { id, key, number }, values: Object.fromEntries(values) }
}

/** Pages as they were read, opened; the oldest are forgotten first. */
class Pages {
  readonly #opened = new Map<string, { readonly rows: StoredRows; readonly packedBytes: number }>()
  #packedBytes = 0

  /** JSON texts of these records by id; one whose page is no longer kept has none. */
  async read(tx: Tx, tenantId: string, places: readonly FoundPlace[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>()
    const pages = [...Map.groupBy(places, place => place.page_id)]
    for (let start = 0; start < pages.length; start += BODIES_AT_ONCE) {
      const some = pages.slice(start, start + BODIES_AT_ONCE)
      const lacking = some.flatMap(([id, [place]]) => (place && !this.#opened.has(id) ? [place] : []))
      const bodies = lacking.length === 0 ? [] : await readBodies(tx, tenantId, lacking)
      const opened = new Map(
        await Promise.all(bodies.map(async ({ id, body }) => [id, await unpackRows(body)] as const)),
      )
      for (const [id, group] of some) {
        const rows = this.#opened.get(id)?.rows ?? opened.get(id)
        if (rows) takeTexts(rows, group, texts)
      }
      for (const { id, body } of bodies) this.#keep(id, opened.get(id)!, body.length) // opened above
    }
    return texts
  }

  #keep(id: string, rows: StoredRows, packedBytes: number): void {
    this.#opened.set(id, { rows, packedBytes })
    this.#packedBytes += packedBytes
    for (const [oldest, page] of this.#opened) {
      if (this.#packedBytes <= KEPT_BYTES) break
      this.#opened.delete(oldest)
      this.#packedBytes -= page.packedBytes
    }
  }
}

function takeTexts(rows: StoredRows, places: readonly FoundPlace[], texts: Map<string, string>): void {
  for (const { id, ordinal } of places) {
    const text = rows.text(ordinal)
    if (text !== undefined) texts.set(id, text)
  }
}
