import { STORED_RECORDS, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { inTurns, listFlows, readInTurns, type StrategyFlows } from '@sluice/engine'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import type { LineageKind } from './contract.ts'
import * as store from './store.ts'

/** A strategy as far as values go along it. */
export interface KnownStrategy {
  readonly id: string
  readonly name: string
  readonly source: Place
  readonly target: Place
  readonly key: readonly string[]
  readonly number: string | null
  readonly flows: StrategyFlows
  /** Fields that its records were seen to have. */
  readonly seen: readonly string[]
  /** The account that all of its lines are of; null: each line says so itself. */
  readonly account: string | null
}

interface Place {
  readonly connector: string
  readonly resource: string
}

/** All that a viewer may see of what reads values. */
export interface LineageBook {
  readonly strategies: readonly KnownStrategy[]
  readonly connectors: readonly store.ConnectorRow[]
  readonly reports: readonly store.ReportRow[]
  readonly shares: readonly store.ShareRow[]
  readonly scopes: readonly store.ScopeRow[]
  readonly assets: readonly store.AssetRow[]
  readonly matchFlows: readonly store.FlowRow[]
  readonly boards: readonly store.BoardRow[]
  readonly unseen: readonly LineageKind[]
  /** Strategies that are not whole. */
  readonly unread: readonly Pick<store.HeadRow, 'id' | 'name'>[]
  readonly isPartial: boolean
  /** There are more strategies than are read. */
  readonly isShort: boolean
}

const MOST_STRATEGIES = 5000
const MOST_KEPT = 5000
const READ_AT_ONCE = 100

/** A version never changes, so what it says is worked out once. null: it is not whole. */
type Kept = Map<string, Omit<KnownStrategy, 'name'> | null>

const keyOf = ({ id, version, shapes }: Pick<store.HeadRow, 'id' | 'version' | 'shapes'>): string =>
  `${id}/${version}/${shapes}`

/** Figures that count records of strategies. */
const COUNTED = [
  ...['records.read.today', 'records.written.today', 'records.success.today', 'records.errors', 'records.waiting'],
  ...['hourly.read', 'hourly.written', 'hourly.failed', 'parts.records', 'top.written', 'top.errors'],
  ...['newest.runs', 'picture.flow', 'heat.written', 'heat.failed'],
]

/** Whose eyes it is read with. */
export type Viewer = Pick<RouteContext, 'tenant' | 'principal'>
export type ReadBook = (viewer: Viewer) => Promise<LineageBook>

export function createBookReader(): ReadBook {
  const kept: Kept = new Map()
  return async ctx => {
    const { principal } = ctx
    const sees = (permission: string) => isAllowed(principal, permission)
    const seesGateway = sees('gateway:query') && principal.groups === null
    const rows = await ctx.tenant(
      async tx => {
        const heads = await store.listHeads(tx, MOST_STRATEGIES + 1)
        return {
          heads: heads.slice(0, MOST_STRATEGIES),
          isShort: heads.length > MOST_STRATEGIES,
          reports: await store.listReports(tx, principal.userId),
          shares: sees('strategy:share') ? await store.listShares(tx) : [],
          scopes: seesGateway ? await store.listScopes(tx) : [],
          assets: seesGateway ? await store.listAssets(tx) : [],
          matchFlows: sees('reconciliation:query') ? await store.listMatchFlows(tx) : [],
          boards: sees('digraph:query') ? await store.listBoards(tx, COUNTED) : [],
        }
      },
      { readOnly: true, statementTimeoutMs: 15_000 },
    )
    const { strategies, unread } = await readStrategies(ctx, rows.heads, kept)
    const ids = [...new Set(strategies.flatMap(({ source, target }) => [source.connector, target.connector]))]
    const connectors = await ctx.tenant(tx => store.listConnectors(tx, ids), { readOnly: true })
    const unseen: readonly (readonly [LineageKind, boolean])[] = [
      ['share', sees('strategy:share')],
      ['gateway', seesGateway],
      ['reconciliation', sees('reconciliation:query')],
      ['dashboard', sees('digraph:query')],
    ]
    return {
      ...rows,
      strategies,
      unread,
      connectors,
      unseen: unseen.flatMap(([kind, isSeen]) => (isSeen ? [] : [kind])),
      isPartial: principal.groups !== null,
    }
  }
}

async function readStrategies(
  ctx: Pick<RouteContext, 'tenant'>,
  heads: readonly store.HeadRow[],
  kept: Kept,
): Promise<Pick<LineageBook, 'strategies' | 'unread'>> {
  const missing = heads.filter(head => !kept.has(keyOf(head)))
  for (let at = 0; at < missing.length; at += READ_AT_ONCE) {
    const some = missing.slice(at, at + READ_AT_ONCE)
    const read = (tx: Tx) =>
      store.readConfigs(
        tx,
        some.map(({ id }) => id),
      )
    const rows = await ctx.tenant(read, { readOnly: true })
    for (const row of rows) {
      if (!StrategyConfig.safeParse(row.config).success) {
        kept.set(keyOf({ ...row, shapes: row.shapes.length }), null)
        continue
      }
      await readInTurns(row.config.mapping)
      await inTurns([row], each => void kept.set(keyOf({ ...each, shapes: each.shapes.length }), know(each)), undefined)
    }
  }
  const strategies = heads.flatMap(head => {
    const known = kept.get(keyOf(head))
    return known ? [{ ...known, name: head.name }] : []
  })
  const unread = heads.filter(head => kept.get(keyOf(head)) === null)
  // Only now: those of other tenants may be all that is older.
  while (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  return { strategies, unread }
}

function know({ id, config, shapes, fields }: store.ConfigRow): Omit<KnownStrategy, 'name'> {
  const { source, target } = config
  const seen = new Set([...shapes, ...fields])
  return {
    id,
    source: { connector: source.connector_id, resource: source.resource },
    target: { connector: target.connector_id, resource: target.resource },
    key: source.key,
    number: source.number ?? null,
    flows: listFlows(config, seen),
    seen: [...seen],
    account: accountOf(config),
  }
}

/** Which account lines go to, where the mapping itself says so. */
function accountOf({ mapping }: StrategyConfig): string | null {
  const value = mapping.fields.find(({ target }) => target === 'account')?.value
  if (value?.kind === 'constant') return String(value.value)
  return value?.kind === 'template' && !value.template.includes('{{') ? value.template : null
}

/** What other strategies have stored is no place in a system. */
export const isInSystem = ({ resource }: Place): boolean => !resource.startsWith(STORED_RECORDS)
