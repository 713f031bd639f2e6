import type { Target, TargetRecord, TextLayout, TextWriter } from '@sluice/connector-kit'
import {
  allFields,
  type Counts,
  editionOf,
  type Failure,
  type FailureDetail,
  type Mapping,
  type StrategyConfig,
} from '@sluice/contract'
import { isWorthRetrying, type TransactionOptions, type Tx } from '@sluice/db'
import { findCanary } from '../canary/canary-rows.ts'
import {
  asksDerived,
  type BoundMapping,
  compileFilter,
  compileMapping,
  compileRowsFilter,
  type FindRecords,
  listFinds,
  listLookups,
  type Mapper,
  type RowsFilter,
  readInTurns,
} from '../map/index.ts'
import { createFinder } from '../record/find-records.ts'
import { createRecordScripts } from '../script/record-scripts.ts'
import type { IgnoreRule } from '../sql/ignore-rule-rows.ts'
import type { ClaimedRun } from '../sql/run-rows.ts'
import { readConfig } from '../sql/strategy-rows.ts'
import { bindMaps, pinMaps } from '../sql/value-map-rows.ts'
import type { JudgeRules } from '../stage/judge-result.ts'
import { PageText } from '../stage/page-text.ts'
import type { PartStart } from '../stage/part-start.ts'
import type { RowRules, SourceRow } from '../stage/read-row.ts'
import type { RivalRules } from '../stage/sort-rows.ts'
import { BusinessDate } from './business-date.ts'
import type { CanaryWatch } from './canary-watch.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import type { FaultPoint } from './fault-points.ts'
import { Flight } from './flight.ts'
import { type Callback, openCallback } from './open-callback.ts'
import { createRunNotes, type RunNotes } from './run-notes.ts'
import type { ShapeWatch } from './shape-watch.ts'

/** How a run is told to end early, by its worker or by its heartbeat. */
export class RunControl {
  /** When the run was last known to be ours, by this process's own clock: the moment before the question was asked. */
  heardMs: number
  /** stop: someone asked; drain: the process ends; lost: another holder took over. The first word counts. */
  reason: 'stop' | 'drain' | 'lost' | null = null
  /** Why the run cannot go on, found outside of its own course; it ends as failed. */
  failure: Failure | null = null
  /** Set once a stop is asked or the run is broken off: then the write may go on for `drainMs`. */
  cut: NodeJS.Timeout | null = null
  /** No further pages. */
  readonly read = new AbortController()
  /** Not even the answer to the write under way. */
  readonly write = new AbortController()

  constructor(heardMs = performance.now()) {
    this.heardMs = heardMs
  }

  end(reason: 'stop' | 'drain' | 'lost'): void {
    this.reason ??= reason
    this.read.abort()
    if (reason === 'lost') this.write.abort()
  }

  /** No further pages; what is being written may go on for `drainMs`. The first failure counts. */
  breakOff(failure: Failure, drainMs: number): void {
    this.failure ??= failure
    this.read.abort()
    this.cut ??= setTimeout(() => this.write.abort(), drainMs).unref()
  }
}

/** How rows of a layout go to a target as text. */
interface TextPlan {
  readonly layout: TextLayout
  readonly target: Target | null
  /** null: they cannot. */
  readonly writer: TextWriter | null
  /** Pages under way together, where they share no key. */
  readonly atOnce: number
}

/** The process ends before the page in hand did; the next holder goes on with it. */
export class HandedBackError extends Error {}

/** What became of the rows that were read back; shared by the batches of a run. */
interface ReadBack {
  isAsked: boolean
  asked: number
  /** Rows that hold something else than was written, or are not there. */
  changed: number
  /** First rows of a new set, by key, until it is exchanged. */
  forSwap: Map<string, TargetRecord> | null
}

/** What the parts of one run share. */
export interface Session {
  readonly deps: EngineDeps
  readonly limits: EngineLimits
  readonly claim: ClaimedRun
  readonly control: RunControl
  readonly config: StrategyConfig
  readonly rules: RowRules
  readonly mapper: Mapper
  /** A version that is tried on a share of the keys. */
  readonly canary: CanaryWatch
  /** The mapping with the value maps it looks up, in the versions this run reads. */
  readonly mapping: BoundMapping
  /** Answers the look-ups of the mapping into other strategies. */
  readonly find: FindRecords
  /** Where written records go on to. */
  readonly callback: Callback | null
  /** A row filter that asks for derived fields; then `rules` have none. */
  readonly rowsFilter: RowsFilter | null
  /** Maps deleted records; made when the first one is met. */
  keyMapper: Mapper | null
  /** How rows of a layout go to a target as text; made when the first are met. */
  textPlan: TextPlan | null
  /** A batch of text was refused in this run: what follows goes in smaller ones, a page after the one before it. */
  isTextRefused: boolean
  /** null until `openTarget`, and for good when that failed; then `broken` is set and nothing is sent. */
  target: Target | null
  /** The page being landed; one at a time. */
  readonly text: PageText
  readonly flight: Flight
  /** Rows of the page made ready last; kept only where deletes need what they were before. */
  prepared: readonly SourceRow[]
  /** Failures by cause, for the summary. */
  readonly failures: Map<
    string,
    { readonly code: string; count: number; readonly message: string; readonly advice: string | undefined }
  >
  /** Ignore rules as they were read last; kept fresh by `readJudgeRules`. */
  ignore: { readonly rules: readonly IgnoreRule[]; readonly readMs: number }
  /** Batches in a row that the target refused altogether. */
  outages: number
  /** What became of the rows that the first batch of a version wrote. */
  readonly readBack: ReadBack
  /** Set when nothing more must be sent: the run ends as failed once its pages have settled. */
  broken: Failure | null
  imbalance: string | null
  /** The third equation as far as pages have landed. */
  groups: Pick<Counts, 'stored' | 'grouped'>
  /** The new set of a replacement has taken the place of the old one. */
  isReplaced: boolean
  pagesLanded: number
  filteredKept: number
  /** Set while each key may come once: see `Source.tellsVersions`. */
  once: Omit<RivalRules, 'found'> | null
  partStart: PartStart | null
  /** How new what is read is by its own dates. */
  readonly businessDate: BusinessDate
  /** The first row that another of its key left nothing of. */
  conflict: FailureDetail | null
  /** All of them, as far as this process has read. */
  conflicts: number
  /** What was met of the source's fields, from the first page on. */
  shapes: ShapeWatch | null
  /** Whether records had rows of the target before this run; null: not looked at yet. */
  hadTargetKeys: boolean | null
  /** Pages still to be looked up key by key. */
  scatteredPages: number
  readonly notes: RunNotes
  tenant<T>(work: (tx: Tx) => Promise<T>, options?: Pick<TransactionOptions, 'durable'>): Promise<T>
  fault(name: FaultPoint): Promise<void>
  judgeRules(): JudgeRules
}

