import { randomBytes } from 'node:crypto'
import { type Language, newId, type PackageWords, type SolutionPackage } from '@sluice/contract'
import type { Tx, Vault } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import {
  checkMappings,
  checkPackage,
  comparePackages,
  compareVersions,
  createPublisherKey,
  draftManifest,
  hashPackage,
  isAlong,
  listPlatforms,
  listWords,
  makeCard,
  type PackageChange,
  type PackageObject,
  packageKinds,
  packStrategies,
  proposeVersion,
  readKept,
  readObjects,
  readPackage,
  runSamples,
  type Seed,
  sayPackage,
  signPackage,
  writePackage,
} from '../../../packaging/index.ts'
import type { ConfigService } from '../../admin/config/index.ts'
import { describeBadge, findManifest, withOwnPlatforms } from '../../connect/platform/index.ts'
import type { PackageDetail, Visibility } from './contract.ts'
import { sayChange } from './say-change.ts'
import {
  countPackages,
  findPackage,
  findPublisher,
  findRelease,
  insertPackage,
  insertPublisher,
  insertRelease,
  listReleases,
  offerReleases,
  type PackageHead,
  renewOffers,
  updatePackage,
} from './store.ts'

export interface PackageDeps {
  readonly engine: Engine
  readonly vault: Vault
  readonly now: () => number
  readonly config: ConfigService
}

type Stored = NonNullable<Awaited<ReturnType<typeof findPackage>>>

/** More of them nobody looks after. */
const MOST = 200
const PLACE = 'package-publisher'

export const auditOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  objectType: 'package',
  objectId: id,
  objectName: name,
})

export async function requirePackage(tx: Tx, id: string, lock?: number): Promise<Stored> {
  const row = await findPackage(tx, id, lock !== undefined)
  if (!row) throw refuse('notFound.package')
  if (lock !== undefined && lock !== row.lock) throw refuseStale()
  return row
}

/** @throws Failure `conflict.packageNotWhole` */
export const readStored = ({ document }: { readonly document: string }): SolutionPackage => readKept(document)

export function describeHead(engine: Engine, row: PackageHead, language: Language) {
  const { id, name, card, visibility, released, release_state, released_sha, sha256, installs, username, updated_at } =
    row
  return {
    ...{ id, name, visibility, released, release_state, installs, username, updated_at },
    title: sayPackage(card.title, language),
    is_changed: released_sha !== sha256,
    strategies: card.flows,
    platforms: row.platforms.map(platformId => describePlatform(engine, platformId, language)),
  }
}

/** A platform that a package brings along is not there before it is installed. */
export function describePlatform(engine: Engine, platformId: string, language: Language) {
  const { platform_name: name, platform_icon: icon } = describeBadge(engine, platformId, language)
  return { id: platformId, name, icon }
}

export async function describePackage(
  deps: PackageDeps,
  tx: Tx,
  id: string,
  ctx: RouteContext,
): Promise<PackageDetail> {
  const row = await requirePackage(tx, id)
  const engine = await withOwnPlatforms(deps.engine, tx)
  return {
    ...describeHead(engine, row, ctx.language),
    lock: row.lock,
    share_code: row.share_code,
    document: readStored(row),
    releases: await listReleases(tx, id),
  }
}

interface Naming {
  readonly strategy_ids: readonly string[]
  readonly name: string
  readonly title: string
}

/** Made of strategies and all that they need. */
export function createPackage(deps: PackageDeps, { strategy_ids: ids, name, title }: Naming, ctx: RouteContext) {
  return ctx.tenant(async tx => {
    const packed = await gatherObjects(deps, tx, ids, ctx)
    const document = {
      manifest: draftManifest(name, title, packed),
      files: packed.files,
      pictures: [],
      signature: null,
    }
    return keep(deps, tx, document, ids, ctx)
  })
}

/** Goes on with somebody's package; under a name of its own where there is one of that name. */
export function importPackage(deps: PackageDeps, text: string, ctx: RouteContext) {
  const document = { ...readPackage(text), signature: null }
  return ctx.tenant(tx => keep(deps, tx, document, [], ctx))
}

