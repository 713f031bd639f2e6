import type { Database, Vault } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { type KeptBodies, placeOfBody, replayIntake } from '@sluice/gateway'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { type BodyRow, type CallRow, findBody, findCall, lockBody, noteReplay } from './store.ts'

export interface BodyDeps {
  readonly database: Database
  readonly vault: Vault
  readonly engine: Pick<Engine, 'records' | 'runs'>
  readonly now: () => number
}

/** Whoever may look at calls may not for that read what the called API hands out. */
const rightOf = ({ asset_id }: CallRow): string => (asset_id === null ? 'strategy:query' : 'asset:update')

const openBodies = async ({ vault }: BodyDeps, row: CallRow, body: BodyRow, ctx: RouteContext): Promise<KeptBodies> =>
  JSON.parse(await vault.open(ctx.principal.tenantId, placeOfBody(row.id), body.sealed)) // as the gateway wrote it

export async function tellBodies(deps: BodyDeps, row: CallRow, body: BodyRow | undefined, ctx: RouteContext) {
  if (!body) return { bodies: null, may_replay: false, replay_id: null }
  const kept = await openBodies(deps, row, body, ctx)
  const isWithheld = !isAllowed(ctx.principal, rightOf(row))
  const show = ({ text, bytes, isCut }: KeptBodies['request']) => ({
    text: isWithheld ? null : text,
    bytes,
    is_cut: isCut,
  })
  return {
    bodies: { is_withheld: isWithheld, request: show(kept.request), answer: show(kept.answer), ends_at: body.ends_at },
    may_replay: body.is_whole && body.replay_id === null,
    replay_id: body.replay_id,
  }
}

interface Answered {
  readonly staged: number
  readonly rejected: number
  readonly results: readonly { readonly receipt?: string }[]
}

/** @throws Failure where nothing was kept whole, where it was sent again before, and where it is refused now as well */
export async function replayCall(deps: BodyDeps, id: string, ctx: RouteContext) {
  const { row, body } = await ctx.tenant(async tx => ({ row: await findCall(tx, id), body: await findBody(tx, id) }))
  if (!row) throw refuse('notFound.gatewayCall')
  if (!body?.is_whole || row.strategy_id === null) throw refuse('conflict.nothingToReplay')
  // The vault opens a transaction of its own, so it comes before ours.
  const { original, key = null } = await openBodies(deps, row, body, ctx)
  if (original === null) throw refuse('conflict.nothingToReplay')
  const strategyId = row.strategy_id
  return ctx.tenant(async tx => {
    const locked = await lockBody(tx, id)
    if (!locked) throw refuse('conflict.nothingToReplay')
    if (locked.replay_id !== null) throw refuse('conflict.alreadyReplayed')
    const { database, now, engine } = deps
    const done = await replayIntake({ database, now, ...engine }, tx, {
      ...{ id, applicationId: row.application_id, strategyId, version: row.api_version ?? 1, body: original, key },
      ...{ ip: ctx.ip, language: ctx.language },
    })
    if (done.kind === 'refused')
      throw done.said === null
        ? refuse('conflict.replayRights')
        : refuse('conflict.replayRefused', { value: done.said })
    await noteReplay(tx, id, done.callId)
    await ctx.audit(tx, {
      ...{ objectType: 'gatewayCall', objectId: id, objectName: row.application_name },
      after: { replayed_as: done.callId },
    })
    const { staged, rejected, results }: Answered = JSON.parse(done.content) // as the gateway wrote it
    return { call_id: done.callId, staged, rejected, receipts: results.flatMap(({ receipt }) => receipt ?? []) }
  })
}
