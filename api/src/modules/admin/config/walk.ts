import { createHash } from 'node:crypto'
import { Failure, toFailure } from '@sluice/contract'
import { findStoreTrouble, getSqlState } from '@sluice/db'
import type { BoundRules } from '@sluice/engine'
import { readFailure } from '../../../http/answer-failure.ts'
import { contentOf, refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { findManifest } from '../../connect/platform/index.ts'
import { type ConfigChange, type ConfigField, type ConfigKind, type ConfigProblem, configKinds } from './contract.ts'
import { diffSpecs } from './diff-specs.ts'
import type { ConfigDocument, Place } from './files.ts'
import type { JsonObject } from './json.ts'
import { billProfiles } from './kinds/bill-profile.ts'
import { connectors } from './kinds/connector.ts'
import { dashboards } from './kinds/dashboard.ts'
import { gateways } from './kinds/gateway.ts'
import { mappings } from './kinds/mapping.ts'
import { adapters, assets } from './kinds/offered.ts'
import { platforms } from './kinds/platform.ts'
import { reconFlows } from './kinds/recon-flow.ts'
import { reports } from './kinds/report.ts'
import { type Found, isSkipped, type KindOf, type Scene } from './kinds/scene.ts'
import { states } from './kinds/state.ts'
import { type FoundStrategy, type StrategyStep, strategies } from './kinds/strategy.ts'
import { orderStrategies } from './order-strategies.ts'
import { countRecords } from './store.ts'
import { toSpecField } from './to-spec-field.ts'
import { nameOf, readWorld } from './world.ts'

export const kinds: Readonly<Record<ConfigKind, KindOf>> = {
  platform: platforms as KindOf,
  adapter: adapters as KindOf,
  'api-asset': assets as KindOf,
  connector: connectors as KindOf,
  mapping: mappings as KindOf,
  strategy: strategies as KindOf,
  report: reports,
  dashboard: dashboards,
  'bill-profile': billProfiles,
  'recon-flow': reconFlows,
  gateway: gateways as KindOf,
  state: states as KindOf,
}

const MAX_FIELDS = 200

/** Rules of a strategy as they would be. */
export interface Touched {
  readonly found: FoundStrategy
  readonly after: BoundRules
}

export interface Walked {
  readonly changes: ConfigChange[]
  readonly touched: Touched[]
  readonly hash: string
  /** Of every document that could be read, by `kind key`: the whole of it, defaults written out. */
  readonly specs: ReadonlyMap<string, JsonObject>
}

export interface Walk {
  readonly documents: readonly ConfigDocument[]
  /** Delete what no document names, of the kinds that there are documents of. */
  readonly prune: boolean
  /** `kind key` of what is to go in any case. */
  readonly remove: ReadonlySet<string>
}

interface Progress {
  readonly changes: ConfigChange[]
  /** All fields of each change, for the hash. */
  readonly whole: unknown[]
  readonly strategies: { readonly found: FoundStrategy; step: StrategyStep | null }[]
  readonly specs: Map<string, JsonObject>
}

export const refreshWorld = async (scene: Pick<Scene, 'deps' | 'tx'>) =>
  readWorld(scene.tx, id => findManifest(scene.deps.engine, id) !== undefined)

/** Carries documents out, kind by kind, in the scene's transaction. What cannot be done is told, and the rest goes on. */
export async function walk(scene: Scene, { documents, prune, remove: unwanted }: Walk): Promise<Walked> {
  const progress: Progress = { changes: [], whole: [], strategies: [], specs: new Map() }
  const gone: { readonly kind: KindOf; readonly found: Found }[] = []
  for (const name of configKinds) {
    const own = documents.filter(document => document.kind === name)
    const goes = (each: Found): boolean =>
      unwanted.has(nameOf(name, each.key)) || (prune && own.length > 0 && !scene.wanted.has(nameOf(name, each.key)))
    const mayGo = prune || [...unwanted].some(each => each.startsWith(nameOf(name, '')))
    if (own.length === 0 && !mayGo && name !== 'strategy') continue
    const found = await kinds[name].list(scene)
    if (name === 'strategy')
      progress.strategies.push(...(found as FoundStrategy[]).map(each => ({ found: each, step: null })))
    await walkKind(scene, progress, { kind: kinds[name], documents: own, found })
    scene.world = await refreshWorld(scene)
    if (kinds[name].remove)
      gone.unshift(...order(name, found.filter(goes)).map(each => ({ kind: kinds[name], found: each })))
  }
  for (const { document, work } of scene.later) await attempt(scene, document, work)
  for (const each of gone) await remove(scene, progress, each)
  const touched = await readTouched(scene, progress)
  refuseLate(scene)
  return { changes: progress.changes, touched, hash: hashOf(progress.whole, scene), specs: progress.specs }
}

/** A strategy that runs after another goes before it. */
const order = (name: ConfigKind, gone: readonly Found[]): readonly Found[] =>
  name === 'strategy' ? orderStrategies(gone).reverse() : gone

interface OneKind {
  readonly kind: KindOf
  readonly documents: readonly ConfigDocument[]
  readonly found: readonly Found[]
}

async function walkKind(scene: Scene, progress: Progress, { kind, documents, found }: OneKind): Promise<void> {
  const byKey = new Map(found.map(each => [each.key, each]))
  const shared = new Set(scene.world.shared.map(each => nameOf(each.kind, each.key)))
  const ordered = kind.kind === 'strategy' ? orderStrategies(documents) : documents
  for (const document of ordered) {
    await attempt(scene, document, async () => {
      if (shared.has(nameOf(document.kind, document.key)))
        throw refuse('invalid.configShared', { field: 'key', value: document.key })
      await carryOut(scene, progress, { kind, document, found: byKey.get(document.key) })
    })
  }
}

async function carryOut(
  scene: Scene,
  progress: Progress,
  {
    kind,
    document,
    found,
  }: { readonly kind: KindOf; readonly document: ConfigDocument; readonly found: Found | undefined },
): Promise<void> {
  const step = await kind.plan(scene, document, found)
  progress.specs.set(nameOf(kind.kind, document.key), step.spec)
  const fields = diffSpecs(found?.spec, step.spec).flatMap(each => spread(each, step))
  const act = found === undefined ? 'create' : fields.length > 0 ? 'change' : 'same'
  if (act !== 'same') await step.apply()
  if (kind.kind === 'strategy' && act === 'change') {
    const entry = progress.strategies.find(each => each.found.id === found?.id)
    if (entry) entry.step = step as StrategyStep
  }
  const notes = act === 'same' && kind.kind !== 'state' ? [] : step.notes
  add(progress, { kind: kind.kind, key: document.key, name: step.name, file: document.file, act, notes }, fields)
}

/** Of a new object its parts, not itself. */
const spread = (field: ConfigField, { spec }: { readonly spec: Parameters<typeof diffSpecs>[1] }): ConfigField[] =>
  field.path === 'spec' ? diffSpecs({}, spec) : [field]

function add(
  progress: Progress,
  change: Omit<ConfigChange, 'fields' | 'field_count'>,
  fields: readonly ConfigField[],
): void {
  progress.whole.push([change.kind, change.key, change.act, fields])
  progress.changes.push({ ...change, fields: fields.slice(0, MAX_FIELDS), field_count: fields.length })
}

async function remove(
  scene: Scene,
  progress: Progress,
  { kind, found }: { readonly kind: KindOf; readonly found: Found },
): Promise<void> {
  const { key, name, id } = found
  const total = kind.kind === 'strategy' ? ((await countRecords(scene.tx, [id])).get(id) ?? '0') : null
  const place: Place = { file: '', lineOf: () => 1 }
  await attempt(scene, { ...place, kind: kind.kind, key }, () => kind.remove!(scene, found)) // only those that have it
  const fields = total === null ? [] : [{ path: 'records', before: total, after: '0' }]
  add(progress, { kind: kind.kind, key, name, file: '', act: 'delete', notes: [] }, fields)
}

function refuseLate({ ctx, deadline, deps }: Scene): void {
  ctx.signal.throwIfAborted()
  if (deadline.aborted) throw refuse('tooLarge.config', { value: String(Math.round(deps.limitMs / 1000)) })
}

type Wanted = Place & Pick<ConfigDocument, 'kind' | 'key'>

/** What fails is undone alone, told, and remembered for those that need it. */
async function attempt(scene: Scene, wanted: Wanted, work: () => Promise<void>): Promise<void> {
  refuseLate(scene)
  try {
    await scene.tx.savepoint(work)
  } catch (failure) {
    // A database that went away says nothing about the object at hand, nor about those that would come next.
    if (findStoreTrouble(failure) !== null) throw failure
    scene.failed.add(nameOf(wanted.kind, wanted.key))
    if (!isSkipped(failure)) scene.complain(wanted, failure)
  }
}

/** Strategies whose records would come out otherwise: by their own change, or by that of a map they look up. */
async function readTouched(scene: Scene, { strategies: all, changes }: Progress): Promise<Touched[]> {
  const gone = new Set(changes.filter(each => each.act === 'delete' && each.kind === 'strategy').map(each => each.key))
  const touched: Touched[] = []
  for (const { found, step } of all) {
    if (gone.has(found.key)) continue
    const after = step?.config ?? found.config
    const mapping = JSON.stringify(after.mapping)
    const isOther =
      mapping !== JSON.stringify(found.config.mapping) ||
      JSON.stringify(after.source.filter) !== JSON.stringify(found.config.source.filter) ||
      [...scene.maps].some(id => mapping.includes(id))
    if (!isOther) continue
    const rules = { mapping: after.mapping, filter: after.source.filter }
    const { tenantId } = scene.ctx.principal
    touched.push({ found, after: await scene.deps.engine.strategies.readRules(scene.tx, tenantId, rules) })
  }
  return touched
}

/** Another value of any field, another object or another wish is another plan. */
function hashOf(whole: readonly unknown[], scene: Scene): string {
  const told = JSON.stringify([scene.ctx.principal.tenantId, whole, [...scene.stored].sort(), scene.movesState])
  return createHash('sha256').update(told).digest('base64url')
}

/** A refusal with its place in a file, in the caller's language; all of them where it names several. */
export function toProblems(
  { file, lineOf }: Place,
  error: unknown,
  ctx: RouteContext,
  kind?: ConfigKind,
): ConfigProblem[] {
  const failure = recognise(error)
  if (!(error instanceof Failure) && failure.code === 'internal') ctx.report(error)
  const { code, message } = readFailure(failure, ctx)
  const advice = failure.advice === undefined ? '' : ` ${ctx.tell(failure.advice)}`
  const rows = (contentOf(failure) ?? []).flatMap(row => {
    const { field, message: told } = (row ?? {}) as { field?: unknown; message?: unknown } // what refusals carry varies
    return typeof field === 'string' && typeof told === 'string' ? [{ field, message: told }] : []
  })
  const told = rows.length > 0 ? rows : [{ field: failure.field ?? '', message: `${message}${advice}` }]
  return told.map(row => {
    const field = kind === undefined ? row.field : toSpecField(row.field, kind)
    // A sentence that names the field names it as the file does.
    return { file, line: lineOf(field), field, code, message: row.message.replace(row.field || field, () => field) }
  })
}

function recognise(error: unknown): Failure {
  if (getSqlState(error) === '42501') return refuse('invalid.groupScope', { field: 'spec.group', cause: error })
  return toFailure(error)
}