/** The next version of what was released, from a file. @throws Failure `invalid.packageOther` for another package */
export function replaceDocument(
  deps: PackageDeps,
  id: string,
  { lock, text }: { readonly lock: number; readonly text: string },
  ctx: RouteContext,
) {
  const document = { ...readPackage(text), signature: null }
  return ctx.tenant(async tx => {
    const row = await requirePackage(tx, id, lock)
    if (document.manifest.name !== row.name) throw refuse('invalid.packageOther', { field: 'text', value: row.name })
    return change(deps, tx, row, { document, strategies: [] }, ctx)
  })
}

async function keep(
  deps: PackageDeps,
  tx: Tx,
  document: SolutionPackage,
  strategies: readonly string[],
  ctx: RouteContext,
) {
  if ((await countPackages(tx)) >= MOST) throw refuse('conflict.tooManyPackages', { value: String(MOST) })
  const id = newId(deps.now())
  const write = { ...toWrite(document), id, strategies, visibility: 'private' as const, shareCode: null }
  await insertPackage(tx, { ...write, userId: ctx.principal.userId })
  await ctx.audit(tx, {
    ...auditOf(write),
    after: { version: document.manifest.version, files: document.files.length },
  })
  return describePackage(deps, tx, id, ctx)
}

const toWrite = (document: SolutionPackage) => ({
  name: document.manifest.name,
  document: JSON.stringify(document),
  sha256: hashPackage(document),
  card: makeCard(document),
  platforms: listPlatforms(document),
})

async function gatherObjects(
  deps: PackageDeps,
  tx: Tx,
  ids: readonly string[],
  ctx: RouteContext,
  before: readonly PackageObject[] = [],
  given?: readonly Seed[],
) {
  const objects = await deps.config.read(tx, [...packageKinds, 'connector'], ctx)
  const isThere = (wanted: Seed): boolean => objects.some(each => each.kind === wanted.kind && each.key === wanted.key)
  const lost = given?.find(each => !isThere(each))
  if (lost) throw refuse('invalid.packageAlong', { field: 'along', value: lost.key })
  const along = given ?? before.filter(each => isAlong(each) && isThere(each))
  const codes = ids.map(id => {
    const found = objects.find(each => each.kind === 'strategy' && each.id === id)
    if (!found) throw refuse('notFound.strategy')
    return found.key
  })
  return packStrategies(objects, codes, before, along)
}

interface Gathering {
  readonly lock: number
  readonly strategy_ids?: readonly string[] | undefined
  readonly along?: readonly Seed[] | undefined
}

/**
 * The strategies as they are now; what its author wrote about them stays where it still fits: the names of the places that
 * others have connected, what is asked at installation.
 */
export async function gatherAnew(
  deps: PackageDeps,
  id: string,
  { lock, strategy_ids: given, along }: Gathering,
  ctx: RouteContext,
) {
  const before = readStored(await ctx.tenant(tx => requirePackage(tx, id, lock)))
  const objects = await readObjects(before, () => undefined, ctx)
  return ctx.tenant(async tx => {
    const row = await requirePackage(tx, id, lock)
    const ids = given ?? row.strategies
    const packed = await gatherObjects(deps, tx, ids, ctx, objects, along)
    const { manifest } = before
    const flows = packed.flows.map(each => ({ ...each, ...manifest.flows.find(old => old.strategy === each.strategy) }))
    const connections = packed.connections.map(each => ({
      ...each,
      ...manifest.connections.find(old => old.slot === each.slot && old.platform === each.platform),
    }))
    const docs = before.files.filter(each => each.path.startsWith('docs/'))
    const document = { ...before, manifest: { ...manifest, flows, connections }, files: [...packed.files, ...docs] }
    return change(deps, tx, row, { document, strategies: ids }, ctx)
  })
}

interface Change {
  readonly document: SolutionPackage
  readonly strategies?: readonly string[]
  readonly visibility?: Visibility
}

export async function change(deps: PackageDeps, tx: Tx, row: Stored, next: Change, ctx: RouteContext) {
  const { document, strategies = row.strategies, visibility = row.visibility } = next
  const shareCode = visibility === 'code' ? (row.share_code ?? createShareCode()) : null
  await updatePackage(tx, { ...toWrite(document), id: row.id, strategies, visibility, shareCode })
  await offerReleases(tx, row.id, { visibility, shareCode })
  const { version } = document.manifest
  await ctx.audit(tx, { ...auditOf(row), after: { version, visibility, files: document.files.length } })
  return describePackage(deps, tx, row.id, ctx)
}