/** Configuration and mapping of the run's version; the target is opened after. @throws Failure */
export async function createSession(
  deps: EngineDeps,
  limits: EngineLimits,
  claim: ClaimedRun,
  control: RunControl,
): Promise<Session> {
  const tenant = runIn(deps, claim)
  const { config, canary } = await tenant(async tx => ({
    config: await readConfig(tx, claim.tenantId, claim.strategyId, claim.version),
    canary: await findCanary(tx, claim),
  }))
  await readInTurns(config.mapping)
  const mapping = hasLookups(config.mapping) ? await tenant(tx => bindRun(tx, claim, config.mapping)) : config.mapping
  const find = createFinder(tenant, claim.tenantId, mapping)
  return {
    deps,
    limits,
    claim,
    control,
    config,
    find,
    canary: { live: null, opened: new Map(), atStart: canary, lookedMs: performance.now() },
    callback: await openCallback({ claim, config, tenant }),
    rules: readRules(config, limits),
    rowsFilter: openRowsFilter(config, deps),
    mapping,
    mapper: compileMapping(mapping, {
      now: () => new Date(deps.now()),
      find,
      scripts: createRecordScripts(claim.tenantId),
    }),
    keyMapper: null,
    textPlan: null,
    isTextRefused: false,
    target: null,
    text: new PageText(),
    flight: new Flight(),
    prepared: [],
    failures: new Map(),
    ignore: { rules: [], readMs: Number.NEGATIVE_INFINITY },
    outages: 0,
    readBack: { isAsked: false, asked: 0, changed: 0, forSwap: null },
    broken: null,
    imbalance: null,
    groups: claim.counts,
    isReplaced: false,
    pagesLanded: 0,
    filteredKept: 0,
    once: null,
    partStart: null,
    businessDate: new BusinessDate(config),
    conflict: null,
    conflicts: 0,
    shapes: null,
    hadTargetKeys: null,
    scatteredPages: 0,
    notes: createRunNotes(tenant, claim, deps),
    tenant,
    fault: async name => deps.faultpoint?.(name),
    judgeRules: () => ({
      retry: config.target.mode === 'replace' ? NO_RETRY : config.retry,
      nowMs: deps.now(),
      random: () => deps.random(),
    }),
  }
}

function hasLookups(mapping: Mapping): boolean {
  const fields = allFields(mapping)
  return listLookups(fields).length > 0 || listFinds(fields).length > 0
}

const bindRun = async (tx: Tx, claim: ClaimedRun, mapping: Mapping): Promise<BoundMapping> =>
  bindMaps(tx, claim.tenantId, mapping, { versions: await pinMaps(tx, claim, mapping) })

const isDerivedFilter = ({ source: { filter = [] }, mapping }: StrategyConfig): boolean => asksDerived(filter, mapping)

const openRowsFilter = (config: StrategyConfig, deps: EngineDeps): RowsFilter | null =>
  isDerivedFilter(config)
    ? compileRowsFilter(config.source.filter ?? [], config.mapping, { now: () => new Date(deps.now()) })
    : null

const readRules = (config: StrategyConfig, limits: Pick<EngineLimits, 'recordBytes'>): RowRules => ({
  key: config.source.key,
  number: config.source.number,
  filter:
    config.source.filter && !isDerivedFilter(config)
      ? compileFilter(config.source.filter, editionOf(config.mapping))
      : null,
  recordBytes: limits.recordBytes,
  deletes: readDeletes(config),
})

function readDeletes({ source: { deletes, group }, mapping }: StrategyConfig): RowRules['deletes'] {
  if (!deletes || deletes.policy === 'ignore') return group ? { isDeleted: () => false } : null
  return { isDeleted: deletes.when ? compileFilter(deletes.when, editionOf(mapping)) : () => false }
}

/** A set that is written as a whole has no record to be tried later. */
const NO_RETRY = { maxAttempts: 0, firstDelaySeconds: 1 }

const TRANSACTION_TRIES = 4

/** Transactions of the run's tenant; deadlocks and serialization failures are run again from their beginning. */
export const runIn =
  (deps: EngineDeps, claim: { readonly tenantId: string }): Session['tenant'] =>
  async (work, options) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await deps.database.withTenant(claim.tenantId, work, options)
      } catch (error) {
        if (!isWorthRetrying(error) || tries >= TRANSACTION_TRIES) throw error
      }
    }
  }
