import { type Data, isData, type Mapping, type MappingField, parseJson, toJson, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type BoundMapping, type MapOutcome, type Mapper, showJson } from '../map/index.ts'
import { openMapper } from '../record/open-mapper.ts'
import { readPublished } from '../sql/strategy-rows.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { type RecordPlace, readOriginals } from '../stage/read-originals.ts'
import { siftApart } from './judge-apart.ts'
import type { FieldTrial, StrategyDeps, Trial, TrialExample, TrialRequest } from './strategies.ts'

/** Texts beyond this end a trial early: it is somebody waiting at a screen. */
export const MAX_CHARS = 100_000_000
const EXAMPLES = 3

/**
 * Runs a mapping over the records that a strategy stored last; nothing is written. Beside it the saved mapping, so that
 * it is seen which fields come out otherwise than before.
 */
export async function tryMapping(
  deps: StrategyDeps,
  tenantId: string,
  request: TrialRequest,
  signal?: AbortSignal,
): Promise<Trial> {
  const { places, saved, bound } = await deps.database.withTenant(tenantId, async tx => {
    const places = await listLatest(tx, tenantId, request)
    const { config } = await readPublished(tx, tenantId, request.strategyId)
    const saved = await bindMaps(tx, tenantId, config.mapping)
    return { places, saved, bound: await bindMaps(tx, tenantId, request.mapping) }
  })
  const sifted = await siftApart(tenantId, bound)
  const mapper = await openMapper(deps, tenantId, sifted.mapping)
  const before = await openSaved(deps, tenantId, saved)
  const tally = new Tally(request.mapping)
  let chars = 0
  try {
    for (const group of Map.groupBy(places, place => place.page_id).values()) {
      if (chars > MAX_CHARS) break
      signal?.throwIfAborted()
      const page = await readGroup(deps, tenantId, group)
      chars += page.chars
      tally.gone += group.length - page.rows.length
      const rows = page.rows.map(row => row.data)
      const outcomes = await mapper.mapPage(rows, signal)
      const saved = before ? await before.mapPage(rows, signal) : null
      for (const [index, { place }] of page.rows.entries()) tally.add(place, outcomes[index]!, saved?.[index] ?? null) // one outcome per row
    }
  } finally {
    mapper.close()
    before?.close()
  }
  return { ...tally.sum(), problems: sifted.problems, isCut: chars > MAX_CHARS }
}

export interface LatestPlace extends RecordPlace {
  readonly key: string
  readonly number: string | null
}

/** Newest first; a record that never came with a page (deleted at the source) has nothing to map. */
export const listLatest = (
  tx: Tx,
  tenantId: string,
  { strategyId, limit }: Pick<TrialRequest, 'strategyId' | 'limit'>,
): Promise<LatestPlace[]> =>
  tx.query<LatestPlace>(
    `select id, key, number, page_id, page_at, ordinal from (
       (select id, key, number, page_id, page_at, ordinal, updated_at from record_state
         where tenant_id = $1 and strategy_id = $2 and ordinal >= 0 order by updated_at desc limit $3)
       union all
       (select r.id, r.key, r.number, r.page_id, r.page_at, r.ordinal, r.updated_at
          from record_block b cross join lateral open_block(b) r
         where b.tenant_id = $1 and b.strategy_id = $2 order by b.created_at desc, r.id desc limit $3)) latest
      order by updated_at desc, id desc limit $3`,
    [tenantId, strategyId, limit],
  )

/** A saved mapping whose value map is gone cannot run: then nothing is compared. */
async function openSaved(deps: StrategyDeps, tenantId: string, saved: BoundMapping): Promise<Mapper | null> {
  try {
    return await openMapper(deps, tenantId, saved)
  } catch {
    return null
  }
}

interface TrialPage {
  readonly rows: readonly { readonly place: LatestPlace; readonly data: Data }[]
  readonly chars: number
}

export async function readGroup(
  deps: StrategyDeps,
  tenantId: string,
  group: readonly LatestPlace[],
): Promise<TrialPage> {
  const texts = await deps.database.withTenant(tenantId, tx => readOriginals(tx, group))
  let chars = 0
  const rows = group.flatMap(place => {
    const text = texts.get(place.id)
    chars += text?.length ?? 0
    const data = text === undefined ? undefined : parseJson(text)
    return isData(data) ? [{ place, data }] : []
  })
  return { rows, chars }
}

interface FieldTally {
  errors: number
  changed: number
  readonly examples: TrialExample[]
  readonly changes: TrialExample[]
}

class Tally {
  records = 0
  refused = 0
  changed = 0
  /** Records whose page is no longer kept. */
  gone = 0
  readonly #fields = new Map<string, FieldTally>()

  constructor({ fields }: Mapping) {
    for (const path of listPaths(fields, '')) this.#field(path)
  }

  add(place: LatestPlace, outcome: MapOutcome, saved: MapOutcome | null): void {
    this.records++
    if (outcome.kind === 'mapped') {
      if (saved?.kind === 'mapped' && this.#compare(place, outcome.data, saved.data)) this.changed++
      return
    }
    this.refused++
    // Several lines of one record are one record in error.
    const seen = new Set<string>()
    for (const { field: exact, message, value } of outcome.problems) {
      const path = exact.replace(/\[\d+\]/g, '[]')
      if (seen.has(path)) continue
      seen.add(path)
      const field = this.#field(path)
      field.errors++
      if (field.examples.length < EXAMPLES)
        field.examples.push({ ...describePlace(place), message, value: value ?? null, before: null })
    }
  }

  #compare(place: LatestPlace, data: Data, saved: Data): boolean {
    let isChanged = false
    for (const name of new Set([...Object.keys(data), ...Object.keys(saved)])) {
      if (textOf(data[name]) === textOf(saved[name])) continue
      isChanged = true
      const field = this.#field(name)
      field.changed++
      if (field.changes.length < EXAMPLES)
        field.changes.push({
          ...describePlace(place),
          message: '',
          value: showJson(data[name]),
          before: showJson(saved[name]),
        })
    }
    return isChanged
  }

  #field(path: string): FieldTally {
    const known = this.#fields.get(path)
    if (known) return known
    const field: FieldTally = { errors: 0, changed: 0, examples: [], changes: [] }
    this.#fields.set(path, field)
    return field
  }

  sum(): Omit<Trial, 'problems' | 'isCut'> {
    const { records, refused, changed, gone } = this
    const fields = [...this.#fields].map(([field, tally]): FieldTrial => ({ field, ...tally }))
    return { records, refused, changed, gone, fields }
  }
}

const textOf = (value: Value | undefined): string => (value === undefined ? '' : toJson(value))

const describePlace = ({ id, key, number }: LatestPlace) => ({ recordId: id, key: number ?? key })

/** As problems name them, every line alike: `lines[].sku`. */
function listPaths(fields: readonly MappingField[], prefix: string): string[] {
  return fields.flatMap(({ target, value }) => {
    const path = `${prefix}${target}`
    if (value.kind === 'object') return [path, ...listPaths(value.fields, `${path}.`)]
    return value.kind === 'lines' ? [path, ...listPaths(value.fields, `${path}[].`)] : [path]
  })
}
