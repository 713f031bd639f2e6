import { allFields, type Mapping, toFailure } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { type BoundMapping, listLookups, type MapOutcome, type Mapper } from '../map/index.ts'
import { openMapper } from '../record/open-mapper.ts'
import { readConfig } from '../sql/strategy-rows.ts'
import { bindMaps, readPins } from '../sql/value-map-rows.ts'
import type { Loaded, Outcomes } from './judge-records.ts'

/** More mappings than these at once are closed again, the longest unused first. */
const OPEN = 8
const RUNS = 1000

/** The mappings that records were written by, each with the value maps as its run read them. */
export class Baselines {
  readonly #database: Database
  readonly #strategy: { readonly tenantId: string; readonly strategyId: string }
  readonly #now: () => Date
  readonly #mappings = new Map<number, Mapping | null>()
  /** null: it cannot be run any more. */
  readonly #mappers = new Map<string, Mapper | null>()
  readonly #names = new Map<string, string>()

  constructor(
    database: Database,
    strategy: { readonly tenantId: string; readonly strategyId: string },
    now: () => Date,
  ) {
    this.#database = database
    this.#strategy = strategy
    this.#now = now
  }

  /** null: the version or a map of it is gone. */
  async find(version: number, runId: string): Promise<Mapper | null> {
    const mapping = await this.#readMapping(version)
    if (mapping === null) return null
    const name = await this.#nameOf(version, runId, mapping)
    const known = this.#mappers.get(name)
    if (known !== undefined) {
      this.#mappers.delete(name)
      this.#mappers.set(name, known)
      return known
    }
    const mapper = await this.#open(await this.#bind(mapping, runId))
    this.#mappers.set(name, mapper)
    const [oldest] = this.#mappers.keys()
    if (this.#mappers.size > OPEN && oldest !== undefined) {
      this.#mappers.get(oldest)?.close()
      this.#mappers.delete(oldest)
    }
    return mapper
  }

  close(): void {
    for (const mapper of this.#mappers.values()) mapper?.close()
    this.#mappers.clear()
  }

  async #open(bound: BoundMapping): Promise<Mapper | null> {
    try {
      return await openMapper(
        { database: this.#database, now: () => this.#now().getTime() },
        this.#strategy.tenantId,
        bound,
      )
    } catch {
      return null
    }
  }

  async #readMapping(version: number): Promise<Mapping | null> {
    const known = this.#mappings.get(version)
    if (known !== undefined) return known
    const { tenantId, strategyId } = this.#strategy
    const mapping = await this.#database
      .withTenant(tenantId, tx => readConfig(tx, tenantId, strategyId, version))
      .then(
        config => config.mapping,
        (error: unknown) => {
          if (toFailure(error).code === 'strategy.version') return null
          throw error
        },
      )
    this.#mappings.set(version, mapping)
    return mapping
  }

  /** Runs that read the same maps share a mapper. */
  async #nameOf(version: number, runId: string, mapping: Mapping): Promise<string> {
    if (listLookups(allFields(mapping)).length === 0) return String(version)
    const key = `${version} ${runId}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const { tenantId } = this.#strategy
    const pins = await this.#database.withTenant(tenantId, tx => readPins(tx, { tenantId, runId }))
    const name = `${version} ${JSON.stringify([...pins].sort())}`
    if (this.#names.size >= RUNS) this.#names.clear()
    this.#names.set(key, name)
    return name
  }

  #bind(mapping: Mapping, runId: string): Promise<BoundMapping> {
    const { tenantId } = this.#strategy
    return this.#database.withTenant(tenantId, async tx =>
      bindMaps(tx, tenantId, mapping, { versions: await readPins(tx, { tenantId, runId }) }),
    )
  }
}

/** What was sent; where that is not kept, the mapping of then makes it once more. */
export async function mapAsWritten(
  loaded: readonly Loaded[],
  isOut: readonly boolean[],
  baselines: Baselines,
): Promise<Outcomes> {
  const outcomes = new Map<number, MapOutcome>()
  const again = loaded.flatMap(({ record, data, sent }, index) => {
    if (sent !== null) outcomes.set(index, { kind: 'mapped', data: sent })
    return sent !== null || data === null || isOut[index] ? [] : [{ record, data, index }]
  })
  for (const group of Map.groupBy(again, ({ record }) => `${record.version} ${record.run_id}`).values()) {
    const { version, run_id: runId } = group[0]!.record // a group has a member
    const mapper = await baselines.find(version, runId)
    const mapped = mapper ? await mapper.mapPage(group.map(({ data }) => data)) : []
    for (const [position, outcome] of mapped.entries()) outcomes.set(group[position]!.index, outcome) // one outcome per row
  }
  return outcomes
}
