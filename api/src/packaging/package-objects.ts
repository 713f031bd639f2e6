import { type AlongKind, alongKinds, type PackageFile, type SolutionPackage } from '@sluice/contract'
import type { Reader } from '../http/read-content.ts'
import { refuse } from '../http/refuse.ts'
import {
  type Complain,
  type ConfigDocument,
  isObject,
  type Json,
  type JsonObject,
  listReferences,
  nameOf,
  readFiles,
  renameConfig,
  splitReportKey,
  writeFiles,
} from '../modules/admin/config/index.ts'

/** Kinds that a package may hold: no connectors, for their secrets, and no cursors, which are a tenant's own. */
export const packageKinds = [
  'platform',
  'adapter',
  'api-asset',
  'mapping',
  'strategy',
  'report',
  'dashboard',
  'bill-profile',
  'recon-flow',
  'gateway',
] as const
export type PackageKind = (typeof packageKinds)[number]

export const isPackageKind = (kind: string): kind is PackageKind => packageKinds.some(each => each === kind)

/** One object of a package, or one that may become a part of it. */
export interface PackageObject {
  readonly kind: PackageKind
  readonly key: string
  readonly spec: JsonObject
}

export const SLOT = 'slot:'
const FOLDER = 'objects/'
const OWN = 'own:'

/** What an object of any kind names. A platform of the product is named by what lies on it, and is no object. */
export function listNamed({ kind, key, spec }: PackageObject): { readonly kind: string; readonly key: string }[] {
  const platforms = [
    ...(kind === 'adapter' || kind === 'api-asset' ? [key.slice(0, key.indexOf('/'))] : []),
    ...(kind === 'mapping' ? [spec['a_platform'], spec['b_platform']] : []),
  ]
  const adapter = spec['adapter']
  return [
    ...platforms.flatMap(each =>
      typeof each === 'string' && each.startsWith(OWN) ? [{ kind: 'platform', key: each.slice(OWN.length) }] : [],
    ),
    ...(kind !== 'strategy' && typeof adapter === 'string' && adapter !== ''
      ? [{ kind: 'adapter', key: adapter }]
      : []),
    ...(kind === 'strategy' ? listReferences(spec) : []),
    ...(kind === 'report' ? [{ kind: 'strategy', key: splitReportKey(key).code }] : []),
    ...(kind === 'gateway' ? listPublished(spec) : []),
  ]
}

export interface Seed {
  readonly kind: string
  readonly key: string
}

/** What nothing needs and everybody who has its strategies gets. */
export const isAlong = <T extends { readonly kind: string }>(object: T): object is T & { readonly kind: AlongKind } =>
  alongKinds.some(each => each === object.kind)

/** What comes along with these strategies and those that they need. */
export function closeOverFlows<T extends PackageObject>(objects: readonly T[], codes: readonly string[]) {
  const found = closeOver(objects, codes)
  const there = new Set(found.objects.map(each => nameOf(each.kind, each.key)))
  const comes = (each: T): boolean =>
    isAlong(each) && listNamed(each).every(({ kind, key }) => kind !== 'strategy' || there.has(nameOf('strategy', key)))
  return closeOver(objects, codes, objects.filter(comes))
}

/** What an application of the gateway names. */
function listPublished(spec: JsonObject): Seed[] {
  const found: Seed[] = []
  renameGateway(spec, (kind, key) => {
    found.push({ kind, key })
    return key
  })
  return found
}

