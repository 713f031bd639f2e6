import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page } from '../../../http/route-handler.ts'
import {
  findGate,
  findHead,
  lockStrategy,
  orRefuse,
  publishIn,
  requireNoCanary,
  type StrategyDeps,
  type StrategyHead,
  type StrategyService,
  saveParts,
  setRequired,
} from '../strategy/index.ts'
import { createCanaryHandlers } from './canary-handlers.ts'
import type { strategyPublish } from './contract.ts'
import { describeDifference, describeRehearsal } from './describe-rehearsal.ts'
import { createEditionHandlers } from './edition-handlers.ts'
import { exportDifferences } from './export-differences.ts'
import { lockDraft, lockPublishable, requireDraftCheck, requireSameAssets } from './require-publishable.ts'
import {
  acceptRehearsal,
  findRehearsal,
  isRehearsing,
  listRehearsals,
  notePublished,
  type RehearsalRow,
  searchDifferences,
} from './store.ts'

type Routes = Handlers<typeof strategyPublish>

interface PublishDeps extends StrategyDeps {
  readonly strategy: StrategyService
}

export const createStrategyPublishRoutes = ({ strategy: service, ...deps }: PublishDeps): Routes => ({
  ...createDraftRoutes(deps, service),
  ...createRehearsalRoutes(deps.engine),
  ...readingRoutes,
  ...createCanaryHandlers(deps.engine),
  ...createEditionHandlers(deps.engine, service),
})

const auditOf = (head: StrategyHead) => ({ objectType: 'strategy', objectId: head.id, objectName: head.name })

function createDraftRoutes(
  deps: StrategyDeps,
  service: StrategyService,
): Pick<Routes, 'setGate' | 'discard' | 'publish'> {
  return {
    async setGate({ params: { id }, body: { required } }, ctx) {
      await ctx.tenant(async tx => {
        const head = orRefuse(await lockStrategy(tx, id))
        const gate = await findGate(tx, id)
        // Otherwise the draft would be there and nobody could say what becomes of it.
        if (!required && gate.parts !== null) throw refuse('conflict.draft', { value: String(gate.revision) })
        await setRequired(tx, id, required)
        await ctx.audit(tx, { ...auditOf(head), before: { gate: gate.required }, after: { gate: required } })
      })
      return service.get(id, ctx)
    },
    async discard({ params: { id }, body: { revision } }, ctx) {
      await ctx.tenant(async tx => {
        const { head, draft } = await lockDraft(tx, id, revision)
        await requireNoCanary(tx, id)
        await saveParts(tx, id, null, ctx.principal.userId)
        await ctx.audit(tx, { ...auditOf(head), before: { draft, draft_revision: revision }, after: { draft: null } })
      })
      return service.get(id, ctx)
    },
    async publish({ params: { id }, body: wanted }, ctx) {
      await requireDraftCheck(deps.engine, id, wanted, ctx)
      await ctx.tenant(async tx => {
        const { head, live, draft, rehearsalId } = await lockPublishable(tx, id, wanted)
        await saveParts(tx, id, null, ctx.principal.userId)
        const by = { rehearsal: rehearsalId }
        const version = await publishIn(deps, tx, head, { before: live, after: draft, change: {}, by }, ctx)
        await notePublished(tx, rehearsalId, version)
      })
      return service.get(id, ctx)
    },
  }
}

const createRehearsalRoutes = (engine: Engine): Pick<Routes, 'rehearse' | 'cancel' | 'accept'> => ({
  rehearse: ({ params: { id }, body: { revision, days, max_records } }, ctx) =>
    ctx.tenant(async tx => {
      const { head, draft } = await lockDraft(tx, id, revision)
      if (await isRehearsing(tx, id)) throw refuse('conflict.rehearsing')
      const { tenantId, userId } = ctx.principal
      const rehearsalId = await engine.rehearsals.request(tx, {
        tenantId,
        strategyId: id,
        baseVersion: head.version,
        revision,
        config: draft,
        days,
        maxRecords: max_records,
        userId,
      })
      const after = { rehearsal: rehearsalId, draft_revision: revision, days, max_records }
      await ctx.audit(tx, { ...auditOf(head), after })
      return describeRehearsal(await requireRehearsal(tx, rehearsalId), ctx.tell)
    }),
  cancel: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const before = await requireRehearsal(tx, params.id)
      if (!(await engine.rehearsals.cancel(tx, { tenantId: ctx.principal.tenantId, id: params.id })))
        throw refuse('conflict.state', { value: before.state })
      await ctx.audit(tx, { ...placeOf(before), before: { state: before.state }, after: { cancel: before.id } })
      return describeRehearsal(await requireRehearsal(tx, params.id), ctx.tell)
    }),
  accept: ({ params, body: { note } }, ctx) =>
    ctx.tenant(async tx => {
      const { strategy_id } = await requireRehearsal(tx, params.id)
      // A save that is under way decides first whether this is still the draft.
      orRefuse(await lockStrategy(tx, strategy_id))
      const row = await requireRehearsal(tx, params.id)
      if (row.state !== 'done') throw refuse('conflict.state', { value: row.state })
      if (!row.is_current || row.compares !== null) throw refuse('conflict.otherDraft')
      await requireSameAssets(tx, row.id)
      await acceptRehearsal(tx, row.id, ctx.principal.userId, note)
      const { kinds, examined, revision, base_version } = describeRehearsal(row, ctx.tell)
      await ctx.audit(tx, {
        ...placeOf(row),
        after: { accepted: row.id, note, draft_revision: revision, base_version, examined, kinds },
      })
      return describeRehearsal(await requireRehearsal(tx, row.id), ctx.tell)
    }),
})

const readingRoutes: Pick<Routes, 'list' | 'get' | 'differences' | 'export'> = {
  list: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      orRefuse(await findHead(tx, params.id))
      return (await listRehearsals(tx, params.id)).map(row => describeRehearsal(row, ctx.tell))
    }),
  get: ({ params }, ctx) => ctx.tenant(async tx => describeRehearsal(await requireRehearsal(tx, params.id), ctx.tell)),
  async differences({ params, body: { kind, field, ...numbered } }, ctx) {
    const filter = { rehearsalId: params.id, kind: kind ?? null, field: field ?? null }
    const { rows, total } = await ctx.tenant(async tx => {
      await requireRehearsal(tx, params.id)
      return readPage(numbered, (limit, offset) => searchDifferences(tx, filter, limit, offset))
    })
    return new Page(
      rows.map(row => describeDifference(row, ctx.tell)),
      total,
    )
  },
  async export({ params, body: { kind, field } }, ctx) {
    const row = await ctx.tenant(async tx => {
      const row = await requireRehearsal(tx, params.id)
      await ctx.audit(tx, { ...placeOf(row), after: { rehearsal: row.id, kind, field } })
      return row
    })
    const filter = { rehearsalId: row.id, kind: kind ?? null, field: field ?? null }
    return new FileAnswer(
      `${row.strategy_name}-rehearsal.csv`,
      'text/csv; charset=utf-8',
      exportDifferences(filter, ctx),
    )
  },
}

const placeOf = (row: RehearsalRow) => ({
  objectType: 'strategy',
  objectId: row.strategy_id,
  objectName: row.strategy_name,
})

async function requireRehearsal(tx: Tx, id: string): Promise<RehearsalRow> {
  const row = await findRehearsal(tx, id)
  if (!row) throw refuse('notFound.rehearsal')
  return row
}
