import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type BrokenApi, findBreaks, type PublishedApplication } from '@sluice/gateway'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { CALLS, READS } from './rights.ts'
import { countLateCalls, keepVersion, listVersions, type OldVersion, setDates, turnVersion } from './version-store.ts'

export interface SettleDeps {
  readonly now: () => number
  readonly userId: string
}

export interface Change {
  /** What callers get until the transaction's end, and afterwards. */
  readonly answered: PublishedApplication
  readonly answers: PublishedApplication
  readonly onBreak:
    | { readonly way: 'version'; readonly deprecated_at?: string | undefined; readonly sunset_at: string }
    | { readonly way: 'inPlace' }
    | undefined
}

/**
 * No caller finds another API at the address it knows: what would break it becomes a new version, and the one before it stays.
 * @throws Failure `conflict.breakingChange` whose content says what breaks, and who called it in the last 30 days
 */
export async function settleBreaks(tx: Tx, { now, userId }: SettleDeps, change: Change): Promise<void> {
  const { answered, answers, onBreak } = change
  const broken = findBreaks(answered, answers)
  if (broken.length === 0) return
  if (onBreak?.way === 'version') {
    const life = lifeOf(onBreak, now())
    for (const api of broken)
      await keepVersion(tx, answered.id, { ...oldOf(answered, api), ...life, id: newId(now()), userId })
    for (const { kind, id } of broken) await turnVersion(tx, answered.id, kind, id)
    return
  }
  const told = []
  for (const api of broken) {
    const { calls, last_called_at } = await countLateCalls(tx, answered.id, api)
    const callers =
      calls === 0 ? [] : [{ application_id: answered.id, application_name: answered.name, calls, last_called_at }]
    told.push({ ...api, breaks: [...api.breaks], callers })
  }
  if (onBreak?.way !== 'inPlace' || told.some(api => api.callers.length > 0))
    throw refuse('conflict.breakingChange', { content: told, value: broken.map(nameBreaks).join('; ').slice(0, 500) })
}

const nameBreaks = ({ name, breaks }: BrokenApi): string =>
  `${name} (${breaks.map(each => `${each.what}: ${each.name}`).join(', ')})`

/** @throws Failure where it would be sunk before it is deprecated */
function lifeOf(onBreak: { readonly deprecated_at?: string | undefined; readonly sunset_at: string }, nowMs: number) {
  const sunset = new Date(onBreak.sunset_at)
  const deprecated =
    onBreak.deprecated_at === undefined ? new Date(Math.min(nowMs, sunset.getTime())) : new Date(onBreak.deprecated_at)
  if (deprecated > sunset) throw refuse('invalid.sunset', { field: 'on_break.sunset_at' })
  return { deprecatedAt: deprecated, sunsetAt: sunset }
}

/** One that has ended hands out again what it did: that is for those who may read it. */
const RIGHTS = { strategy: READS, asset: CALLS } as const

/** @throws Failure `notFound.apiVersion`, `permission.missing`, and `invalid.sunset` where the times do not fit */
export async function changeDates(
  tx: Tx,
  applicationId: string,
  body: {
    readonly kind: 'strategy' | 'asset'
    readonly object_id: string
    readonly version: number
    readonly deprecated_at: string | null
    readonly sunset_at: string | null
  },
  ctx: Pick<RouteContext, 'principal'>,
): Promise<void> {
  const { kind, object_id: objectId, version } = body
  const [deprecatedAt, sunsetAt] = [body.deprecated_at, body.sunset_at].map(at => (at === null ? null : new Date(at)))
  const found = (await listVersions(tx, applicationId)).find(
    each => each.kind === kind && each.object_id === objectId && each.version === version,
  )
  if (!found) throw refuse('notFound.apiVersion')
  const isOrdered = !deprecatedAt || !sunsetAt || deprecatedAt <= sunsetAt
  if (!isOrdered || (!found.is_current && (!deprecatedAt || !sunsetAt)))
    throw refuse('invalid.sunset', { field: 'sunset_at' })
  if (found.has_ended && !isAllowed(ctx.principal, RIGHTS[kind]))
    throw refuse('permission.missing', { value: RIGHTS[kind] })
  await setDates(tx, applicationId, {
    kind,
    objectId,
    version,
    deprecatedAt: deprecatedAt ?? null,
    sunsetAt: sunsetAt ?? null,
  })
}

/** As the gateway answers it now. */
function oldOf(
  answered: PublishedApplication,
  { kind, id }: BrokenApi,
): Pick<OldVersion, 'kind' | 'objectId' | 'connectorId' | 'version' | 'doc'> {
  if (kind === 'strategy') {
    const scope = answered.scopes.find(each => each.is_current && each.strategy_id === id)! // it was found among them
    const { version, operations, fields, masks, row_filter, body_policy } = scope
    return {
      kind,
      objectId: id,
      connectorId: null,
      version,
      doc: { operations, fields, masks, row_filter, body_policy },
    }
  }
  const asset = answered.assets.find(each => each.is_current && each.asset_id === id)! // it was found among them
  const { version, connector_id, fields, masks, asset_version, body_policy } = asset
  return { kind, objectId: id, connectorId: connector_id, version, doc: { fields, masks, asset_version, body_policy } }
}
