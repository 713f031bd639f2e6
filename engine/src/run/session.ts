import type { Target } from '@sluice/connector-kit'
import type { Failure, StrategyConfig } from '@sluice/contract'
import { isWorthRetrying, type Tx } from '@sluice/db'
import { compileFilter, compileMapping, type Mapper } from '../map/index.ts'
import type { ClaimedRun } from '../sql/run-rows.ts'
import { readConfig } from '../sql/strategy-rows.ts'
import type { JudgeRules } from '../stage/judge-result.ts'
import { PageText } from '../stage/page-text.ts'
import type { RowRules } from '../stage/read-row.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import type { FaultPoint } from './fault-points.ts'
import { Flight } from './flight.ts'

/** How a run is told to end early, by its worker or by its heartbeat. */
export class RunControl {
  /** stop: someone asked; drain: the process ends; lost: another holder took over. The first word counts. */
  reason: 'stop' | 'drain' | 'lost' | null = null
  /** Set once a stop is asked: then the write may go on for `drainMs`. */
  cut: NodeJS.Timeout | null = null
  /** No further pages. */
  readonly read = new AbortController()
  /** Not even the answer to the write under way. */
  readonly write = new AbortController()

  end(reason: 'stop' | 'drain' | 'lost'): void {
    this.reason ??= reason
    this.read.abort()
    if (reason === 'lost') this.write.abort()
  }
}

/** The process ends before the page in hand did; the next holder goes on with it. */
export class HandedBackError extends Error {}

/** What the parts of one run share. */
export interface Session {
  readonly deps: EngineDeps
  readonly limits: EngineLimits
  readonly claim: ClaimedRun
  readonly control: RunControl
  readonly config: StrategyConfig
  readonly rules: RowRules
  readonly mapper: Mapper
  /** null until `openTarget`, and for good when that failed; then `broken` is set and nothing is sent. */
  target: Target | null
  /** The page being landed; one at a time. */
  readonly text: PageText
  readonly flight: Flight
  /** Failures by code, for the summary. */
  readonly failures: Map<string, { count: number; message: string }>
  /** Batches in a row that the target refused altogether. */
  outages: number
  /** Set when nothing more must be sent: the run ends as failed once its pages have settled. */
  broken: Failure | null
  imbalance: string | null
  pagesLanded: number
  filteredKept: number
  /** Pages still to be looked up key by key. */
  scatteredPages: number
  tenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
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
  const config = await tenant(tx => readConfig(tx, claim.tenantId, claim.strategyId, claim.version))
  return {
    deps,
    limits,
    claim,
    control,
    config,
    rules: readRules(config, limits),
    mapper: compileMapping(config.mapping, { now: () => new Date(deps.now()) }),
    target: null,
    text: new PageText(),
    flight: new Flight(),
    failures: new Map(),
    outages: 0,
    broken: null,
    imbalance: null,
    pagesLanded: 0,
    filteredKept: 0,
    scatteredPages: 0,
    tenant,
    fault: async name => deps.faultpoint?.(name),
    judgeRules: () => ({ retry: config.retry, nowMs: deps.now(), random: () => deps.random() }),
  }
}

const readRules = (config: StrategyConfig, limits: Pick<EngineLimits, 'recordBytes'>): RowRules => ({
  key: config.source.key,
  number: config.source.number,
  filter: config.source.filter ? compileFilter(config.source.filter) : null,
  recordBytes: limits.recordBytes,
})

const TRANSACTION_TRIES = 4

/** Transactions of the run's tenant; deadlocks and serialization failures are run again from their beginning. */
export const runIn =
  (deps: EngineDeps, claim: { readonly tenantId: string }): Session['tenant'] =>
  async work => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await deps.database.withTenant(claim.tenantId, work)
      } catch (error) {
        if (!isWorthRetrying(error) || tries >= TRANSACTION_TRIES) throw error
      }
    }
  }
