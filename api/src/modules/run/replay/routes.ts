import { replayItemStates, type Translate } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import { findGroup } from '../error-group/index.ts'
import { readChanges, writeChanges } from './change-text.ts'
import type { PreviewedRecord, Replay, replay } from './contract.ts'
import { findReplay, isStrategy, type ReplayRow, searchItems, searchReplays } from './store.ts'

type Routes = Handlers<typeof replay>

export const createReplayRoutes = ({ engine }: { readonly engine: Engine }): Routes => ({
  ...createWorkRoutes(engine),
  ...readingRoutes,
})

const createWorkRoutes = (engine: Engine): Pick<Routes, 'preview' | 'create' | 'cancel'> => ({
  async preview({ body }, ctx) {
    const { strategy_id: strategyId, ids, kind } = body
    await ctx.tenant(tx => requireStrategy(tx, strategyId))
    const request = {
      tenantId: ctx.principal.tenantId,
      strategyId,
      ids: [...new Set(ids)],
      kind,
      changes: writeChanges(body.changes),
    }
    return (await engine.replays.preview(request)).map(record => describePreview(record, ctx.tell))
  },
  create: ({ body }, ctx) =>
    ctx.tenant(async tx => {
      const group = await findGroup(tx, body.group_id)
      if (!group) throw refuse('notFound.errorGroup', { field: 'group_id' })
      const { tenantId, userId } = ctx.principal
      const { ids, keyword, statuses, kind } = body
      const id = await engine.replays.request(tx, {
        tenantId,
        strategyId: group.strategy_id,
        groupId: group.id,
        kind,
        changes: writeChanges(body.changes),
        selection: {
          ...(ids === undefined ? {} : { ids: [...new Set(ids)] }),
          ...(keyword === undefined || keyword === '' ? {} : { keyword }),
          ...(statuses === undefined ? {} : { statuses }),
        },
        userId,
      })
      await ctx.audit(tx, {
        objectType: 'errorGroup',
        objectId: group.id,
        objectName: group.strategy_name,
        after: { replay: id, kind, changes: body.changes, ids, keyword, statuses, cause: group.pattern },
      })
      return describeReplay(await requireReplay(tx, id), ctx.tell)
    }),
  cancel: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const before = await requireReplay(tx, params.id)
      if (!(await engine.replays.cancel(tx, { tenantId: ctx.principal.tenantId, jobId: params.id })))
        throw refuse('conflict.state', { value: before.state })
      await ctx.audit(tx, {
        objectType: 'errorGroup',
        ...(before.group_id === null ? {} : { objectId: before.group_id }),
        objectName: before.strategy_name,
        before: { state: before.state },
        after: { cancel: before.id },
      })
      return describeReplay(await requireReplay(tx, params.id), ctx.tell)
    }),
})

const readingRoutes: Pick<Routes, 'search' | 'get' | 'items'> = {
  async search({ query }, ctx) {
    const filter = { groupId: query.group_id ?? null, strategyId: query.strategy_id ?? null }
    const { rows, total } = await ctx.tenant(tx =>
      readPage(query, (limit, offset) => searchReplays(tx, filter, limit, offset)),
    )
    return new Page(
      rows.map(({ row }) => describeReplay(row, ctx.tell)),
      total,
    )
  },
  get: ({ params }, ctx) => ctx.tenant(async tx => describeReplay(await requireReplay(tx, params.id), ctx.tell)),
  items: ({ params, body }, ctx) =>
    ctx.tenant(async tx => {
      await requireReplay(tx, params.id)
      const states = body.state && body.state.length > 0 ? [...new Set(body.state)] : replayItemStates
      const found = await searchItems(tx, {
        jobId: params.id,
        states,
        after: body.cursor ?? null,
        limit: body.pageSize + 1,
      })
      const rows = found.slice(0, body.pageSize)
      return {
        rows: rows.map(row => ({ ...row, note: row.note === null ? null : ctx.tell(row.note) })),
        next: found.length > body.pageSize ? (rows.at(-1)?.record_id ?? null) : null,
      }
    }),
}

async function requireReplay(tx: Tx, id: string): Promise<ReplayRow> {
  const row = await findReplay(tx, id)
  if (!row) throw refuse('notFound.replay')
  return row
}

async function requireStrategy(tx: Tx, id: string): Promise<void> {
  if (!(await isStrategy(tx, id))) throw refuse('notFound.strategy', { field: 'strategy_id' })
}

function describeReplay(row: ReplayRow, tell: Translate): Replay {
  const counts = Object.fromEntries(replayItemStates.map(state => [state, Number(row.counts?.[state] ?? 0)]))
  return {
    id: row.id,
    strategy: { id: row.strategy_id, name: row.strategy_name },
    group_id: row.group_id,
    kind: row.kind,
    changes: readChanges(row.changes),
    state: row.state,
    cancelling: row.cancel && row.finished_at === null,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts: counts as Replay['counts'], // every state is there
    failure: row.failure && { ...row.failure, message: tell(row.failure.message) },
    requested_by: row.requested_by,
    created_at: row.created_at,
    finished_at: row.finished_at,
  }
}

type Previewed = Awaited<ReturnType<Engine['replays']['preview']>>[number]

const describePreview = (record: Previewed, tell: Translate): PreviewedRecord => ({
  id: record.id,
  key: record.key,
  effect: record.effect,
  reason: record.reason === null ? null : tell(record.reason),
  before: record.before,
  after: record.after,
  mapped: record.mapped,
  problems: record.problems.map(({ field, message }) => ({ field, message: tell(message) })),
  fields: [...record.fields],
})
