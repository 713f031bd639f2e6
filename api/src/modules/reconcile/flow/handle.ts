import type { Parsed } from '@sluice/contract'
import { Failure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readFailure } from '../../../http/answer-failure.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { flow } from './contract.ts'
import { confirmGroup, requireGroup, requireOpen } from './decide.ts'
import { listEntries, readPlace, readSearch, writePlace } from './entries.ts'
import { exportEntries } from './export-entries.ts'
import {
  dropExceptions,
  findHolder,
  insertComment,
  keepAssignee,
  keepHandling,
  listComments,
  setLineStates,
} from './handling-store.ts'
import { findRuleLine, holdLines, listOpenLines } from './line-rows.ts'
import { requireFlow } from './require-flow.ts'
import type { work } from './work-contract.ts'

/** Lists beside each other, and what people do with them. */
export const createHandlingRoutes = (): Pick<Handlers<typeof flow>, keyof typeof work> => ({
  entries: ({ params, query: { after, pageSize, ...query } }, ctx) =>
    ctx.tenant(async tx => {
      await requireFlow(tx, params.id)
      const search = readSearch(params.id, ctx.principal.userId, query)
      const { entries, next } = await listEntries(tx, search, readPlace(after), pageSize)
      return { entries, next: next && writePlace(next) }
    }),
  async exportEntries({ params, query }, ctx) {
    const flow = await ctx.tenant(async tx => {
      const flow = await requireFlow(tx, params.id)
      await ctx.audit(tx, { objectType: 'reconFlow', objectId: flow.id, objectName: flow.name, after: query })
      return flow
    })
    return exportEntries(readSearch(flow.id, ctx.principal.userId, query), ctx)
  },
  lines: ({ params, query }, ctx) =>
    ctx.tenant(async tx => {
      await requireFlow(tx, params.id)
      return listOpenLines(tx, params.id, params.side, { ...query, number: query.number || undefined })
    }),
  confirmMany: ({ params, body }, ctx) => confirmMany(params.id, body.ids, ctx),
  ignore: ({ params, body: { lines, reason } }, ctx) =>
    changeLines(params.id, lines, ctx, { reason, state: 'ignored' }, async (tx, side, ids) => {
      await requireOpen(tx, params.id, side, ids)
      await dropExceptions(tx, params.id, side, ids)
      await keepHandling(tx, side, ids, { carriedUntil: null, reason, userId: ctx.principal.userId })
      return setLineStates(tx, side, ids, { from: 'open', to: 'ignored', reason })
    }),
  carry: ({ params, body: { lines, until, reason } }, ctx) =>
    changeLines(params.id, lines, ctx, { reason, until }, async (tx, side, ids) => {
      await requireOpen(tx, params.id, side, ids)
      return keepHandling(tx, side, ids, { carriedUntil: until, reason, userId: ctx.principal.userId })
    }),
  reopen: ({ params, body: { lines } }, ctx) =>
    changeLines(params.id, lines, ctx, { state: 'open' }, async (tx, side, ids) => {
      const held = await holdLines(tx, params.id, side, ids)
      const other = held.find(({ status }) => status !== 'open' && status !== 'ignored')
      if (held.length < ids.length) throw refuse('notFound.reconLine', { value: ids.join(', ') })
      if (other) throw refuse('conflict.lineState', { value: other.status })
      await setLineStates(tx, side, ids, { from: 'ignored', to: 'open', reason: null })
      return keepHandling(tx, side, ids, { carriedUntil: null, reason: '', userId: ctx.principal.userId })
    }),
  assign: ({ params, body: { lines, to } }, ctx) =>
    changeLines(params.id, lines, ctx, { to }, async (tx, side, ids) => {
      const held = await holdLines(tx, params.id, side, ids)
      if (held.length < ids.length) throw refuse('notFound.reconLine', { value: ids.join(', ') })
      const { userId } = ctx.principal
      // Taking what is nobody's is asked here; what is somebody's is given away by who sees that it is.
      const holder = to === 'me' ? await findHolder(tx, side, ids, userId) : undefined
      if (holder)
        throw refuse('conflict.differenceGiven', {
          value: [holder.id, holder.name, holder.at].filter(Boolean).join(' · '),
        })
      return keepAssignee(tx, side, ids, { userId: to === 'me' ? userId : null, by: userId })
    }),
  comments: ({ params }, ctx) => ctx.tenant(async tx => listComments(tx, await readSubject(tx, params.id, params.key))),
  comment: ({ params, body }, ctx) =>
    ctx.tenant(async tx => {
      const subject = await readSubject(tx, params.id, params.key)
      const made = await insertComment(tx, subject, body.text, ctx.principal.userId)
      await ctx.audit(tx, { objectType: 'reconLine', objectId: params.key, after: { text: body.text } })
      return made
    }),
})

type Chosen = Parsed<(typeof flow)['ignore']>['body']['lines']

/** All of them or none. */
const changeLines = (
  flowId: string,
  lines: Chosen,
  ctx: RouteContext,
  after: Readonly<Record<string, unknown>>,
  change: (tx: Tx, side: 'a' | 'b', ids: readonly string[]) => Promise<number>,
): Promise<{ changed: number }> =>
  ctx.tenant(async tx => {
    const { name } = await requireFlow(tx, flowId)
    let changed = 0
    for (const side of ['a', 'b'] as const) {
      const ids = [...new Set(lines.filter(line => line.side === side).map(({ id }) => id))]
      if (ids.length > 0) changed += await change(tx, side, ids)
    }
    await ctx.audit(tx, { objectType: 'reconLine', objectId: flowId, objectName: name, after: { ...after, lines } })
    return { changed }
  })

/** Each by itself: what somebody else decided meanwhile stops none of the others. */
async function confirmMany(flowId: string, ids: readonly string[], ctx: RouteContext) {
  await ctx.tenant(tx => requireFlow(tx, flowId))
  const confirmed: string[] = []
  const refused: { id: string; code: string; message: string }[] = []
  for (const id of new Set(ids))
    try {
      await confirmGroup(id, ctx, flowId)
      confirmed.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push({ id, ...readFailure(error, ctx) })
    }
  return { confirmed, refused }
}

async function readSubject(tx: Tx, flowId: string, key: string): Promise<{ kind: string; id: string }> {
  const [kind, id] = [key.charAt(0), key.slice(1)]
  await requireFlow(tx, flowId)
  if (kind === 'g') {
    if ((await requireGroup(tx, id)).flow_id !== flowId) throw refuse('notFound.reconGroup')
  } else if (!(await findRuleLine(tx, flowId, kind === 'a' ? 'a' : 'b', id)))
    throw refuse('notFound.reconLine', { value: id })
  return { kind, id }
}
