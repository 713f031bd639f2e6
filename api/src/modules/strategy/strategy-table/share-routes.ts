import type { randomBytes } from 'node:crypto'
import { type ContentIn, lineOf, newId, type Parsed, type Translate } from '@sluice/contract'
import type { Database } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { hashToken } from '../../../http/create-sessions.ts'
import { findWrongNetwork, isFrom } from '../../../http/networks.ts'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { findStrategyName } from '../strategy-data/index.ts'
import type { Share, SharedView, strategyTable, TableColumn } from './contract.ts'
import { readTable, toRecordFilter } from './read-table.ts'
import { openCursor, sealCursor } from './seal-cursor.ts'
import {
  countActive,
  findOpen,
  findShare,
  insertShare,
  listShares,
  noteOpened,
  type OpenedShare,
  revokeShare,
  type ShareRow,
} from './share-store.ts'
import { compileCells, compileTests, isOfData } from './table-plan.ts'

export interface ShareDeps {
  readonly engine: Pick<Engine, 'records'>
  readonly database: Database
  readonly throttle: Throttle
  readonly randomBytes: typeof randomBytes
  readonly now: () => number
}

type Routes = typeof strategyTable
type ShareBody = Parsed<Routes['share']>['body']
type OpenBody = Parsed<Routes['openShare']>['body']

const DAY_MS = 86_400_000
const MOST_ACTIVE = 100
/** What is told of an error quotes values of any field. */
const UNSHARED: readonly string[] = ['error_message']

const PER_ADDRESS = { burst: 60, everyMs: 1000 }
const PER_SHARE = { burst: 200, everyMs: 200 }
const WRONG_PER_ADDRESS = { burst: 20, everyMs: 6000 }
/** Of one page for a stranger: time of a statement, of all of it, and records that are looked at. */
const STATEMENT_MS = 5000
const READING_MS = 15_000
const MOST_LOOKED_AT = { source: 1000, mapped: 200 }
/** Pages for strangers that a process makes at once; the others are told to come again. */
const AT_ONCE = 4

export async function share(deps: ShareDeps, strategyId: string, body: ShareBody, ctx: RouteContext) {
  const { title, view, days, ip_allow: ipAllow, embed_origins: embedOrigins } = body
  requireShareable(view)
  compileTests(view.conditions, text => text)
  const wrong = findWrongNetwork(ipAllow)
  if (wrong !== undefined) throw refuse('invalid.network', { field: 'ip_allow', value: wrong })
  const token = deps.randomBytes(32).toString('base64url')
  const id = newId(deps.now())
  return ctx.tenant(async tx => {
    if ((await findStrategyName(tx, strategyId)) === undefined) throw refuse('notFound.strategy')
    if ((await countActive(tx, strategyId)) >= MOST_ACTIVE) throw refuse('conflict.tooManyShares')
    await insertShare(tx, {
      ...{ id, strategyId, title, ipAllow, embedOrigins, userId: ctx.principal.userId },
      tokenHash: hashToken(token),
      view: { ...view, salt: deps.randomBytes(16).toString('base64url') },
      expiresAt: new Date(deps.now() + days * DAY_MS),
    })
    const after = { title, view, days, ip_allow: ipAllow, embed_origins: embedOrigins, strategy_id: strategyId }
    await ctx.audit(tx, { objectType: 'tableShare', objectId: id, objectName: title, after })
    return {
      share: describeShare(orRefuse(await findShare(tx, strategyId, id))),
      token,
      path: `/share/table/${id}#${token}`,
    }
  })
}

function requireShareable({ columns, masks }: SharedView): void {
  const refused = columns.find(({ of, name }) => of === 'record' && UNSHARED.includes(name))
  if (refused) throw refuse('invalid.unshared', { field: 'view.columns', value: refused.name })
  // A mask of nothing would let somebody believe that something is hidden.
  const idle = Object.keys(masks).find(place => columns[Number(place)] === undefined)
  if (idle !== undefined) throw refuse('invalid.mask', { field: 'view.masks', value: idle })
}

export const list = (strategyId: string, ctx: RouteContext): Promise<Share[]> =>
  ctx.tenant(async tx => {
    if ((await findStrategyName(tx, strategyId)) === undefined) throw refuse('notFound.strategy')
    return (await listShares(tx, strategyId)).map(describeShare)
  })

export const revoke = (strategyId: string, id: string, ctx: RouteContext): Promise<Share> =>
  ctx.tenant(async tx => {
    const before = orRefuse(await findShare(tx, strategyId, id))
    if ((await revokeShare(tx, strategyId, id)) > 0)
      await ctx.audit(tx, {
        objectType: 'tableShare',
        objectId: id,
        objectName: before.title,
        before: { state: before.state },
        after: { state: 'revoked' },
      })
    return describeShare(orRefuse(await findShare(tx, strategyId, id)))
  })

