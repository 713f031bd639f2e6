import { type Parsed, RecordState, recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Changed, Engine, RecordSelection } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import { findRepair } from '../../run/error-group/index.ts'
import type { strategyData } from './contract.ts'
import { exportRecords } from './export-records.ts'
import { readDetail } from './read-detail.ts'
import { describeRow, readCursor, readFilter, toCursor, writeCursor } from './search.ts'
import { type CauseRow, countRecords, findStrategyName, isByTime, readCauses, searchRecords } from './store.ts'
import { createUnknownRoutes } from './unknown-routes.ts'

/** Only a text that is in no record, looked for in millions, takes so long: then the filter is to be narrowed. */
const SEARCH_MS = 10_000
const MOST_COUNTED = 10_000

export function createStrategyDataRoutes({ engine }: { readonly engine: Engine }): Handlers<typeof strategyData> {
  const { records, runs } = engine
  return {
    async search({ params, body: { cursor, pageSize, write_back, ...body } }, ctx) {
      const filter = readFilter(params.strategy, body)
      const byTime = isByTime(filter)
      const after = readCursor(cursor, byTime)
      const { found, causes } = await ctx.tenant(
        async tx => {
          await requireStrategy(tx, params.strategy)
          const found = await searchRecords(tx, { ...filter, after, limit: pageSize + 1 })
          const failed = found.filter(
            ({ error_code, status }) => error_code !== null && status !== RecordState.finished,
          )
          return {
            found,
            causes: await readCauses(
              tx,
              failed.map(({ id }) => id),
            ),
          }
        },
        { statementTimeoutMs: SEARCH_MS },
      )
      // One row more than asked tells whether there is a next page.
      const rows = found.slice(0, pageSize)
      const last = found.length > pageSize ? rows.at(-1) : undefined
      const { tenantId } = ctx.principal
      const taken = write_back ? await records.readWriteBacks(tenantId, params.strategy, rows) : null
      return {
        rows: rows.map(row => ({
          ...describeRow(row, ctx.tell),
          error: describeCause(causes.get(row.id)),
          ...(taken && { write_back: [...(taken.get(row.id) ?? [])] }),
        })),
        next: last ? writeCursor(toCursor(last, byTime)) : null,
      }
    },
    count: ({ params, body }, ctx) =>
      ctx.tenant(
        async tx => {
          await requireStrategy(tx, params.strategy)
          return countRecords(tx, readFilter(params.strategy, body), MOST_COUNTED)
        },
        { statementTimeoutMs: SEARCH_MS },
      ),
    get: ({ params }, ctx) => readDetail(engine, params.strategy, params.id, ctx),
    reprocess: ({ params, body }, ctx) =>
      decide(params.strategy, body.ids, 'reprocess', ctx, async (tx, selection) => {
        const changed = await records.reprocess(tx, selection)
        const { tenantId, strategyId } = selection
        const request = { tenantId, strategyId, trigger: 'retry' as const, userId: ctx.principal.userId }
        const run = changed.changed > 0 ? await runs.request(tx, request) : null
        return { ...changed, run_id: run?.runId ?? null }
      }),
    processAll: ({ params, body }, ctx) => ctx.tenant(tx => processAll(engine, tx, params.strategy, body, ctx)),
    ignore: ({ params, body }, ctx) => decide(params.strategy, body.ids, 'ignore', ctx, records.ignore),
    confirm: ({ params, body }, ctx) => decide(params.strategy, body.ids, 'confirm', ctx, records.confirm),
    ...createUnknownRoutes(engine, requireStrategy),
    async export({ params, body: { format, ...filter } }, ctx) {
      const name = await ctx.tenant(async tx => {
        const strategyName = await requireStrategy(tx, params.strategy)
        const after = { format, ...filter }
        await ctx.audit(tx, { objectType: 'strategy', objectId: params.strategy, objectName: strategyName, after })
        return strategyName
      })
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8'
      const lines = exportRecords(engine, readFilter(params.strategy, filter), format, ctx)
      return new FileAnswer(`${name}.${format}`, type, lines)
    },
  }
}

const describeCause = (cause: CauseRow | undefined) =>
  cause ? { group_id: cause.group_id, system: cause.system ?? '', owner: cause.owner, repair: findRepair(cause) } : null

/** Known not to be written; what was left out only where it is asked for, what was not answered never. */
const UNWRITTEN: readonly RecordState[] = [...recordStandings.error, ...recordStandings.retrying]
const PROCESSED: readonly RecordState[] = [...UNWRITTEN, RecordState.ignored]

async function processAll(
  { replays }: Engine,
  tx: Tx,
  strategyId: string,
  { kind, ...body }: Parsed<(typeof strategyData)['processAll']>['body'],
  ctx: RouteContext,
): Promise<{ replay_id: string }> {
  const strategyName = await requireStrategy(tx, strategyId)
  const { statuses, keys, runId, errorCode, from, to } = readFilter(strategyId, body)
  const chosen = statuses === null ? UNWRITTEN : PROCESSED.filter(status => statuses.includes(status))
  if (chosen.length === 0) throw refuse('invalid.nothingToProcess', { field: 'status' })
  const { tenantId, userId } = ctx.principal
  const id = await replays.request(tx, {
    tenantId,
    strategyId,
    groupId: null,
    kind,
    changes: null,
    selection: {
      statuses: chosen,
      ...(body.keyword && { keyword: body.keyword }),
      ...(keys && { keys }),
      ...(runId && { runId }),
      ...(errorCode && { errorCode }),
      ...(from && { from }),
      ...(to && { to }),
    },
    userId,
  })
  const after = { replay: id, kind, ...body, status: chosen }
  await ctx.audit(tx, { objectType: 'strategy', objectId: strategyId, objectName: strategyName, after })
  return { replay_id: id }
}

/** A person's decision about records: decided, logged and answered in one transaction. */
async function decide<T extends Changed>(
  strategyId: string,
  ids: readonly string[],
  decision: string,
  ctx: RouteContext,
  act: (tx: Tx, selection: RecordSelection) => Promise<T>,
): Promise<T & { refused: { id: string; message: string }[] }> {
  return ctx.tenant(async tx => {
    const name = await requireStrategy(tx, strategyId)
    const { tenantId, userId } = ctx.principal
    const result = await act(tx, { tenantId, strategyId, userId, ids: [...new Set(ids)] })
    await ctx.audit(tx, {
      objectType: 'strategy',
      objectId: strategyId,
      objectName: name,
      after: { decision, ids, changed: result.changed },
    })
    return { ...result, refused: result.refused.map(({ id, message }) => ({ id, message: ctx.tell(message) })) }
  })
}

async function requireStrategy(tx: Tx, id: string): Promise<string> {
  const name = await findStrategyName(tx, id)
  if (name === undefined) throw refuse('notFound.strategy')
  return name
}
