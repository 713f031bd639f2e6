import { type Data, toFailure, toJson, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { compileRowsFilter, type MapOutcome, type MapProblem, showJson } from '../map/index.ts'
import { openMapper } from '../record/open-mapper.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { parseRecord } from './debug-steps.ts'
import type {
  BoundRules,
  ChangedField,
  ChangeEffect,
  ChangeRequest,
  MappedText,
  RecordRules,
  StrategyDeps,
} from './strategies.ts'
import { type LatestPlace, listLatest, MAX_CHARS, readGroup } from './try-mapping.ts'

/** What decides how a record is written, with the lines of the maps it looks up. */
export const readRules = async (tx: Tx, tenantId: string, { mapping, filter }: RecordRules): Promise<BoundRules> => ({
  mapping: await bindMaps(tx, tenantId, mapping),
  filter: filter ?? [],
})

/** Maps the records that were stored last by both rules. Nothing is written, and nothing is locked meanwhile. */
export async function measureChange(
  deps: StrategyDeps,
  tenantId: string,
  { strategyId, before, after, limit }: ChangeRequest,
  signal?: AbortSignal,
): Promise<ChangeEffect> {
  const places = await deps.database.withTenant(tenantId, tx => listLatest(tx, tenantId, { strategyId, limit }))
  const sides = { before: await openSide(deps, tenantId, before), after: await openSide(deps, tenantId, after) }
  const tally = new Tally()
  let chars = 0
  try {
    for (const group of Map.groupBy(places, place => place.page_id).values()) {
      if (chars > MAX_CHARS) break
      signal?.throwIfAborted()
      const page = await readGroup(deps, tenantId, group)
      chars += page.chars
      tally.gone += group.length - page.rows.length
      const rows = page.rows.map(row => row.data)
      const old = await sides.before.map(rows, signal)
      const next = await sides.after.map(rows, signal)
      for (const [index, { place }] of page.rows.entries()) tally.add(place, old[index]!, next[index]!) // one per row
    }
  } finally {
    sides.before.close()
    sides.after.close()
  }
  return tally.sum(chars > MAX_CHARS)
}

/** Maps given records as a run would, from the text of each on. */
export async function mapTexts(
  deps: StrategyDeps,
  tenantId: string,
  rules: BoundRules,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<readonly MappedText[]> {
  const rows = texts.map(parseRecord)
  const side = await openSide(deps, tenantId, rules)
  try {
    const outcomes = await side.map(rows, signal)
    return outcomes.map((outcome): MappedText => {
      if (outcome.kind === 'dropped') return outcome
      if (outcome.kind === 'mapped') return { kind: 'mapped', text: toJson(outcome.data) }
      return { kind: 'refused', problems: outcome.problems }
    })
  } finally {
    side.close()
  }
}

type Outcome = MapOutcome | { readonly kind: 'dropped' }

interface Side {
  map(rows: readonly Data[], signal?: AbortSignal): Promise<Outcome[]>
  close(): void
}

/** A mapping that cannot run refuses every record, and says why. */
async function openSide(deps: StrategyDeps, tenantId: string, { mapping, filter }: BoundRules): Promise<Side> {
  const { mapper, problems } = await openMapper(deps, tenantId, mapping).then(
    opened => ({ mapper: opened, problems: [] }),
    (error: unknown) => ({ mapper: null, problems: [toProblem(error)] }),
  )
  const rowsFilter = compileRowsFilter(filter, mapping, { now: () => new Date(deps.now()) })
  return {
    async map(rows, signal) {
      const verdicts = await rowsFilter.test(rows, signal)
      const outcomes = mapper ? await mapper.mapPage(rows, signal) : null
      return verdicts.map((verdict, index): Outcome => {
        if (verdict === false) return { kind: 'dropped' }
        if (verdict !== true) return { kind: 'refused', problems: [verdict] }
        return outcomes?.[index] ?? { kind: 'refused', problems }
      })
    },
    close() {
      mapper?.close()
      rowsFilter.close()
    },
  }
}

const toProblem = (error: unknown): MapProblem => {
  const { code, field = '', message } = toFailure(error)
  return { field, code, message }
}

const MAX_FIELDS = 50

class Tally {
  records = 0
  changed = 0
  refused = 0
  mended = 0
  dropped = 0
  gone = 0
  readonly #fields = new Map<string, { -readonly [K in keyof ChangedField]: ChangedField[K] }>()

  add(place: LatestPlace, before: Outcome, after: Outcome): void {
    this.records++
    if (before.kind === 'dropped') return
    if (after.kind === 'dropped') this.dropped++
    else if (after.kind !== 'mapped') this.#refuse(place, before, after)
    else if (before.kind !== 'mapped') this.mended++
    else if (this.#compare(place, before.data, after.data)) this.changed++
  }

  #refuse(place: LatestPlace, before: MapOutcome, after: Exclude<MapOutcome, { kind: 'mapped' }>): void {
    if (before.kind !== 'mapped') return
    this.refused++
    const [problem] = after.problems
    const field = (problem?.field ?? '').replace(/\[\d+\]/g, '[]')
    this.#note(place, field, { before: showJson(before.data[field]), after: null, message: problem?.message ?? '' })
  }

  #compare(place: LatestPlace, before: Data, after: Data): boolean {
    let isChanged = false
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (textOf(before[field]) === textOf(after[field])) continue
      isChanged = true
      this.#note(place, field, { before: showJson(before[field]), after: showJson(after[field]), message: '' })
    }
    return isChanged
  }

  #note(place: LatestPlace, field: string, example: Pick<ChangedField, 'before' | 'after' | 'message'>): void {
    const known = this.#fields.get(field)
    if (known) known.records++
    else if (this.#fields.size < MAX_FIELDS)
      this.#fields.set(field, { field, records: 1, key: place.number ?? place.key, ...example })
  }

  sum(isCut: boolean): ChangeEffect {
    const { records, changed, refused, mended, dropped, gone } = this
    return { records, changed, refused, mended, dropped, gone, isCut, fields: [...this.#fields.values()] }
  }
}

const textOf = (value: Value | undefined): string => (value === undefined ? '' : toJson(value))