const describeShare = ({ view, ...row }: ShareRow): Share => ({
  ...row,
  columns: view.columns.map(({ name }) => name),
})

function orRefuse(row: ShareRow | undefined): ShareRow {
  if (row === undefined) throw refuse('notFound.tableShare')
  return row
}

type Opening = (id: string, body: OpenBody, ctx: RouteContext) => Promise<ContentIn<Routes['openShare']>>

/** For whoever holds a link. Every no sounds the same, so that nobody learns which links there are. */
export function createOpening(deps: ShareDeps): Opening {
  let underWay = 0
  return async (id, body, ctx) => {
    await deps.throttle.take(`table-share/address/${lineOf(ctx.ip)}`, PER_ADDRESS)
    const now = new Date(deps.now())
    const found = await deps.database.withSystem(tx => findOpen(tx, id, hashToken(body.token), now))
    if (!found || !isFrom(ctx.ip, found.ip_allow)) {
      await deps.throttle.take(`table-share/wrong/${lineOf(ctx.ip)}`, WRONG_PER_ADDRESS)
      throw refuse('notFound.tableShare')
    }
    await deps.throttle.take(`table-share/share/${id}`, PER_SHARE)
    if (underWay >= AT_ONCE) throw refuse('tooMany.readers', { retryAfterMs: 1000, retry: 'later' })
    underWay += 1
    try {
      return await read(deps, { ...found, id }, body, ctx)
    } finally {
      underWay -= 1
    }
  }
}

async function read(deps: ShareDeps, opened: OpenedShare & { readonly id: string }, body: OpenBody, ctx: RouteContext) {
  const { view, tenant_id: tenantId, strategy_id: strategyId } = opened
  const { columns, masks, salt } = view
  const { isMet, own } = compileBoth(view, body, ctx.tell)
  const isFiltered = view.conditions.length > 0 || own.length > 0
  const query = {
    ...{ strategyId, side: view.side, filter: toRecordFilter(strategyId, view), isMet, isFiltered },
    needsData: columns.some(column => column.of === 'data') || view.conditions.some(isOfData),
  }
  const options = { statementTimeoutMs: STATEMENT_MS, readOnly: true }
  const reading = {
    engine: deps.engine,
    tenant: <T>(work: Parameters<typeof deps.database.withTenant<T>>[1]) =>
      deps.database.withTenant(tenantId, work, options),
    signal: AbortSignal.any([ctx.signal, AbortSignal.timeout(READING_MS)]),
  }
  const cursor = body.cursor === undefined ? undefined : openCursor(body.cursor, body.token)
  const most = MOST_LOOKED_AT[view.side]
  const page = await readTable(reading, query, { cursor, pageSize: body.pageSize, most })
  await deps.database.withTenant(tenantId, tx => noteOpened(tx, opened.id))
  const cellsOf = compileCells(columns, ctx.tell, { masks, salt })
  const hasStatus = columns.some(
    ({ of, name }, place) => of === 'record' && name === 'status' && !isMasked(masks, place),
  )
  return {
    title: opened.title,
    expires_at: opened.expires_at,
    columns: columns.map(({ of, name }, place) => ({ of, name, is_masked: isMasked(masks, place) })),
    rows: page.rows.map(each => ({
      status: hasStatus ? each.row.status : null,
      lack: each.lack,
      cells: cellsOf(each),
    })),
    next: page.next === null ? null : sealCursor(page.next, body.token, deps.randomBytes(12)),
    looked: page.looked,
    unjudged: page.unjudged,
    order: page.order,
  }
}

const isMasked = (masks: SharedView['masks'], place: number): boolean => Object.hasOwn(masks, String(place))

/** What the share is narrowed to, and what its reader asks beside: of columns that are shown as they are, and of no other. */
function compileBoth(view: SharedView, { conditions }: OpenBody, tell: Translate) {
  const own = conditions.map(({ column: place, ...rest }) => {
    const column: TableColumn | undefined = view.columns[place]
    if (column === undefined || isMasked(view.masks, place))
      throw refuse('invalid.sharedColumn', { field: 'conditions', value: String(place) })
    return { ...rest, column }
  })
  const [isShared, isAsked] = [compileTests(view.conditions, tell), compileTests(own, tell)]
  const isMet = (each: Parameters<typeof isShared>[0]): boolean | null => {
    const shared = isShared(each)
    // Nothing is said of records that are not shared, not even that they could not be judged.
    return shared === true ? isAsked(each) : shared
  }
  return { isMet, own }
}
