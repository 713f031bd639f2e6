import type { SolutionPackage } from '@sluice/contract'
import type { Reader } from '../http/read-content.ts'
import { isObject, type Json, type JsonObject } from '../modules/admin/config/index.ts'
import { type PackageObject, readObjects } from './package-objects.ts'

/** One thing that is other in a newer package. */
export interface PackageChange {
  /** major: it asks whoever has it for something, or takes something away. */
  readonly level: 'major' | 'minor' | 'patch'
  readonly code: `package.change.${ChangeWord}`
  readonly value: string
}

type ChangeWord =
  | 'slotNew'
  | 'slotGone'
  | 'slotPlatform'
  | 'paramNew'
  | 'paramOptional'
  | 'paramGone'
  | 'paramType'
  | 'flowNew'
  | 'flowOptional'
  | 'flowGone'
  | 'key'
  | 'field'
  | 'api'
  | 'objectNew'
  | 'objectGone'
  | 'object'

/** What is other from one version of a package to the next, what breaks first. */
export async function comparePackages(
  before: SolutionPackage,
  after: SolutionPackage,
  reader: Reader,
): Promise<PackageChange[]> {
  const ignore = () => undefined
  const changes = [
    ...compareManifests(before.manifest, after.manifest),
    ...compareObjects(await readObjects(before, ignore, reader), await readObjects(after, ignore, reader)),
  ]
  const rank = { major: 0, minor: 1, patch: 2 } as const
  return changes.sort((one, other) => rank[one.level] - rank[other.level])
}

/** The least version that says what is other. */
export function proposeVersion(version: string, changes: readonly PackageChange[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const has = (level: PackageChange['level']): boolean => changes.some(each => each.level === level)
  if (has('major')) return `${major + 1}.0.0`
  if (has('minor')) return `${major}.${minor + 1}.0`
  return changes.length === 0 ? version : `${major}.${minor}.${patch + 1}`
}

/** Negative: the first is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)]
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

type Manifest = SolutionPackage['manifest']

const change = (level: PackageChange['level'], word: ChangeWord, value: string): PackageChange => ({
  level,
  code: `package.change.${word}`,
  value,
})

function compareManifests(before: Manifest, after: Manifest): PackageChange[] {
  const slots = new Map(before.connections.map(each => [each.slot, each]))
  const params = new Map(before.parameters.map(each => [each.name, each]))
  const flows = new Map(before.flows.map(each => [each.strategy, each]))
  return [
    ...after.connections.flatMap(({ slot, platform }) => {
      const old = slots.get(slot)
      if (!old) return [change('major', 'slotNew', slot)]
      return old.platform === platform ? [] : [change('major', 'slotPlatform', slot)]
    }),
    ...listGone(
      slots.keys(),
      after.connections.map(each => each.slot),
    ).map(slot => change('minor', 'slotGone', slot)),
    ...after.parameters.flatMap(each => {
      const old = params.get(each.name)
      const isAsked = each.required && each.default === undefined
      if (!old) return [isAsked ? change('major', 'paramNew', each.name) : change('minor', 'paramOptional', each.name)]
      return old.type === each.type ? [] : [change('major', 'paramType', each.name)]
    }),
    ...listGone(
      params.keys(),
      after.parameters.map(each => each.name),
    ).map(name => change('minor', 'paramGone', name)),
    ...after.flows.flatMap(({ strategy, required }) => {
      if (flows.has(strategy)) return []
      return [required ? change('major', 'flowNew', strategy) : change('minor', 'flowOptional', strategy)]
    }),
    ...listGone(
      flows.keys(),
      after.flows.map(each => each.strategy),
    ).map(code => change('major', 'flowGone', code)),
  ]
}

const listGone = (before: Iterable<string>, after: readonly string[]): string[] =>
  [...before].filter(each => !after.includes(each))

function compareObjects(before: readonly PackageObject[], after: readonly PackageObject[]): PackageChange[] {
  const nameOf = ({ kind, key }: PackageObject): string => `${kind} ${key}`
  const old = new Map(before.map(each => [nameOf(each), each]))
  return [
    ...after.flatMap(each => {
      const known = old.get(nameOf(each))
      if (!known) return [change('minor', 'objectNew', nameOf(each))]
      if (JSON.stringify(known.spec) === JSON.stringify(each.spec)) return []
      return [change('patch', 'object', nameOf(each)), ...compareStrategies(known, each), ...compareApis(known, each)]
    }),
    ...listGone(old.keys(), after.map(nameOf)).map(name => change('minor', 'objectGone', name)),
  ]
}

/** Another key takes every record for a new one; a field that is filled no longer is missed at the target. */
function compareStrategies(before: PackageObject, after: PackageObject): PackageChange[] {
  if (after.kind !== 'strategy') return []
  const keyOf = ({ spec }: PackageObject): string =>
    JSON.stringify(isObject(spec['source']) ? spec['source']['key'] : null)
  const gone = listGone(listTargets(before), listTargets(after))
  return [
    ...(keyOf(before) === keyOf(after) ? [] : [change('major', 'key', after.key)]),
    ...gone.map(field => change('major', 'field', `${after.key}: ${field}`)),
  ]
}

function listTargets({ spec }: PackageObject): string[] {
  const mapping = spec['mapping']
  const fields: Json = isObject(mapping) ? mapping['fields'] : null
  if (!Array.isArray(fields)) return []
  return (fields as readonly Json[]).flatMap(each =>
    isObject(each) && typeof each['target'] === 'string' ? [each['target']] : [],
  )
}

/** What callers got and get no longer: an API, what may be done with it, a field. */
function compareApis(before: PackageObject, after: PackageObject): PackageChange[] {
  if (after.kind !== 'gateway') return []
  return listGone(listOffers(before), listOffers(after)).map(offer => change('major', 'api', `${after.key}: ${offer}`))
}

const listOffers = ({ spec }: PackageObject): string[] =>
  (['apis', 'assets'] as const).flatMap(list =>
    toObjects(spec[list]).flatMap(each => {
      const name = String(each[list === 'apis' ? 'strategy' : 'asset'])
      return [name, ...toTexts(each['operations']), ...toTexts(each['fields'])].map((text, at) =>
        at === 0 ? text : `${name} ${text}`,
      )
    }),
  )

const toObjects = (list: Json): JsonObject[] =>
  Array.isArray(list) ? (list as readonly Json[]).filter(each => isObject(each)) : []
const toTexts = (list: Json): string[] =>
  Array.isArray(list) ? (list as readonly Json[]).filter(each => typeof each === 'string') : []
