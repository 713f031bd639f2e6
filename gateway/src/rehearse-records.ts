import { Failure, isData, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { viewNames } from '@sluice/engine'
import type { BusinessAnswer, BusinessCall, BusinessDeps } from './business.ts'
import { judgeDuplicates } from './find-duplicates.ts'
import type { IntakeRow } from './intake-rows.ts'
import { Refusal } from './refusal.ts'

/** A mapping may take 50 ms a record. */
const MOST_RECORDS = 100
/** Mappings that one process tries at once: each holds a connection and may ask for another. */
const MOST_AT_ONCE = 2
let underWay = 0

export interface Told {
  readonly index: number
  readonly status: 'staged' | 'rejected'
  readonly receipt?: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

export interface Judged {
  readonly list: readonly Value[]
  readonly rows: readonly IntakeRow[]
  readonly told: readonly Told[]
  readonly isRunning: boolean
  /** A run makes several records of each, so that none of them can be mapped as it came. */
  readonly hasParts: boolean
  /** A run leaves out what the strategy's own filter does not let through. */
  readonly hasFilter: boolean
}

type Mapped =
  | { readonly status: 'mapped' | 'untried' }
  | { readonly status: 'error'; readonly code: string; readonly message: string | null }

/**
 * What would become of each record, and nothing becomes of any: no key is used up, no receipt is given, no run begins. What
 * the mapping makes of a record is the target's and not told.
 */
export async function rehearse(
  deps: BusinessDeps,
  tx: Tx,
  call: BusinessCall,
  judged: Judged,
): Promise<BusinessAnswer> {
  const { list, rows, told, isRunning, hasFilter } = judged
  if (list.length > MOST_RECORDS)
    throw new Refusal('input', 'dryRunLarge', { value: String(MOST_RECORDS), path: 'content' })
  const keys = new Map(rows.map(row => [row.id, row.recordKey]))
  const twinOf = await judgeDuplicates(
    deps,
    tx,
    call,
    rows.map(row => row.recordKey),
  )
  const mapped = await tryMapping(deps, tx, call, judged)
  const results = told.map(({ index, errors, receipt }) => {
    if (receipt === undefined) return { index, status: 'rejected', errors }
    const key = keys.get(receipt) ?? null
    // As a query would show it: answers may be kept in the log.
    const shown = viewNames({ key: key ?? '', number: null, target_key: null }, call.scope, call.application.id).key
    return {
      index,
      status: 'would_stage',
      key: key === null ? null : shown,
      duplicate_of: key === null ? null : (twinOf(key) ?? null),
      mapping: mapped[index],
    }
  })
  const content = {
    dry_run: true,
    would_stage: rows.length,
    rejected: list.length - rows.length,
    running: isRunning,
    // What is staged may still be left out by it.
    filter: hasFilter ? 'untried' : 'none',
    results,
  }
  return { content: JSON.stringify(content), rows: 0, recordKeys: [], isDryRun: true }
}

/** By the place in the list. */
async function tryMapping(
  deps: BusinessDeps,
  tx: Tx,
  call: BusinessCall,
  { list, told, hasParts }: Judged,
): Promise<Record<number, Mapped>> {
  const places = told.filter(each => each.receipt !== undefined).map(each => each.index)
  if (hasParts) return Object.fromEntries(places.map(place => [place, { status: 'untried' as const }]))
  if (underWay >= MOST_AT_ONCE) throw new Refusal('limit', 'overload', { status: 503, waitMs: 1000 })
  underWay++
  try {
    const mapper = await deps.records.openMapper(tx, call.scope.strategy_id)
    try {
      const given = places.flatMap(place => (isData(list[place]) ? [list[place]] : []))
      const outcomes = await mapper.mapPage(given)
      return Object.fromEntries(places.map((place, at) => [place, describe(outcomes[at], call)]))
    } finally {
      mapper.close()
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // The mapping itself cannot be run.
    return Object.fromEntries(places.map(place => [place, toError(error, call)]))
  } finally {
    underWay--
  }
}

type Outcome = Awaited<ReturnType<Awaited<ReturnType<BusinessDeps['records']['openMapper']>>['mapPage']>>[number]

function describe(outcome: Outcome | undefined, call: BusinessCall): Mapped {
  if (outcome === undefined) return { status: 'untried' }
  if (outcome.kind === 'mapped') return { status: 'mapped' }
  const [problem] = outcome.problems
  return problem ? toError(problem, call) : { status: 'untried' }
}

/** A message quotes values, as a receipt's does: told where nothing is masked. */
const toError = (
  { code, message }: { readonly code: string; readonly message: string },
  { scope }: BusinessCall,
): Mapped => ({
  status: 'error',
  code,
  message: Object.keys(scope.masks).length > 0 ? null : message,
})