/** The same application with other names in it: for its strategies, interfaces, connectors and value maps. */
function renameGateway(spec: JsonObject, name: (kind: string, key: string) => string): JsonObject {
  const say = (kind: string, key: Json): Json => (typeof key === 'string' ? name(kind, key) : key)
  const sayIn = (list: Json, kinds: Readonly<Record<string, string>>): Json =>
    Array.isArray(list)
      ? (list as readonly Json[]).map(each =>
          isObject(each)
            ? Object.fromEntries(
                Object.entries(each).map(([field, value]) => {
                  const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined
                  return [field, kind === undefined ? value : say(kind, value)]
                }),
              )
            : each,
        )
      : list
  const { apis, assets, maps, ...rest } = spec
  return {
    ...rest,
    ...(apis === undefined ? {} : { apis: sayIn(apis, { strategy: 'strategy' }) }),
    ...(assets === undefined ? {} : { assets: sayIn(assets, { asset: 'api-asset', connector: 'connector' }) }),
    ...(maps === undefined
      ? {}
      : { maps: Array.isArray(maps) ? (maps as readonly Json[]).map(each => say('mapping', each)) : maps }),
  }
}

/** The named strategies and all that they need, in the order of `objects`. What is named and not there: `missing`. */
export function closeOver<T extends PackageObject>(
  objects: readonly T[],
  codes: readonly string[],
  seeds: readonly Seed[] = [],
): { readonly objects: T[]; readonly missing: { readonly kind: string; readonly key: string; readonly by: string }[] } {
  const known = new Map(objects.map(each => [nameOf(each.kind, each.key), each]))
  const wanted = new Set<string>()
  const missing: { kind: string; key: string; by: string }[] = []
  const open = [...codes.map(key => ({ kind: 'strategy', key })), ...seeds].map(each => ({ ...each, by: '' }))
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'connector') continue
    const name = `${next.kind} ${next.key}`
    const found = known.get(name)
    if (!found) missing.push(next)
    if (!found || wanted.has(name)) continue
    wanted.add(name)
    open.push(...listNamed(found).map(each => ({ ...each, by: name })))
  }
  return { objects: objects.filter(each => wanted.has(nameOf(each.kind, each.key))), missing }
}

/** The objects of a package as its files say them. What cannot be read is told and left out. */
export async function readObjects(
  { files }: Pick<SolutionPackage, 'files'>,
  complain: Complain,
  reader: Reader,
): Promise<(PackageObject & Pick<ConfigDocument, 'file' | 'lineOf'>)[]> {
  const given = files.flatMap(({ path, text }) => (path.startsWith(FOLDER) ? [{ path, text }] : []))
  if (given.length === 0) return []
  return (await readFiles(given, complain, reader)).flatMap(({ kind, spec, ...rest }) => {
    if (isPackageKind(kind) && isObject(spec)) return [{ ...rest, kind, spec }]
    complain(rest, refuse('invalid.packageKind', { field: 'kind', value: `${kind} ${rest.key}`.slice(0, 200) }))
    return []
  })
}

export const writeObjects = (objects: readonly PackageObject[]): PackageFile[] =>
  writeFiles(objects).map(({ path, text }) => ({ path: `${FOLDER}${path}`, text }))

/** The same object with every name in it another: its own is for the caller to change. */
export function renameObject(
  { kind, key, spec }: PackageObject,
  name: (kind: string, key: string) => string,
): PackageObject {
  if (kind === 'strategy') return { kind, key, spec: renameConfig(spec, name) }
  if (kind === 'gateway') return { kind, key, spec: renameGateway(spec, name) }
  const adapter = spec['adapter']
  if (typeof adapter !== 'string' || adapter === '') return { kind, key, spec }
  return { kind, key, spec: { ...spec, adapter: name('adapter', adapter) } }
}

/** Every text of a spec with where it stands, `spec.mapping.fields.3.value.value`; answers with the whole anew. */
export function mapTexts(
  value: Json,
  work: (text: string, at: string, name: string) => Json,
  at = 'spec',
  name = '',
): Json {
  if (typeof value === 'string') return work(value, at, name)
  if (Array.isArray(value)) return (value as Json[]).map((each, index) => mapTexts(each, work, `${at}.${index}`, name))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapTexts(each, work, `${at}.${key}`, key)]),
  )
}
