import { createHash, type randomBytes, timingSafeEqual } from 'node:crypto'
import { type FigureName, lineOf, newId } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { hashToken } from '../../../http/create-sessions.ts'
import { findWrongNetwork, isFrom } from '../../../http/networks.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { digraph } from './contract.ts'
import type { DashboardDesign } from './design-contract.ts'
import type { FigureReading } from './figure-contract.ts'
import { type FigureDeps, maySee, readFigures, type Viewer } from './read-figures.ts'
import { requireDashboard } from './require-dashboard.ts'
import type { DashboardShare } from './share-contract.ts'
import * as store from './share-store.ts'

export interface ShareDeps extends FigureDeps {
  readonly database: Database
  readonly throttle: Throttle
  readonly randomBytes: typeof randomBytes
}

type ShareRoutes = Pick<Handlers<typeof digraph>, 'shares' | 'share' | 'revoke' | 'openShare'>
type OpenBody = Parameters<ShareRoutes['openShare']>[0]['body']

const DAY_MS = 86_400_000
const MOST_ACTIVE = 50
/** A hundred screens in one building ask every five seconds, and are one address. */
const PER_ADDRESS = { burst: 600, everyMs: 40 }
const PER_SHARE = { burst: 500, everyMs: 10 }
const WRONG_PER_ADDRESS = { burst: 20, everyMs: 6000 }
const PASSWORDS_PER_ADDRESS = { burst: 10, everyMs: 60_000 }
const PASSWORDS_PER_SHARE = { burst: 100, everyMs: 6000 }
/** How often a screen that stands open is noted. */
const NOTE_MS = 60_000

/** Links to dashboards, and what they show. */
export function createShareRoutes(deps: ShareDeps): ShareRoutes {
  const noted: Noted = new Map()
  return {
    shares: ({ params: { id } }, ctx) =>
      ctx.tenant(async tx => {
        await requireDashboard(tx, id)
        return store.listShares(tx, id)
      }),
    share: ({ params: { id }, body }, ctx) => share(deps, id, body, ctx),
    revoke: ({ params: { id, share: shareId } }, ctx) =>
      ctx.tenant(async tx => {
        const before = orRefuse(await store.findShare(tx, id, shareId))
        if ((await store.revokeShare(tx, id, shareId)) > 0)
          await ctx.audit(tx, { ...auditOf(before), before: { state: before.state }, after: { state: 'revoked' } })
        return orRefuse(await store.findShare(tx, id, shareId))
      }),
    openShare: ({ params: { id }, body }, ctx) => openShare(deps, noted, id, body, ctx),
  }
}

async function share(
  deps: ShareDeps,
  dashboardId: string,
  { title, days, password, ip_allow: ipAllow }: Parameters<ShareRoutes['share']>[0]['body'],
  ctx: RouteContext,
) {
  const wrong = findWrongNetwork(ipAllow)
  if (wrong !== undefined) throw refuse('invalid.network', { field: 'ip_allow', value: wrong })
  const token = deps.randomBytes(32).toString('base64url')
  const id = newId(deps.now())
  return ctx.tenant(async tx => {
    const { name, design } = await requireDashboard(tx, dashboardId)
    if ((await store.countActive(tx, dashboardId)) >= MOST_ACTIVE)
      throw refuse('conflict.tooManyDashboardShares', { value: String(MOST_ACTIVE) })
    const sources = new Set(design.components.flatMap(component => component.sources))
    await store.insertShare(tx, {
      ...{ id, dashboardId, title, ipAllow, userId: ctx.principal.userId },
      tokenHash: hashToken(token),
      lock: password === undefined ? null : makeLock(deps.randomBytes(16), token, password),
      groups: ctx.principal.groups,
      figures: [...sources].filter(source => maySee(source, ctx)),
      expiresAt: new Date(deps.now() + days * DAY_MS),
    })
    const made = orRefuse(await store.findShare(tx, dashboardId, id))
    const after = { title, days, ip_allow: ipAllow, has_password: password !== undefined, dashboard: name }
    await ctx.audit(tx, { ...auditOf(made), after })
    return { share: made, token, path: `/share/dashboard/${id}#${token}` }
  })
}

/**
 * Who holds the link lacks the salt, and who reads the store lacks the token: neither finds the pass of a password that they
 * guess without asking here, where tries are counted.
 */
const passOf = (salt: Buffer, token: string, password: string): string =>
  createHash('sha256').update(salt).update(`${token}\n${password}`).digest('base64url')

const makeLock = (salt: Buffer, token: string, password: string): store.Lock => ({
  salt,
  hash: hashToken(passOf(salt, token, password)),
})

function orRefuse(row: DashboardShare | undefined): DashboardShare {
  if (row === undefined) throw refuse('notFound.dashboardShare')
  return row
}

const auditOf = ({ id, title }: DashboardShare) => ({
  objectType: 'dashboardShare',
  objectId: id,
  objectName: title,
})

