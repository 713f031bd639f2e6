import { isLiveRun, RecordState, recordStandings } from '@sluice/contract'
import { api } from '../../../../lib/api.ts'
import type { Authority } from '../../../../lib/authority.ts'
import type { Strategy } from '../types.ts'
import type { DebugCommand } from './debug-command.ts'

/** States of records that a target run takes up. */
const WAITING = [RecordState.waiting, ...recordStandings.retrying]
const SHOWN = 10
const FOLLOW_MS = 700
const LONGEST_MS = 120_000

/** What a command answers: a value, shown as JSON. `help` and `clear` are the console's own. */
export async function runCommand(
  command: Exclude<DebugCommand, { name: 'help' | 'clear' }>,
  strategy: Strategy,
  signal: AbortSignal,
): Promise<unknown> {
  const { id } = strategy
  switch (command.name) {
    case 'ds':
      if (command.isReal) return dispatch(id, 'source')
      return (await api.strategyDebug.read({ params: { id }, body: { limit: SHOWN }, signal })).content
    case 'dt':
      return command.isReal ? dispatch(id, 'target') : listWaiting(id)
    case 'sync-now':
      return followRun((await dispatch(id, 'source')).run_id, signal)
    case 'run-job':
      return command.kind === 'record' ? runRecord(id, command.id, signal) : runAgain(id, command.id, signal)
    case 'preview':
      return preview(id, command.id)
    case 'eval':
      return evaluate(id, command.expression, command.id)
    case 'find':
      return (await api.search.find({ query: { q: command.text } })).content.records
    case 'vars':
      return readVariables(strategy)
    case 'set':
      return setWatermark(id, command.value)
    case 'check':
      return (await api.strategy.check({ params: { id, x: 'all' } })).content
    case 'http': {
      const { side, method, api: path, values } = command
      const body = {
        side,
        method,
        api: path,
        values: { ...values },
        ...(method !== 'GET' && { confirm: true as const }),
      }
      return (await api.strategyDebug.http({ params: { id }, body })).content
    }
  }
}

type Call = { readonly route: { readonly permission: Authority | null } }

/** The call that decides who may give a command. */
function callOf(command: DebugCommand): Call | null {
  const { strategy, strategyCursor, strategyData, strategyDebug } = api
  switch (command.name) {
    case 'ds':
      return command.isReal ? strategyDebug.dispatch : strategyDebug.read
    case 'dt':
      return command.isReal ? strategyDebug.dispatch : strategyData.search
    case 'sync-now':
      return strategyDebug.dispatch
    case 'run-job':
      return command.kind === 'run' ? strategyDebug.dispatch : strategyData.reprocess
    case 'preview':
    case 'eval':
      return strategyDebug.map
    case 'vars':
      return strategyCursor.get
    case 'set':
      return strategyCursor.move
    case 'check':
      return strategy.check
    case 'http':
      return strategyDebug.http
    case 'find':
    case 'help':
    case 'clear':
      return null
  }
}

/** What whoever gives the command must be allowed; null: nothing. */
export const authorityOf = (command: DebugCommand): Authority | null => callOf(command)?.route.permission ?? null

/** One record is mapped and written now, whatever became of it before. */
async function runRecord(strategy: string, id: string, signal: AbortSignal) {
  const { content } = await api.strategyData.reprocess({ params: { strategy }, body: { ids: [id] } })
  const [refused] = content.refused
  if (refused) throw new Error(refused.message)
  const run = content.run_id === null ? null : await followRun(content.run_id, signal)
  const { content: record } = await api.strategyData.get({ params: { strategy, id } })
  const { key, status, target_key, error_code, error_message } = record
  return { record: { id, key, status, target_key, error_code, error_message }, run }
}

/** A run that lives is waited for; one that has ended is made once more, of the same kind. */
async function runAgain(strategy: string, id: string, signal: AbortSignal) {
  const { content: run } = await api.run.get({ params: { id } })
  if (run.strategy_id !== strategy) throw new OtherStrategy(run.strategy_name)
  if (isLiveRun(run.state)) return followRun(id, signal)
  return followRun((await dispatch(strategy, run.trigger === 'retry' ? 'target' : 'source')).run_id, signal)
}

/** A run that was named is another strategy's. */
export class OtherStrategy extends Error {}

const dispatch = async (id: string, side: 'source' | 'target') =>
  (await api.strategyDebug.dispatch({ params: { id }, body: { side, confirm: true } })).content

async function listWaiting(strategy: string) {
  const body = { status: [...WAITING] }
  const { content: count } = await api.strategyData.count({ params: { strategy }, body })
  const { content } = await api.strategyData.search({ params: { strategy }, body: { ...body, pageSize: SHOWN } })
  return {
    ...count,
    first: content.rows.map(({ id, key, number, status, retry_at }) => ({ id, key, number, status, retry_at })),
  }
}

/** As the mapping saved now would write it, beside what was sent then. */
async function preview(strategy: string, id: string) {
  const { content: record } = await api.strategyData.get({ params: { strategy, id } })
  if (record.original === null) return { original: null }
  const { content } = await api.strategyDebug.map({ params: { id: strategy }, body: { records: [record.original] } })
  const [row] = content.rows
  return {
    original: record.original,
    mapped: row?.mapped ?? null,
    problems: row?.problems,
    elapsed_ms: content.elapsed_ms,
  }
}

async function evaluate(strategy: string, expression: string, id: string) {
  const { content: record } = await api.strategyData.get({ params: { strategy, id } })
  if (record.original === null) return { original: null }
  const value = { kind: 'expression' as const, expression }
  const mapping = { copyAll: false, fields: [{ target: 'value', value }] }
  const body = { records: [record.original], mapping }
  const { content } = await api.strategyDebug.map({ params: { id: strategy }, body })
  const [row] = content.rows
  return { value: row?.mapped ?? null, problems: row?.problems, elapsed_ms: content.elapsed_ms }
}

async function readVariables(strategy: Strategy) {
  const { content } = await api.strategyCursor.get({ params: { id: strategy.id } })
  return {
    LAST_SYNC_TIME: content.watermark,
    CURRENT_TIME: new Date().toISOString(),
    INCREMENT_FIELD: content.field,
    LOOK_BACK_SECONDS: content.look_back_seconds,
    END_LAG_SECONDS: content.end_lag_seconds,
    STRATEGY_ID: strategy.id,
    VERSION: strategy.version,
  }
}

async function setWatermark(id: string, watermark: string) {
  const { content: before } = await api.strategyCursor.get({ params: { id } })
  const body = { watermark, expected: before.watermark, reason: 'debugger' }
  const { content } = await api.strategyCursor.move({ params: { id }, body })
  return { before: before.watermark, LAST_SYNC_TIME: content.watermark }
}

/** Until the run has ended, or the person has seen enough. */
async function followRun(runId: string, signal: AbortSignal) {
  const startedMs = performance.now()
  for (;;) {
    const { content: run } = await api.run.get({ params: { id: runId }, signal })
    if (!isLiveRun(run.state) || performance.now() - startedMs > LONGEST_MS)
      return {
        run_id: run.id,
        state: run.state,
        counts: run.counts,
        failure: run.failure,
        waits_for: run.waiting_reason,
      }
    await new Promise(resolve => setTimeout(resolve, FOLLOW_MS))
    signal.throwIfAborted()
  }
}
