import type { StrategyConfig } from '@sluice/contract'
import { listFlows, readInTurns } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed } from '../../../http/route-handler.ts'
import { listReferences } from '../../mapping/mapping/index.ts'
import { applyParts, findConfig, findGate, findHead, orRefuse } from '../../strategy/strategy/index.ts'
import type { KnownStrategy, LineageBook, ReadBook, Viewer } from './book.ts'
import type { Dependant, Impact, LineageEntry, RemovableKind } from './contract.ts'
import { listWritten } from './list-fields.ts'
import { type Start, traceValue } from './trace.ts'

const MOST_READINGS = 5

/** What each pair of eyes finds, and whether that was all. */
interface Found {
  readonly dependants: readonly Dependant[]
  readonly isCut: boolean
}

export interface ImpactDeps {
  readonly readBook: ReadBook
  /** The same tenant, seen whole. */
  wholeOf(viewer: Viewer): Viewer
}

/**
 * What would miss objects. Who sees a part of it is told how much more there is, and nothing else of it.
 * @throws Failure `permission.missing`, `notFound.strategy`
 */
export async function findRemovalImpact(
  deps: ImpactDeps,
  { kind, ids }: { readonly kind: RemovableKind; readonly ids: readonly string[] },
  viewer: Viewer,
): Promise<Impact> {
  const right = `${kind}:delete`
  if (!isAllowed(viewer.principal, right)) throw refuse('permission.missing', { value: right })
  const book = await deps.readBook(viewer)
  if (kind === 'strategy') for (const id of ids) requireKnown(book, id)
  if (kind === 'mapping') return compare(deps, viewer, book, (_, eyes) => findLookups(eyes, ids))
  return compare(deps, viewer, book, async each =>
    kind === 'strategy' ? missStrategies(each, ids) : missEnds(each, kind, new Set(ids)),
  )
}

/**
 * What would miss the target fields that a strategy writes no more.
 * @throws Failure `notFound.strategy`
 */
export async function findChangeImpact(
  deps: ImpactDeps,
  { id, config }: { readonly id: string; readonly config: StrategyConfig },
  viewer: Viewer,
): Promise<Impact & { gone: string[] }> {
  const book = await deps.readBook(viewer)
  // Of a draft that waits: what it gave up already was told when it was saved.
  const saved = await viewer.tenant(async tx => {
    const { version } = orRefuse(await findHead(tx, id))
    return applyParts(await findConfig(tx, id, version), (await findGate(tx, id)).parts)
  })
  const live = book.strategies.find(each => each.id === id)
  if (!live) return { ...nothing, unread: namesOf(book), gone: [] }
  await readInTurns(saved.mapping)
  await readInTurns(config.mapping)
  const isMoved =
    config.target.connector_id !== saved.target.connector_id || config.target.resource !== saved.target.resource
  const gone = isMoved ? [''] : listGone(live, saved, config)
  if (gone.length === 0) return { ...nothing, gone }
  const starts = gone.map((field): Start => ({ strategy: id, side: 'mapped', field }))
  // What reads its mapped records has them wherever they are written.
  const left = isMoved ? OF_RECORDS : nobody
  const impact = await compare(deps, viewer, book, async each => missFields(each, id, starts, left))
  return { ...impact, gone }
}

const nothing: Impact = { dependants: [], hidden: 0, unread: [], is_cut: false }

const namesOf = ({ unread }: LineageBook): string[] => unread.map(({ name }) => name)

function requireKnown({ strategies, unread }: LineageBook, id: string): void {
  if (![...strategies, ...unread].some(each => each.id === id)) throw refuse('notFound.strategy')
}

/** Fields with everything in them; not those inside of one that goes as a whole. */
function listGone(live: KnownStrategy, saved: StrategyConfig, config: StrategyConfig): string[] {
  const written = (of: StrategyConfig) => listWritten({ ...live, flows: listFlows(of, new Set(live.seen)) })
  const kept = new Set(written(config))
  const gone = new Set(written(saved).filter(name => name !== '' && !kept.has(name)))
  return [...gone].filter(name => ![...gone].some(other => other !== name && isInside(name, other)))
}

const isInside = (name: string, owner: string): boolean => name.startsWith(`${owner}.`) || name.startsWith(`${owner}[]`)

