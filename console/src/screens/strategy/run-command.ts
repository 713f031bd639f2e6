import { api } from '../../lib/api.ts'
import type { DebugCommand } from './debug-command.ts'
import type { Strategy } from './types.ts'

/** States of records that a target run takes up. */
const WAITING = [0, 4, 5, 6] as const
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
    const isLive = ['queued', 'running', 'stopping'].includes(run.state)
    if (!isLive || performance.now() - startedMs > LONGEST_MS)
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
