import { newId, PublicFailure, translateTold } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { compileDrill, compileReport, openTurn } from '@sluice/engine'
import { requireRight } from '../../../http/call-route.ts'
import { writeMessage } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { strategy } from '../../strategy/strategy/contract.ts'
import type { DataRow } from '../../strategy/strategy-data/contract.ts'
import { describeRow, findStrategyName } from '../../strategy/strategy-data/index.ts'
import { computeReport } from './compute.ts'
import type { AggregateReport, KeyValue, Preview, ReportBody } from './contract.ts'
import {
  countReports,
  countStored,
  deleteReport,
  findReport,
  findTimeZone,
  insertReport,
  listNames,
  type StoredReport,
  updateReport,
} from './store.ts'
import { listCounted, type WalkDeps, walkRecords } from './walk.ts'

/** Somebody waits at a screen. */
const PREVIEW_MS = 10_000
const PREVIEW_ROWS = 500
/** A call of a drill answers with what it found by then. */
const DRILL_MS = 4000
/** More reports of one person than these nobody finds again. */
const MOST = 200

export async function previewReport(deps: WalkDeps, strategyId: string, definition: ReportBody): Promise<Preview> {
  const until = performance.now() + PREVIEW_MS
  const { timeZone, of } = await deps.tenant(tx => prepare(tx, strategyId, definition))
  const isOver = () => performance.now() >= until
  const { result, coverage } = await computeReport(deps, strategyId, definition, { timeZone, of, isOver })
  return toPreview({ ...result, rows: result.rows.slice(0, PREVIEW_ROWS) }, coverage)
}

const toPreview = (
  result: Awaited<ReturnType<typeof computeReport>>['result'],
  coverage: Preview['coverage'],
): Preview => ({
  rows: result.rows.map(row => ({ ...toGroup(row), cells: row.cells.map(toGroup) })),
  columns: result.columns.map(toGroup),
  left_out: result.left_out,
  total: toGroup(result.total),
  groups: result.groups,
  coverage,
})

type EngineGroup = Awaited<ReturnType<typeof computeReport>>['result']['total']

const toGroup = ({ keys, metrics, lines, records }: EngineGroup) => ({
  keys: [...keys],
  metrics: [...metrics],
  lines,
  records,
})

/** What is known before a report is computed. */
export async function prepare(tx: Tx, strategyId: string, definition: ReportBody) {
  const counted = listCounted(definition)
  return {
    timeZone: await findTimeZone(tx),
    of: counted ? await countStored(tx, strategyId, counted.statuses) : null,
  }
}

/** The next records behind a group. */
export async function drillReport(
  deps: WalkDeps,
  strategyId: string,
  body: {
    readonly definition: ReportBody
    readonly keys: readonly (KeyValue | null)[]
    readonly cursor?: string | undefined
    readonly pageSize: number
  },
  tell: RouteContext['tell'],
): Promise<{ rows: DataRow[]; next: string | null }> {
  const { definition, keys, cursor, pageSize } = body
  const timeZone = await deps.tenant(findTimeZone)
  const isBehind = compileDrill(definition, keys, { timeZone })
  const until = performance.now() + DRILL_MS
  const rows: DataRow[] = []
  const turn = openTurn(deps.signal)
  for await (const records of walkRecords(deps, strategyId, definition, cursor)) {
    for (const { row, data, lack, cursor: next } of records) {
      if (turn.isOver()) await turn.give()
      if (lack === 'refused' || !isBehind(row, data)) continue
      rows.push(describeRow(row, tell))
      if (rows.length === pageSize) return { rows, next }
    }
    const last = records.at(-1)
    if (last && performance.now() >= until) return { rows, next: last.cursor }
  }
  return { rows, next: null }
}

/** @throws Failure where a condition cannot be */
function checkDefinition(definition: ReportBody): void {
  compileReport(definition, { timeZone: 'UTC' })
}

export async function requireStrategy(tx: Tx, id: string): Promise<string> {
  const name = await findStrategyName(tx, id)
  if (name === undefined) throw refuse('notFound.strategy')
  return name
}

export async function requireReport(tx: Tx, id: string, ctx: RouteContext): Promise<StoredReport> {
  const report = await findReport(tx, id, ctx.principal.userId)
  if (!report) throw refuse('notFound.aggregate')
  return report
}

/** Others look at a shared report; its owner changes it. */
export async function requireOwn(tx: Tx, id: string, ctx: RouteContext): Promise<StoredReport> {
  const report = await requireReport(tx, id, ctx)
  if (report.owner_id !== ctx.principal.userId) throw refuse('conflict.aggregateOwner', { value: report.owner ?? '' })
  return report
}

