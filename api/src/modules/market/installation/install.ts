import { type Failure, newId, type SolutionPackage, toFailure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { readFailure } from '../../../http/answer-failure.ts'
import { writeMessage } from '../../../http/messages.ts'
import { orNameTaken } from '../../../http/name-taken.ts'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import {
  type Bound,
  type BoundObject,
  bindPackage,
  bindPlatforms,
  chooseFlows,
  compareVersions,
  fillParams,
  packageKinds,
  readObjects,
  readParams,
  runSamples,
  sayPackage,
} from '../../../packaging/index.ts'
import type { ConfigChange } from '../../admin/config/contract.ts'
import type { ConfigObject, ConfigService } from '../../admin/config/index.ts'
import { nameOf, writeFiles } from '../../admin/config/index.ts'
import { type FoundPackage, listRights, locatePackage } from '../market/index.ts'
import { askSystems, type ChosenConnector, scoreOf } from './ask-systems.ts'
import type { InstallPlan } from './contract.ts'
import { insertInstallation, listInstalledVersions } from './store.ts'

export interface InstallationDeps {
  readonly engine: Engine
  readonly now: () => number
  readonly config: ConfigService
  readonly packages: readonly SolutionPackage[]
  /** Of the product. */
  readonly version: string
}

export interface InstallWish {
  readonly ref: string
  readonly flows?: readonly string[] | undefined
  readonly prefix: string
  readonly group: string
  readonly connectors: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

type Problem = InstallPlan['problems'][number]

/** What the wish means in this tenant; everything that is in the way at once. */
export interface Prepared {
  readonly found: FoundPackage
  readonly chosen: ReadonlyMap<string, ChosenConnector & { readonly key: string }>
  readonly bound: Bound | null
  readonly problems: readonly Problem[]
}

export async function prepare(deps: InstallationDeps, wish: InstallWish, ctx: RouteContext): Promise<Prepared> {
  const found = await ctx.tenant(tx => locatePackage(tx, deps.packages, wish.ref))
  return prepareFound(deps, found, wish, ctx)
}

/** Of a package that is at hand, wherever it came from. */
export async function prepareFound(
  deps: InstallationDeps,
  found: FoundPackage,
  wish: InstallWish,
  ctx: RouteContext,
): Promise<Prepared> {
  const { connectors, installed } = await ctx.tenant(async tx => ({
    connectors: await deps.config.read(tx, ['connector'], ctx),
    installed: await listInstalledVersions(tx),
  }))
  const { document } = found
  const problems: Problem[] = []
  const note = (failure: unknown): void => {
    const { field = '' } = toFailure(failure)
    problems.push({ field, message: readFailure(toFailure(failure), ctx).message })
  }
  const chosen = chooseConnectors(document, wish, connectors, note)
  checkParams(document, wish, note)
  for (const failure of listUnmet(document, installed, deps.version)) note(failure)
  if (problems.length > 0) return { found, chosen, bound: null, problems }
  const binding = {
    ...{ prefix: wish.prefix, group: wish.group, params: wish.params, flows: wish.flows },
    connectors: Object.fromEntries([...chosen].map(([slot, { key }]) => [slot, key])),
  }
  const complain = (_place: unknown, failure: unknown): void => note(failure)
  const bound = await bindPackage(document, binding, complain, ctx)
  return { found, chosen, bound, problems }
}

function chooseConnectors(
  { manifest }: SolutionPackage,
  { connectors: given }: InstallWish,
  connectors: readonly ConfigObject[],
  note: (failure: unknown) => void,
): Prepared['chosen'] {
  const chosen = new Map<string, ChosenConnector & { readonly key: string }>()
  for (const { slot, platform, title } of manifest.connections) {
    const field = `connectors.${slot}`
    const id = Object.hasOwn(given, slot) ? given[slot] : undefined
    const found = connectors.find(each => each.id === id)
    if (id === undefined) note(refuse('invalid.packageSlot', { field, value: sayPackage(title, 'zh') }))
    else if (!found) note(refuse('notFound.connector', { field }))
    else if (!found.key.startsWith(`${platform}/`)) note(refuse('invalid.packagePlatform', { field, value: platform }))
    else chosen.set(slot, { id: found.id, name: found.name, key: found.key })
  }
  return chosen
}

function checkParams({ manifest }: SolutionPackage, { params }: InstallWish, note: (failure: unknown) => void): void {
  for (const parameter of manifest.parameters) {
    const given = Object.hasOwn(params, parameter.name) ? { [parameter.name]: params[parameter.name] ?? '' } : {}
    try {
      readParams([parameter], given)
    } catch (failure) {
      note(failure)
    }
  }
}

/** Another product, or other packages, that it needs and that are not there. */
function* listUnmet(
  { manifest }: SolutionPackage,
  installed: readonly { readonly name: string; readonly version: string }[],
  version: string,
): Iterable<Failure> {
  if (manifest.product !== undefined && !fits(version, manifest.product))
    yield refuse('invalid.packageProduct', { field: 'product', value: manifest.product })
  for (const [name, range] of Object.entries(manifest.dependencies))
    if (!installed.some(each => each.name === name && fits(each.version, range)))
      yield refuse('invalid.packageNeeds', { field: 'dependencies', value: `${name} ${range}` })
}

function fits(version: string, range: string): boolean {
  const least = range.replace(/^(\^|>=)/, '')
  const order = compareVersions(version, least)
  if (range.startsWith('>=')) return order >= 0
  if (range.startsWith('^')) return order >= 0 && version.split('.')[0] === least.split('.')[0]
  return order === 0
}

/** Tried in a transaction that is undone, and asked of the connected systems. */
export async function planInstall(deps: InstallationDeps, wish: InstallWish, ctx: RouteContext): Promise<InstallPlan> {
  const { found, chosen, bound, problems } = await prepare(deps, wish, ctx)
  const { document } = found
  const compatibility = await askSystems(
    {
      ...{ engine: deps.engine, document, chosen, signal: ctx.signal },
      strategies: bound ? await listChosen(document, wish, ctx) : [],
    },
    ctx,
  )
  const told = { score: scoreOf(compatibility), compatibility, samples: await countSamples(deps, document, ctx) }
  if (!bound) return { hash: '', problems: [...problems], changes: [], ...told }
  const plan = await deps.config.plan({ files: bound.files }, 0, ctx)
  const taken = listTaken(plan.changes, bound).map(({ kind, key }) => ({
    field: 'prefix',
    message: writeMessage('conflict.packageTaken', ctx.language, { value: `${kind} ${key}` }, ''),
  }))
  const faults = plan.problems.map(({ file, field, message }) => ({ field: `${file} ${field}`.trim(), message }))
  return { hash: plan.hash, problems: [...problems, ...taken, ...faults], changes: plan.changes, ...told }
}

/** What is shared may be there when it is the same; nothing else may. */
const listTaken = (changes: readonly ConfigChange[], { objects }: Bound): ConfigChange[] =>
  changes.filter(
    ({ kind, key, act }) =>
      act !== 'create' &&
      (act !== 'same' || !objects.some(each => each.is_shared && each.kind === kind && each.key === key)),
  )

/** Platforms that the package brings along, where they are not there yet. */
export async function makePlatforms(deps: InstallationDeps, ref: string, ctx: RouteContext): Promise<void> {
  const { document } = await ctx.tenant(tx => locatePackage(tx, deps.packages, ref))
  const complain = (_place: unknown, failure: unknown): never => {
    throw failure
  }
  const files = await bindPlatforms(document, complain, ctx)
  const { name } = document.manifest
  await ctx.tenant(tx =>
    ctx.audit(tx, { objectType: 'installation', objectName: name, after: { files: files.length } }),
  )
  if (files.length === 0) return
  const { hash, problems, counts } = await deps.config.plan({ files }, 0, ctx)
  if (problems.length > 0) throw refuse('conflict.packageProblems', { field: 'ref', content: problems })
  if (counts.change > 0) throw refuse('conflict.packageTaken', { field: 'ref', value: 'platform' })
  if (counts.create > 0) await deps.config.apply({ files, hash }, ctx)
}

async function listChosen(document: SolutionPackage, { flows, params }: InstallWish, ctx: RouteContext) {
  const codes = chooseFlows(document, flows)
  const objects = await readObjects(document, () => undefined, ctx)
  return objects
    .filter(each => each.kind === 'strategy' && codes.includes(each.key))
    .map(each => ({ ...each, spec: fillParams(each.spec, document.manifest, params) }))
}

async function countSamples({ engine }: InstallationDeps, document: SolutionPackage, ctx: RouteContext) {
  const running = { engine, principal: ctx.principal, signal: ctx.signal, tell: ctx.tell }
  const outcomes = await runSamples(document, each => sayPackage(each.title, ctx.language), running)
  const passed = outcomes.filter(each => each.ok).length
  return { passed, failed: outcomes.length - passed }
}

/** Everything or nothing: objects and the installation in one transaction. Answers with its id. */
export async function install(
  deps: InstallationDeps,
  { hash, tells_use, ...wish }: InstallWish & { readonly hash: string; readonly tells_use: boolean },
  ctx: RouteContext,
): Promise<string> {
  const { found, chosen, bound, problems } = await prepare(deps, wish, ctx)
  const [problem] = problems
  if (problem || !bound)
    throw refuse('conflict.packageProblems', { field: problem?.field ?? '', content: [...problems] })
  const { candidate, document } = found
  await requireRights(document, wish, ctx)
  const id = newId(deps.now())
  await orNameTaken(wish.prefix, () =>
    deps.config.apply({ files: bound.files, hash }, ctx, async (tx, changes) => {
      const [taken] = listTaken(changes, bound)
      if (taken) throw refuse('conflict.packageTaken', { field: 'prefix', value: `${taken.kind} ${taken.key}` })
      const { ref, name, version, publisher, publisher_key, platforms, card } = candidate
      await insertInstallation(tx, {
        ...{ id, ref, name, version, publisher, publisher_key, platforms, title: card.title },
        ...{
          prefix: wish.prefix,
          group_name: wish.group,
          params: wish.params,
          tells_use,
          userId: ctx.principal.userId,
        },
        flows: chooseFlows(document, wish.flows),
        connectors: Object.fromEntries([...chosen].map(([slot, each]) => [slot, each.id])),
        objects: bound.objects,
        document: JSON.stringify(document),
        base: JSON.stringify(await readBase(deps.config, tx, bound.objects, ctx)),
      })
      await ctx.audit(tx, {
        ...auditOf({ id, name }),
        after: { version, publisher, prefix: wish.prefix, params: wish.params },
      })
    }),
  )
  return id
}

/** Told as what it is, before anything is tried. @throws Failure `permission.missing` with every right that is */
async function requireRights(document: SolutionPackage, { flows }: InstallWish, ctx: RouteContext): Promise<void> {
  const objects = await readObjects(document, () => undefined, ctx)
  const missing = listRights(document, objects, flows).filter(each => !isAllowed(ctx.principal, each))
  if (missing.length > 0) throw refuse('permission.missing', { value: missing.join(', ') })
}

export const auditOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  objectType: 'installation',
  objectId: id,
  objectName: name,
})

/** The objects of an installation as they are, defaults and all: what later changes are told by. */
export async function readBase(config: ConfigService, tx: Tx, made: readonly BoundObject[], ctx: RouteContext) {
  const names = new Set(made.map(each => nameOf(each.kind, each.key)))
  const objects = await config.read(tx, packageKinds, ctx, names)
  return writeFiles(objects.filter(each => names.has(nameOf(each.kind, each.key))))
}