async function compare(
  { readBook, wholeOf }: ImpactDeps,
  viewer: Viewer,
  book: LineageBook,
  find: (book: LineageBook, eyes: Viewer) => Promise<Found>,
): Promise<Impact> {
  const seesStrategies = isAllowed(viewer.principal, 'strategy:query')
  const own = seesStrategies ? await find(book, viewer) : { dependants: [], isCut: false }
  const seesAll = seesStrategies && !book.isPartial && book.unseen.length === 0
  const all = seesAll ? own : await find(await readBook(wholeOf(viewer)), wholeOf(viewer))
  const known = new Set(own.dependants.map(keyOf))
  return {
    dependants: [...own.dependants],
    hidden: all.dependants.filter(each => !known.has(keyOf(each))).length,
    unread: seesStrategies ? namesOf(book) : [],
    is_cut: all.isCut,
  }
}

const keyOf = ({ kind, object_id: id }: Pick<Dependant, 'kind' | 'object_id'>): string => `${kind} ${id}`

/** Everything that reads their records, as they are read or as they are mapped. */
function missStrategies(book: LineageBook, ids: readonly string[]): Found {
  const sides = ['source', 'mapped'] as const
  const starts = ids.flatMap(strategy => sides.map((side): Start => ({ strategy, side, field: '' })))
  const { entries, is_cut } = traceValue(book, starts)
  const isGone = new Set(ids)
  const left = entries.filter(({ kind, object_id: id }) => kind !== 'strategy' || !isGone.has(id))
  return { dependants: gather(left), isCut: is_cut || book.isShort }
}

const OF_RECORDS: ReadonlySet<string> = new Set(['report', 'share'])
const nobody: ReadonlySet<string> = new Set()

/** Whatever counts records goes on counting them. */
function missFields(book: LineageBook, id: string, starts: readonly Start[], left: ReadonlySet<string>): Found {
  const { entries, is_cut } = traceValue(book, starts)
  const missing = entries.filter(
    ({ kind, object_id, strategy_id }) =>
      kind !== 'dashboard' && object_id !== id && !(strategy_id === id && left.has(kind)),
  )
  return { dependants: gather(missing), isCut: is_cut || book.isShort }
}

/** Strategies that speak to a connector or call an API asset, and applications that are handed the asset. */
function missEnds(book: LineageBook, kind: 'connector' | 'asset', ids: ReadonlySet<string>): Found {
  const isOf = ({ connector, resource }: KnownStrategy['source']) =>
    ids.has(kind === 'connector' ? connector : (/^asset:([0-9a-f-]{36})@/.exec(resource)?.[1] ?? ''))
  const strategies = book.strategies.flatMap(each =>
    (['source', 'target'] as const)
      .filter(side => isOf(each[side]))
      .map(side => entryOf({ kind: 'strategy', object_id: each.id, name: each.name, strategy: each, use: side })),
  )
  const applications = book.assets
    .filter(each => ids.has(kind === 'connector' ? each.connector_id : each.asset_id))
    .map(({ id, name }) => entryOf({ kind: 'asset', object_id: id, name, use: 'published' }))
  return { dependants: gather([...strategies, ...applications]), isCut: book.isShort }
}

async function findLookups({ tenant }: Viewer, ids: readonly string[]): Promise<Found> {
  const rows = await tenant(async tx => {
    const found = []
    for (const id of ids) found.push(...(await listReferences(tx, id)))
    return found
  })
  const entries = rows.map(({ id, name }) =>
    entryOf({ kind: 'strategy', object_id: id, name, strategy: { id, name }, use: 'lookup' }),
  )
  return { dependants: gather(entries), isCut: false }
}

type Told = Pick<LineageEntry, keyof Omit<Dependant, 'readings'> | 'use' | 'reads'>

const entryOf = ({
  strategy,
  ...entry
}: Pick<Told, 'kind' | 'object_id' | 'name' | 'use'> & { readonly strategy?: Pick<KnownStrategy, 'id' | 'name'> }) => ({
  ...entry,
  ...{ strategy_id: strategy?.id ?? null, strategy_name: strategy?.name ?? '', reads: '', step: 1, is_sure: true },
})

/** Each object once, nearest first. */
function gather(entries: readonly Told[]): Dependant[] {
  return [...Map.groupBy(entries, keyOf).values()]
    .map(([first, ...others]): Dependant => {
      const { use, reads, kind, object_id, name, strategy_id, strategy_name } = first! // groups are never empty
      const all = [first!, ...others]
      return {
        ...{ kind, object_id, name, strategy_id, strategy_name },
        is_sure: all.some(each => each.is_sure),
        step: Math.min(...all.map(each => each.step)),
        readings: [{ use, reads }, ...others.map(each => ({ use: each.use, reads: each.reads }))].slice(
          0,
          MOST_READINGS,
        ),
      }
    })
    .toSorted((a, b) => a.step - b.step)
}
