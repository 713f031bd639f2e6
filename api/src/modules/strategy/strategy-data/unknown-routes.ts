import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { AskedRecord, Changed, Engine } from '@sluice/engine'
import { writeMessage } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { AskedRow, strategyData } from './contract.ts'
import { describeRow, readCursor, readFilter, toCursor, writeCursor } from './search.ts'
import { isByTime, type RecordRow, readSent, searchRecords } from './store.ts'

type Routes = Pick<Handlers<typeof strategyData>, 'unknown' | 'askTarget' | 'resolve'>
type RequireStrategy = (tx: Tx, id: string) => Promise<string>
type Resolution = 'confirm' | 'resend' | 'ignore'

/** One call settles so many; a person watches the calls go on. */
const PART = 500
/** The target is asked about fewer at once: each is a question of its own there. */
const ASK_PART = 100

export function createUnknownRoutes(engine: Engine, requireStrategy: RequireStrategy): Routes {
  return {
    async unknown({ params, body: { cursor, pageSize, ...filter } }, ctx) {
      const { found, next, sent } = await ctx.tenant(async tx => {
        await requireStrategy(tx, params.strategy)
        const { found, next } = await searchUnknown(tx, params.strategy, filter, cursor, pageSize)
        const ids = found.map(row => row.id)
        return { found, next, sent: await readSent(tx, ids) }
      })
      const rows = found.map(row => ({
        ...describeRow(row, ctx.tell),
        sent: sent.get(row.id)?.request ?? null,
        sent_at: sent.get(row.id)?.created_at ?? row.updated_at,
        is_delete: sent.get(row.id)?.is_deleted ?? false,
      }))
      return { rows, next }
    },
    async askTarget({ params, body: { ids } }, ctx) {
      await ctx.tenant(tx => requireStrategy(tx, params.strategy))
      const { tenantId } = ctx.principal
      const asked = await engine.records.ask({ tenantId, strategyId: params.strategy, ids: [...new Set(ids)] })
      return asked.map(record => describeAsked(record, ctx))
    },
    async resolve({ params: { strategy }, body }, ctx) {
      const { ids, filter = {}, action } = body
      if (ids === undefined && body.filter === undefined) throw refuse('invalid.input', { field: 'ids' })
      const limit = action === 'ask' ? ASK_PART : PART
      const { found, next } = await ctx.tenant(async tx => {
        await requireStrategy(tx, strategy)
        if (ids) return { found: ids.map(id => ({ id })), next: null }
        return searchUnknown(tx, strategy, filter, body.cursor, limit)
      })
      const keys = new Map((body.target_keys ?? []).map(({ id, target_key }) => [id, target_key]))
      const parts =
        action === 'ask' ? await askParts(engine, strategy, found, ctx) : { [action]: found.map(({ id }) => id), keys }
      const settled = await settle(engine, requireStrategy, strategy, parts, ctx)
      return { ...settled, next }
    },
  }
}

/** In the order of the list of records; one row more than asked tells whether there is a next part. */
async function searchUnknown(
  tx: Tx,
  strategyId: string,
  body: Parameters<typeof readFilter>[1],
  cursor: string | undefined,
  limit: number,
): Promise<{ readonly found: readonly RecordRow[]; readonly next: string | null }> {
  const filter = readFilter(strategyId, { ...body, status: [RecordState.unknown] })
  const byTime = isByTime(filter)
  const rows = await searchRecords(tx, { ...filter, after: readCursor(cursor, byTime), limit: limit + 1 })
  const found = rows.slice(0, limit)
  const last = rows.length > limit ? found.at(-1) : undefined
  return { found, next: last ? writeCursor(toCursor(last, byTime)) : null }
}

type Refused = { readonly id: string; readonly message: string }
type Parts = { readonly [action in Resolution]?: readonly string[] } & {
  readonly keys: ReadonlyMap<string, string>
  /** Those that a person has to look at. */
  readonly left?: readonly Refused[]
}

/** What the target knows settles itself; what differs or is unclear stays for a person. */
async function askParts(
  engine: Engine,
  strategyId: string,
  chosen: readonly Pick<RecordRow, 'id'>[],
  ctx: RouteContext,
): Promise<Parts> {
  if (chosen.length === 0) return { keys: new Map() }
  const { tenantId } = ctx.principal
  const asked = await engine.records.ask({ tenantId, strategyId, ids: chosen.map(({ id }) => id) })
  const idsOf = (answer: AskedRecord['answer']) => asked.filter(each => each.answer === answer).map(({ id }) => id)
  const keys = asked.flatMap(each =>
    each.answer === 'equal' && each.targetKey !== null ? [[each.id, each.targetKey] as const] : [],
  )
  return {
    confirm: idsOf('equal'),
    resend: idsOf('missing'),
    keys: new Map(keys),
    left: asked.flatMap(explainLeft(ctx)),
  }
}

const explainLeft =
  ({ language, tell }: RouteContext) =>
  (record: AskedRecord): Refused[] => {
    const { id, key } = record
    if (record.answer === 'unclear') return [{ id, message: tell(record.reason) }]
    if (record.answer !== 'different') return []
    return [
      { id, message: writeMessage('unknown.different', language, { field: record.fields.join(', '), value: key }, '') },
    ]
  }

/** Decided, logged and answered in one transaction. Only records that are still unknown move. */
async function settle(
  engine: Engine,
  requireStrategy: RequireStrategy,
  strategyId: string,
  parts: Parts,
  ctx: RouteContext,
): Promise<Changed & { refused: Refused[]; run_id: string | null }> {
  const { records, runs } = engine
  const { tenantId, userId } = ctx.principal
  return ctx.tenant(async tx => {
    const name = await requireStrategy(tx, strategyId)
    const select = (ids: readonly string[] = []) => ({ tenantId, strategyId, userId, ids: [...new Set(ids)] })
    const confirmed = await records.confirm(tx, select(parts.confirm), parts.keys)
    const resent = await records.reprocess(tx, select(parts.resend))
    const ignored = await records.ignore(tx, select(parts.ignore))
    const request = { tenantId, strategyId, trigger: 'retry' as const, userId }
    const run = resent.changed > 0 ? await runs.request(tx, request) : null
    const all = [confirmed, resent, ignored]
    await ctx.audit(tx, {
      objectType: 'strategy',
      objectId: strategyId,
      objectName: name,
      after: {
        confirm: parts.confirm,
        resend: parts.resend,
        ignore: parts.ignore,
        changed: all.map(({ changed }) => changed),
      },
    })
    return {
      changed: all.reduce((sum, { changed }) => sum + changed, 0),
      refused: [
        ...(parts.left ?? []),
        ...all.flatMap(({ refused }) => refused.map(({ id, message }) => ({ id, message: ctx.tell(message) }))),
      ],
      run_id: run?.runId ?? null,
    }
  })
}

const describeAsked = (record: AskedRecord, ctx: RouteContext): AskedRow => ({
  id: record.id,
  key: record.key,
  answer: record.answer,
  fields: record.answer === 'different' ? [...record.fields] : [],
  target_key: record.answer === 'equal' ? record.targetKey : null,
  reason: record.answer === 'unclear' ? ctx.tell(record.reason) : null,
})