export interface Entered {
  readonly name: string
  readonly is_shared: boolean
  readonly definition: ReportBody
}

export async function createReport(strategyId: string, entered: Entered, ctx: RouteContext, nowMs: number) {
  checkDefinition(entered.definition)
  return unlessTaken(entered.name, () =>
    ctx.tenant(async tx => {
      await requireStrategy(tx, strategyId)
      return addReport(tx, strategyId, entered, ctx, nowMs)
    }),
  )
}

export const copyReport = (id: string, ctx: RouteContext, nowMs: number): Promise<AggregateReport> =>
  ctx.tenant(async tx => {
    const from = await requireReport(tx, id, ctx)
    const taken = new Set((await listNames(tx, from.strategy_id, ctx.principal.userId)).map(name => name.toLowerCase()))
    const name = findFreeName(from.name, taken)
    return addReport(tx, from.strategy_id, { name, is_shared: false, definition: from.definition }, ctx, nowMs)
  })

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const end = ` (${number})`
    const free = name.slice(0, 60 - end.length) + end
    if (!taken.has(free.toLowerCase())) return free
  }
}

async function addReport(tx: Tx, strategyId: string, entered: Entered, ctx: RouteContext, nowMs: number) {
  const { userId } = ctx.principal
  if ((await countReports(tx, strategyId, userId)) >= MOST) throw refuse('conflict.aggregates', { value: String(MOST) })
  const { name, definition, is_shared: isShared } = entered
  const id = newId(nowMs)
  await insertReport(tx, { id, strategyId, name, definition, isShared, ownerId: userId })
  await ctx.audit(tx, { objectType: 'aggregate', objectId: id, objectName: name, after: entered })
  return describe(await requireReport(tx, id, ctx), ctx)
}

/** @param find who may change it: its owner, where nothing else is said */
export async function changeReport(
  id: string,
  entered: Entered,
  ctx: RouteContext,
  find: typeof requireOwn = requireOwn,
): Promise<AggregateReport> {
  checkDefinition(entered.definition)
  return unlessTaken(entered.name, () =>
    ctx.tenant(async tx => {
      const { name, is_shared, definition } = await find(tx, id, ctx)
      await updateReport(tx, { id, name: entered.name, definition: entered.definition, isShared: entered.is_shared })
      const before = { name, is_shared, definition }
      await ctx.audit(tx, { objectType: 'aggregate', objectId: id, objectName: entered.name, before, after: entered })
      return describe(await requireReport(tx, id, ctx), ctx)
    }),
  )
}

/** A shared report belongs to its strategy: whoever may change that, changes it by a file. */
async function requireShared(tx: Tx, id: string, ctx: RouteContext): Promise<StoredReport> {
  const report = await requireReport(tx, id, ctx)
  if (report.owner_id !== ctx.principal.userId) requireRight(ctx, strategy.update)
  return report
}

/** As a file says it; its owner stays the same. */
export const changeShared = (id: string, entered: Entered, ctx: RouteContext): Promise<AggregateReport> =>
  changeReport(id, entered, ctx, requireShared)

export const removeShared = (id: string, ctx: RouteContext): Promise<void> =>
  ctx.tenant(async tx => removeReport(tx, await requireShared(tx, id, ctx), ctx))

export async function removeReport(tx: Tx, report: StoredReport, ctx: RouteContext): Promise<void> {
  await deleteReport(tx, report.id)
  const { id, name, definition } = report
  await ctx.audit(tx, { objectType: 'aggregate', objectId: id, objectName: name, before: definition })
}

async function unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('conflict.aggregateName', { field: 'name', value: name })
    throw error
  }
}

const Failed = PublicFailure.nullable().catch(null)

export function describe(row: StoredReport, { principal, tell, language }: RouteContext): AggregateReport {
  const failure = Failed.parse(row.failure)
  return {
    id: row.id,
    strategy_id: row.strategy_id,
    strategy_name: row.strategy_name,
    name: row.name,
    definition: row.definition,
    is_shared: row.is_shared,
    is_own: row.owner_id === principal.userId,
    owner: row.owner ?? '',
    created_at: row.created_at,
    updated_at: row.updated_at,
    state: row.state,
    total: row.total,
    done: row.done,
    failure: failure && {
      ...translateTold(failure, tell),
      message: writeMessage(failure.code, language, { value: failure.value ?? '' }, tell(failure.message)),
    },
    computed_at: row.computed_at,
    result_rows: row.result_rows,
    is_outdated: row.computed_at !== null && row.result_version !== row.version,
  }
}
