import { parseJsonInTurns, toJsonInTurns } from '@sluice/connector-kit/turns'
import { type FailureDetail, isData, RecordState, type StrategyConfig, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { BoundMapping, FindNote, LookupNote, MapOutcome, MapProblem, ScriptNote } from '../map/index.ts'
import { findPage, type StoredPage } from '../sql/page-rows.ts'
import { readConfig } from '../sql/strategy-rows.ts'
import { bindMaps, readPins } from '../sql/value-map-rows.ts'
import { applyCorrections } from '../stage/apply-corrections.ts'
import { unpackLines, unpackRows } from '../stage/page-codec.ts'
import { parseResultLine, type ResultDetail } from '../stage/page-result.ts'
import { explainLookups } from './explain-lookups.ts'
import { type FaultyRecord, findFaults } from './find-faults.ts'
import { openMapper } from './open-mapper.ts'
import type { RecordAttempt, RecordCorrection, RecordDeps, RecordDetail } from './records.ts'
import { describeWriteBack } from './write-back.ts'

interface StateColumns {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly error_code: string | null
  readonly error_message: string | null
  readonly error_group: string | null
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
  readonly corrections: readonly RecordCorrection[]
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
  const { state, page, config, mapping, corrections } = stored
  const original = page ? ((await unpackRows(page.body)).text(state.ordinal) ?? null) : null
  const result = page?.result ? parseResultLine((await unpackLines(page.result))[state.ordinal] ?? 'p').detail : {}
  const again = await mapAgain(deps, tenantId, mapping, original, corrections)
  const { mapped, problems, lookups, finds, scripted } = again
  const attempts = completeAttempts(stored, result, mapped)
  const response = attempts.findLast(attempt => attempt.response !== null)?.response ?? null
  const answers = state.status === RecordState.finished ? [{ response, targetKey: state.target_key }] : []
  const [writeBack = []] = await describeWriteBack(config.target.writeBack, answers)
  return {
    ...toColumns(state),
    original,
    mapped,
    mappingProblems: problems,
    faults: findFaultsOf(stored, again, response),
    lookups: explainLookups(mapping, lookups),
    finds,
    scripted,
    writeBack,
    response,
    corrections,
    errorGroup: state.error_group,
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

/** What is done with a record that is written now says nothing of its earlier failures. */
const findFaultsOf = ({ state, config, attempts }: Stored, again: MappedAgain, response: string | null) =>
  state.error_message === null || state.status === RecordState.finished
    ? []
    : findFaults({
        mapping: config.mapping,
        failure: attempts.at(-1)?.failure ?? null,
        response,
        problems: again.problems,
        ...again.values,
      })

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
    `select id, key, number, status, attempts, version, error_code, error_message, error_group, target_key, retry_at, run_id,
       created_at, updated_at, page_id, page_at, ordinal from find_record_by_id($1, $2)`,
    [strategyId, recordId],
  )
  if (!state) return null
  const page = await findPage(tx, tenantId, { id: state.page_id, at: state.page_at })
  const config = await readConfig(tx, tenantId, strategyId, state.version)
  const versions = await readPins(tx, { tenantId, runId: state.run_id })
  const mapping = await bindMaps(tx, tenantId, config.mapping, { versions, explain: true })
  const attempts = await readAttempts(tx, tenantId, recordId)
  return { state, page, config, mapping, attempts, corrections: await readCorrections(tx, tenantId, recordId) }
}

const readCorrections = (tx: Tx, tenantId: string, recordId: string): Promise<RecordCorrection[]> =>
  tx.query<RecordCorrection>(
    `select c.changes, c.hash = r.hash as "isCurrent", coalesce(nullif(u.nickname, ''), u.username) as "userName",
       c.created_at as at
       from record_correction c join record_state r on r.tenant_id = c.tenant_id and r.id = c.record_id
       left join app_user u on u.tenant_id = c.tenant_id and u.id = c.created_by
      where c.tenant_id = $1 and c.record_id = $2 order by c.id limit ${ATTEMPTS}`,
    [tenantId, recordId],
  )

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
  /** What was read and mapped, to look for fields in. */
  readonly values: Pick<FaultyRecord, 'original' | 'mapped'>
  readonly problems: readonly MapProblem[]
  readonly lookups: readonly LookupNote[]
  readonly finds: readonly FindNote[]
  readonly scripted: readonly ScriptNote[]
}

async function mapAgain(
  deps: RecordDeps,
  tenantId: string,
  mapping: BoundMapping,
  original: string | null,
  corrections: readonly RecordCorrection[],
): Promise<MappedAgain> {
  const data = original === null ? null : correct(await parseJsonInTurns(original), corrections)
  if (!isData(data ?? undefined) || !isData(data))
    return { mapped: null, values: { original: null, mapped: null }, problems: [], ...toNotes() }
  const mapper = await openMapper(deps, tenantId, mapping)
  try {
    const [outcome] = await mapper.mapPage([data])
    if (outcome?.kind === 'mapped')
      return {
        mapped: await toJsonInTurns(outcome.data),
        values: { original: data, mapped: outcome.data },
        problems: [],
        ...toNotes(outcome),
      }
    const values = { original: data, mapped: null }
    return { mapped: null, values, problems: outcome?.problems ?? [], ...toNotes(outcome) }
  } finally {
    mapper.close()
  }
}

const toNotes = (outcome?: MapOutcome) => ({
  lookups: outcome?.lookups ?? [],
  finds: outcome?.finds ?? [],
  scripted: outcome?.scripted ?? [],
})

/** As it was written; a correction that has no place in the record refused it and shows nothing. */
function correct(value: Value, corrections: readonly RecordCorrection[]): Value {
  const current = corrections.filter(correction => correction.isCurrent).map(correction => correction.changes)
  if (!isData(value) || current.length === 0) return value
  try {
    return applyCorrections(value, current)
  } catch {
    return null
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
