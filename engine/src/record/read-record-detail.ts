import { type FailureDetail, isData, parseJson, RecordState, type StrategyConfig, toJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type BoundMapping, compileMapping, type LookupNote, type MapProblem } from '../map/index.ts'
import { findPage, type StoredPage } from '../sql/page-rows.ts'
import { readConfig } from '../sql/strategy-rows.ts'
import { bindMaps, readPins } from '../sql/value-map-rows.ts'
import { unpackLines, unpackRows } from '../stage/page-codec.ts'
import { parseResultLine, type ResultDetail } from '../stage/page-result.ts'
import type { ExplainedLookup, RecordAttempt, RecordDeps, RecordDetail } from './records.ts'

interface StateColumns {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly error_code: string | null
  readonly error_message: string | null
  readonly target_key: string | null
  readonly retry_at: string | null
  readonly run_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

interface Stored {
  readonly state: StateColumns
  readonly page: StoredPage | null
  readonly config: StrategyConfig
  /** With the maps as the run read them that wrote the record last. */
  readonly mapping: BoundMapping
  readonly attempts: readonly RecordAttempt[]
}

/** What came, what was made of it, what the target said. */
export async function readRecordDetail(
  deps: RecordDeps,
  tenantId: string,
  strategyId: string,
  recordId: string,
): Promise<RecordDetail | null> {
  const stored = await deps.database.withTenant(tenantId, tx => readStored(tx, tenantId, strategyId, recordId))
  if (!stored) return null
  const { state, page, config, mapping } = stored
  const original = page ? ((await unpackRows(page.body)).text(state.ordinal) ?? null) : null
  const result = page?.result ? parseResultLine((await unpackLines(page.result))[state.ordinal] ?? 'p').detail : {}
  const { mapped, problems, lookups } = await mapAgain(deps, mapping, original)
  const attempts = completeAttempts(stored, result, mapped)
  return {
    ...toColumns(state),
    original,
    mapped,
    mappingProblems: problems,
    lookups: explainLookups(mapping, lookups),
    response: attempts.findLast(attempt => attempt.response !== null)?.response ?? null,
    page: {
      id: state.page_id,
      ordinal: state.ordinal,
      request: page?.request ?? null,
      readAt: page?.created_at ?? state.page_at,
    },
    source: { connectorId: config.source.connector_id, resource: config.source.resource },
    target: { connectorId: config.target.connector_id, resource: config.target.resource },
    attemptList: attempts,
  }
}

const toColumns = (state: StateColumns) => ({
  id: state.id,
  key: state.key,
  number: state.number,
  status: state.status,
  attempts: state.attempts,
  version: state.version,
  errorCode: state.error_code,
  errorMessage: state.error_message,
  targetKey: state.target_key,
  retryAt: state.retry_at,
  runId: state.run_id,
  createdAt: state.created_at,
  updatedAt: state.updated_at,
})

async function readStored(tx: Tx, tenantId: string, strategyId: string, recordId: string): Promise<Stored | null> {
  const [state] = await tx.query<StateColumns>(
    `select id, key, number, status, attempts, version, error_code, error_message, target_key, retry_at, run_id, created_at,
       updated_at, page_id, page_at, ordinal from record_state where tenant_id = $1 and strategy_id = $2 and id = $3`,
    [tenantId, strategyId, recordId],
  )
  if (!state) return null
  const page = await findPage(tx, tenantId, { id: state.page_id, at: state.page_at })
  const config = await readConfig(tx, tenantId, strategyId, state.version)
  const versions = await readPins(tx, { tenantId, runId: state.run_id })
  const mapping = await bindMaps(tx, tenantId, config.mapping, { versions, explain: true })
  return { state, page, config, mapping, attempts: await readAttempts(tx, tenantId, recordId) }
}

interface AttemptColumns {
  readonly attempt: number
  readonly run_id: string
  readonly status: RecordState
  readonly version: number
  readonly request: string | null
  readonly response: string | null
  readonly failure: FailureDetail | null
  readonly created_at: string
}

// Oldest first; a record with more tries than this shows its first ones.
const ATTEMPTS = 200

async function readAttempts(tx: Tx, tenantId: string, recordId: string): Promise<RecordAttempt[]> {
  const rows = await tx.query<AttemptColumns>(
    `select attempt, run_id, status, version, request, response, failure, created_at from record_attempt
     where tenant_id = $1 and record_id = $2 order by id limit ${ATTEMPTS}`,
    [tenantId, recordId],
  )
  return rows.map(({ run_id, created_at, ...row }) => ({ ...row, runId: run_id, at: created_at }))
}

interface MappedAgain {
  readonly mapped: string | null
  readonly problems: readonly MapProblem[]
  readonly lookups: readonly LookupNote[]
}

/** Each look-up with the map's name and version, and the line that answered. */
function explainLookups({ maps = [] }: BoundMapping, lookups: readonly LookupNote[]): ExplainedLookup[] {
  return lookups.flatMap(({ mapId, lineId, ...note }) => {
    const map = maps.find(each => each.id === mapId)
    if (!map) return []
    const line = lineId === null ? undefined : map.lines.find(([id]) => id === lineId)
    const answered = line ? { id: line[0], a: line[1], b: line[2] } : null
    return [{ ...note, mapId, mapName: map.name, mapVersion: map.version, line: answered }]
  })
}

async function mapAgain(deps: RecordDeps, mapping: BoundMapping, original: string | null): Promise<MappedAgain> {
  const data = original === null ? null : parseJson(original)
  if (!isData(data ?? undefined) || !isData(data)) return { mapped: null, problems: [], lookups: [] }
  const mapper = compileMapping(mapping, { now: () => new Date(deps.now()) })
  try {
    const [outcome] = await mapper.mapPage([data])
    const lookups = outcome?.lookups ?? []
    if (outcome?.kind === 'mapped') return { mapped: toJson(outcome.data), problems: [], lookups }
    return { mapped: null, problems: outcome?.problems ?? [], lookups }
  } finally {
    mapper.close()
  }
}

/** A first try that succeeded has no row of its own: the page's result tells it. */
function completeAttempts(
  { state, page, attempts }: Stored,
  result: ResultDetail,
  mapped: string | null,
): RecordAttempt[] {
  const isPlain = state.status === RecordState.finished && state.attempts === 1 && page !== null
  if (!isPlain || attempts.some(attempt => attempt.runId === state.run_id && attempt.attempt === 1))
    return [...attempts]
  const first: RecordAttempt = {
    attempt: 1,
    runId: state.run_id,
    status: state.status,
    version: state.version,
    request: mapped,
    response: result.response ?? null,
    failure: null,
    at: state.updated_at,
  }
  return [...attempts, first]
}