/** 80 bits: nobody finds one by trying. */
const createShareCode = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(17), byte => letters[byte % letters.length]).join('')
}

export async function checkStored(deps: PackageDeps, id: string, ctx: RouteContext) {
  const { row, last } = await ctx.tenant(async tx => {
    const row = await requirePackage(tx, id)
    return { row, last: row.released === null ? undefined : await findRelease(tx, id, row.released) }
  })
  return examine(deps, readStored(row), last && readStored(last), ctx)
}

/** What is in the way of a release, how the samples come out, and what is other than in the version before. */
export async function examine(
  deps: Pick<PackageDeps, 'engine'>,
  document: SolutionPackage,
  last: SolutionPackage | undefined,
  ctx: RouteContext,
) {
  const engine = await ctx.tenant(tx => withOwnPlatforms(deps.engine, tx))
  const reader = { principal: ctx.principal, signal: ctx.signal, tell: ctx.tell }
  const problems = await checkPackage(document, {
    ...{ ...reader, language: ctx.language },
    hasPlatform: platformId => findManifest(engine, platformId) !== undefined,
  })
  problems.unshift(...(await checkMappings(document, reader)))
  const title = ({ title: words }: { readonly title: PackageWords }): string => sayPackage(words, ctx.language)
  const samples = await runSamples(document, title, { ...reader, engine: deps.engine })
  const changes = last ? await comparePackages(last, document, ctx) : []
  const say = (each: PackageChange): string => sayChange(each, ctx.language)
  return {
    problems,
    samples,
    breaking: changes.filter(each => each.level === 'major').map(say),
    proposed_version: last ? proposeVersion(last.manifest.version, changes) : document.manifest.version,
    proposed_changes: changes.map(say).join('\n'),
  }
}

/** Signed and kept under its version for good. */
export async function releasePackage(deps: PackageDeps, id: string, lock: number, ctx: RouteContext) {
  const checked = await checkStored(deps, id, ctx)
  const errors = checked.problems.filter(each => each.level === 'error')
  if (errors.length > 0) throw refuse('conflict.packageErrors', { value: String(errors.length), content: errors })
  const failed = checked.samples.filter(each => !each.ok)
  if (failed.length > 0) throw refuse('conflict.packageSamples', { value: String(failed.length), content: failed })
  const publisher = await openPublisher(deps, ctx)
  return ctx.tenant(async tx => {
    const row = await requirePackage(tx, id, lock)
    const document = readStored(row)
    const { version, industry } = document.manifest
    if (row.released !== null && compareVersions(version, row.released) <= 0)
      throw refuse('conflict.packageVersion', { field: 'manifest.version', value: version })
    if (row.released !== null && compareVersions(version, checked.proposed_version) < 0)
      throw refuse('conflict.packageBreaks', { field: 'manifest.version', value: checked.proposed_version })
    const signed = signPackage(document, publisher)
    const { visibility, share_code: shareCode, sha256, card, platforms, name } = row
    await insertRelease(tx, {
      ...{
        id: newId(deps.now()),
        packageId: id,
        name,
        version,
        sha256,
        card,
        platforms,
        industry,
        visibility,
        shareCode,
      },
      document: writePackage(signed),
      publisher: publisher.name,
      publisherKey: signed.signature?.key ?? '',
      state: visibility === 'market' ? 'waiting' : 'released',
      words: listWords(signed),
      userId: ctx.principal.userId,
    })
    await renewOffers(tx, id)
    await ctx.audit(tx, { ...auditOf(row), after: { version, sha256, visibility } })
    return describePackage(deps, tx, id, ctx)
  })
}

/** The tenant's key, made when it is needed first. The vault opens transactions of its own. */
async function openPublisher({ vault }: PackageDeps, ctx: RouteContext) {
  const { tenantId } = ctx.principal
  if ((await ctx.tenant(findPublisher)).secret === null) {
    const { key, secret } = createPublisherKey()
    const sealed = await vault.seal(tenantId, PLACE, secret)
    await ctx.tenant(tx => insertPublisher(tx, key, sealed))
  }
  const { name, secret } = await ctx.tenant(findPublisher)
  return { name: name.slice(0, 60), secret: await vault.open(tenantId, PLACE, secret ?? '') }
}
