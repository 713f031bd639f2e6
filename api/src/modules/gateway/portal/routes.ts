import { newId } from '@sluice/contract'
import { hashToken } from '../../../http/create-sessions.ts'
import { findWrongNetwork } from '../../../http/networks.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { PortalLink, portal } from './contract.ts'
import { createOpenRoutes, type PortalDeps } from './open-routes.ts'
import { countActive, findLink, hasApplication, insertLink, listLinks, lockApplication, revokeLink } from './store.ts'

const DAY_MS = 86_400_000
/** Of one application: who has more has lost sight of who holds them. */
const MOST_ACTIVE = 5

export const createPortalRoutes = (deps: PortalDeps): Handlers<typeof portal> => ({
  ...createOpenRoutes(deps),
  list: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      if (!(await hasApplication(tx, params.id))) throw refuse('notFound.gatewayApplication')
      return listLinks(tx, params.id)
    }),
  create: ({ params, body }, ctx) => create(deps, params.id, body, ctx),
  revoke: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const before = orRefuse(await findLink(tx, params.id, params.link))
      if ((await revokeLink(tx, params.id, params.link)) > 0)
        await ctx.audit(tx, { ...auditOf(before), before: { state: before.state }, after: { state: 'revoked' } })
      return orRefuse(await findLink(tx, params.id, params.link))
    }),
})

type CreateBody = Parameters<Handlers<typeof portal>['create']>[0]['body']

async function create(deps: PortalDeps, applicationId: string, body: CreateBody, ctx: RouteContext) {
  const { title, days, may_rotate: mayRotate, ip_allow: ipAllow } = body
  const wrong = findWrongNetwork(ipAllow)
  if (wrong !== undefined) throw refuse('invalid.network', { field: 'ip_allow', value: wrong })
  const token = deps.randomBytes(32).toString('base64url')
  const id = newId(deps.now())
  return ctx.tenant(async tx => {
    const name = await lockApplication(tx, applicationId)
    if (name === undefined) throw refuse('notFound.gatewayApplication')
    if ((await countActive(tx, applicationId)) >= MOST_ACTIVE)
      throw refuse('conflict.tooManyPortals', { value: String(MOST_ACTIVE) })
    await insertLink(tx, {
      ...{ id, applicationId, title, mayRotate, ipAllow, userId: ctx.principal.userId },
      tokenHash: hashToken(token),
      expiresAt: new Date(deps.now() + days * DAY_MS),
    })
    const link = orRefuse(await findLink(tx, applicationId, id))
    await ctx.audit(tx, { ...auditOf(link), after: { ...body, application_id: applicationId, application: name } })
    return { link, token, path: `/share/portal/${id}#${token}` }
  })
}

const auditOf = ({ id, title }: PortalLink) => ({ objectType: 'gatewayPortal', objectId: id, objectName: title })

function orRefuse(row: PortalLink | undefined): PortalLink {
  if (row === undefined) throw refuse('notFound.gatewayPortal')
  return row
}