/** Every no sounds the same, so that nobody learns which links there are. */
async function openShare(deps: ShareDeps, noted: Noted, id: string, body: OpenBody, ctx: RouteContext) {
  const { token, version } = body
  await deps.throttle.take(`dashboard-share/address/${lineOf(ctx.ip)}`, PER_ADDRESS)
  const asked = { id, tokenHash: hashToken(token), now: new Date(deps.now()), version: version ?? null }
  const opened = await deps.database.withSystem(tx => store.findOpen(tx, asked))
  if (!opened || !isFrom(ctx.ip, opened.ip_allow)) {
    await deps.throttle.take(`dashboard-share/wrong/${lineOf(ctx.ip)}`, WRONG_PER_ADDRESS)
    throw refuse('notFound.dashboardShare')
  }
  await deps.throttle.take(`dashboard-share/share/${id}`, PER_SHARE)
  const pass = await findPass(deps, { id, ip: ctx.ip, ...body }, opened)
  if (pass === undefined) return { shown: null }
  const { tenant_id: tenantId, refresh_seconds } = opened
  const groups = meetGroups(opened.shared_groups, opened.groups)
  const viewer: Viewer = {
    principal: { tenantId, groups, permissions: new Set(opened.permissions) },
    tenant: (work, options) => deps.database.withTenant(tenantId, work, { ...options, groups }),
    language: ctx.language,
    tell: ctx.tell,
    report: ctx.report,
  }
  const isShared = (name: FigureName): boolean => opened.figures.includes(name)
  const figures = await readFigures(deps, opened.sources.filter(isShared), refresh_seconds * 900, viewer)
  await note(deps, noted, { tenantId, id, isOpening: version === undefined })
  return {
    shown: {
      ...{ pass, title: opened.title, expires_at: opened.expires_at, at: new Date(deps.now()).toISOString() },
      ...{ version: opened.version, refresh_seconds, design: opened.design && keepShared(opened.design, isShared) },
      figures: figures.map(hideIds),
    },
  }
}

/**
 * What stands for the password; null: there is none; undefined: it is asked for. Tries are counted before they are looked
 * at, for right and wrong alike; who was in once has the pass, which nobody guesses.
 */
async function findPass(
  { throttle }: ShareDeps,
  { id, ip, token, password, pass }: OpenBody & { readonly id: string; readonly ip: string },
  { password_hash: hash, password_salt: salt }: store.OpenedShare,
): Promise<string | null | undefined> {
  if (hash === null || salt === null) return null
  if (pass !== undefined && timingSafeEqual(hash, hashToken(pass))) return pass
  if (password === undefined) return undefined
  const line = `dashboard-share/password/${id}/${lineOf(ip)}`
  await throttle.take(line, PASSWORDS_PER_ADDRESS)
  await throttle.take(`dashboard-share/password/${id}`, PASSWORDS_PER_SHARE)
  const made = passOf(salt, token, password)
  if (!timingSafeEqual(hash, hashToken(made))) throw refuse('invalid.sharePassword', { field: 'password' })
  await throttle.reset(line)
  return made
}

/** When this process last noted that a link was used. */
type Noted = Map<string, number>
const MOST_NOTED = 1000

interface Seen {
  readonly tenantId: string
  readonly id: string
  readonly isOpening: boolean
}

async function note({ database, now }: ShareDeps, noted: Noted, { tenantId, id, isOpening }: Seen): Promise<void> {
  if (!isOpening && now() - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < NOTE_MS) return
  if (noted.size >= MOST_NOTED) noted.clear()
  noted.set(id, now())
  await database.withTenant(tenantId, tx => store.noteOpened(tx, id, isOpening ? 1 : 0))
}

/** What was seen then and is seen now; null: all. */
const meetGroups = (then: readonly string[] | null, now: readonly string[] | null): readonly string[] | null =>
  then === null ? now : now === null ? then : then.filter(group => now.includes(group))

/** A component with a figure that is not shared is not there, for its title tells of it. */
const keepShared = (design: DashboardDesign, isShared: (name: FigureName) => boolean): DashboardDesign => ({
  ...design,
  components: design.components.filter(({ sources }) => sources.every(isShared)),
})

/** Who looks has no use for ids of what they cannot open; a place among its like keeps lines apart and joined. */
function hideIds(figure: FigureReading): FigureReading {
  const { parts, rows, graph } = figure
  const nodes = new Map(graph?.nodes.map((node, at) => [node.id, String(at)]))
  const placeOf = (node: string): string => nodes.get(node) ?? ''
  return {
    ...figure,
    parts: parts.map((part, at) => (part.label === '' ? part : { ...part, key: String(at) })),
    rows: rows.map((row, at) => ({ ...row, id: String(at), owner_id: null })),
    graph: graph && {
      nodes: graph.nodes.map(node => ({ ...node, id: placeOf(node.id) })),
      edges: graph.edges.map((edge, at) => ({
        ...edge,
        ...{ id: String(at), source: placeOf(edge.source), target: placeOf(edge.target) },
      })),
    },
  }
}
