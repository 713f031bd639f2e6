import {
  parseAssetResource,
  renameFindText,
  renameReferences,
  type StrategyConfig,
  toAssetResource,
} from '@sluice/contract'
import { refuse } from '../../../http/refuse.ts'
import { isObject, type Json, type JsonObject, toJsonForm } from './json.ts'
import type { Named, World } from './world.ts'

/** A reference to something that is gone. */
const LOST = '?'
const SQL = /^sql:([0-9a-f-]{36})$/

/** A configuration with keys in the place of ids. */
export function portConfig(world: World, config: StrategyConfig): JsonObject {
  const name = (kind: Named, id: string): string => world.keyOf(kind, id) ?? `${LOST}${id}`
  const portSide = ({
    connector_id,
    resource,
    options,
    ...rest
  }: StrategyConfig['source'] | StrategyConfig['target']): JsonObject => ({
    connector: name('connector', connector_id),
    resource: portResource(world, resource),
    options: portOptions(options, id => name('adapter', id)),
    ...(rename(toJsonForm(rest), 'spec', toKeys(name)) as JsonObject),
  })
  const { preconditions, after, ...schedule } = config.schedule
  return toJsonForm({
    ...config,
    source: portSide(config.source),
    target: portSide(config.target),
    mapping: rename(toJsonForm(config.mapping), 'spec.mapping', toKeys(name)),
    schedule: {
      ...schedule,
      preconditions: preconditions?.map(each => ({ strategy: name('strategy', each.strategy_id), kind: each.kind })),
      after: after?.map(id => name('strategy', id)),
    },
  }) as JsonObject
}

const portOptions = (options: JsonObject, name: (id: string) => string): JsonObject => {
  const { adapter } = options
  return typeof adapter === 'string' && adapter !== '' ? { ...options, adapter: name(adapter) } : options
}

/** The newest version of an interface is meant without saying so: it moves along. */
function portResource(world: World, resource: string): string {
  const asset = parseAssetResource(resource)
  if (asset) {
    const key = world.keyOf('api-asset', asset.id) ?? `${LOST}${asset.id}`
    const isNewest = world.find('api-asset', key)?.version === asset.version
    return isNewest ? `asset:${key}` : `asset:${key}@${asset.version}`
  }
  const statement = SQL.exec(resource)?.[1]
  return statement === undefined ? resource : `sql:${world.keyOf('adapter', statement) ?? `${LOST}${statement}`}`
}

/** How a reference is called on either side, and what becomes of it. */
type Way = readonly [from: string, to: string, name: (text: string, at: string) => string]
interface Ways {
  readonly map: Way
  readonly strategy: Way
}

const toKeys = (name: (kind: Named, id: string) => string): Ways => ({
  map: ['map_id', 'map', id => name('mapping', id)],
  // A text may have it in capitals.
  strategy: ['strategy_id', 'strategy', id => name('strategy', id.toLowerCase())],
})
const toIds = (resolve: Resolve): Ways => ({
  map: ['map', 'map_id', (key, field) => resolve('mapping', key, field).id],
  strategy: ['strategy', 'strategy_id', (key, field) => resolve('strategy', key, field).id],
})

/**
 * Look-ups into value maps and strategies stand at any depth: in lines, in objects, in expressions, as texts; a write-back
 * has its callback.
 */
function rename(value: Json, at: string, ways: Ways): Json {
  if (Array.isArray(value)) return (value as Json[]).map((each, index) => rename(each, `${at}.${index}`, ways))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, each]) => {
    const place = `${at}.${key}`
    if (!isObject(each)) return [key, rename(each, place, ways)]
    if (each['kind'] === 'expression') return [key, renameInside(each, place, ways)]
    if (each['kind'] === 'template') return [key, renameText(each, place, ways.strategy)]
    if (key === 'lookup') return [key, renameOne(each, place, ways.map)]
    if (key === 'callback' || each['kind'] === 'find') return [key, renameOne(each, place, ways.strategy)]
    return [key, rename(each, place, ways)]
  })
  return Object.fromEntries(entries)
}

function renameOne(value: JsonObject, at: string, [from, to, name]: Way): JsonObject {
  const { [from]: named, ...rest } = value
  return typeof named === 'string' ? { [to]: name(named, `${at}.${from}`), ...rest } : value
}

function renameInside(value: JsonObject, at: string, ways: Ways): JsonObject {
  const { expression } = value
  if (typeof expression !== 'string') return value
  const rename = renameReferences(expression, ({ kind, name }) => ways[kind][2](name, `${at}.expression`))
  return { ...value, expression: rename }
}

function renameText(value: JsonObject, at: string, [, , name]: Way): JsonObject {
  const { template } = value
  if (typeof template !== 'string') return value
  return { ...value, template: renameFindText(template, strategy => name(strategy, `${at}.template`)) }
}

/** Finds what a file names; a name that nothing bears is refused at its field. */
export type Resolve = (kind: Named, key: string, field: string) => { readonly id: string; readonly version: number }

/** Ids in the place of keys; what is of no use is left for the schema to refuse. @throws Failure */
export function resolveConfig(spec: JsonObject, resolve: Resolve): JsonObject {
  const { source, target, mapping, schedule, ...rest } = spec
  return {
    ...rest,
    source: resolveSide(source, 'spec.source', resolve),
    target: resolveSide(target, 'spec.target', resolve),
    mapping: rename(mapping, 'spec.mapping', toIds(resolve)),
    ...(schedule === undefined ? {} : { schedule: resolveSchedule(schedule, resolve) }),
  }
}

function resolveSide(side: Json, at: string, resolve: Resolve): Json {
  if (!isObject(side)) throw refuse('invalid.configHead', { field: at, value: at })
  const { connector, resource, options, ...rest } = side
  if (typeof connector !== 'string' || connector === '')
    throw refuse('invalid.configReference', { field: `${at}.connector`, value: String(connector ?? '') })
  const adapter = isObject(options) ? options['adapter'] : undefined
  return {
    ...(rename(rest, at, toIds(resolve)) as JsonObject),
    connector_id: resolve('connector', connector, `${at}.connector`).id,
    resource: typeof resource === 'string' ? resolveResource(resource, `${at}.resource`, resolve) : resource,
    ...(options === undefined ? {} : { options }),
    ...(isObject(options) && typeof adapter === 'string' && adapter !== ''
      ? { options: { ...options, adapter: resolve('adapter', adapter, `${at}.options.adapter`).id } }
      : {}),
  }
}

function resolveResource(resource: string, field: string, resolve: Resolve): string {
  if (resource.startsWith('sql:')) return `sql:${resolve('adapter', resource.slice(4), field).id}`
  if (!resource.startsWith('asset:')) return resource
  const [, key = '', version] = /^asset:(.*?)(?:@([1-9]\d{0,8}))?$/.exec(resource) ?? []
  const asset = resolve('api-asset', key, field)
  if (version !== undefined && Number(version) > asset.version)
    throw refuse('invalid.configReference', { field, value: resource })
  return toAssetResource(asset.id, version === undefined ? asset.version : Number(version))
}

function resolveSchedule(schedule: Json, resolve: Resolve): Json {
  if (!isObject(schedule)) return schedule
  const { preconditions, after, ...rest } = schedule
  const at = 'spec.schedule'
  return {
    ...rest,
    ...(Array.isArray(preconditions)
      ? {
          preconditions: (preconditions as Json[]).map((each, index) =>
            resolveUpstream(each, `${at}.preconditions.${index}`, resolve),
          ),
        }
      : preconditions === undefined
        ? {}
        : { preconditions }),
    ...(Array.isArray(after)
      ? { after: (after as Json[]).map((each, index) => resolve('strategy', String(each), `${at}.after.${index}`).id) }
      : after === undefined
        ? {}
        : { after }),
  }
}

function resolveUpstream(each: Json, at: string, resolve: Resolve): Json {
  if (!isObject(each)) return each
  const { strategy, ...rest } = each
  return { ...rest, strategy_id: resolve('strategy', String(strategy ?? ''), `${at}.strategy`).id }
}

/** Strategies that a file waits for, by their codes. */
export function listUpstreams(spec: Json): string[] {
  const schedule = isObject(spec) ? spec['schedule'] : undefined
  if (!isObject(schedule)) return []
  const { preconditions, after } = schedule
  const codes = [
    ...(Array.isArray(after) ? (after as Json[]) : []),
    ...(Array.isArray(preconditions)
      ? (preconditions as Json[]).map(each => (isObject(each) ? each['strategy'] : null))
      : []),
  ]
  return codes.filter(each => typeof each === 'string')
}

/** Another name for what a configuration refers to; the same one where it stays. */
export type Rename = (kind: Named, key: string) => string

/** The same configuration with other names in it: for its connectors, interfaces, adapters, value maps and strategies. */
export function renameConfig(spec: JsonObject, name: Rename): JsonObject {
  const ways: Ways = {
    map: ['map', 'map', key => name('mapping', key)],
    strategy: ['strategy', 'strategy', key => name('strategy', key)],
  }
  const { source, target, schedule, ...rest } = spec
  return {
    ...(rename(rest, 'spec', ways) as JsonObject),
    ...(source === undefined ? {} : { source: renameSide(source, ways, name) }),
    ...(target === undefined ? {} : { target: renameSide(target, ways, name) }),
    ...(schedule === undefined ? {} : { schedule: renameSchedule(schedule, name) }),
  }
}

function renameSide(side: Json, ways: Ways, name: Rename): Json {
  if (!isObject(side)) return side
  const { connector, resource, options, ...rest } = side
  const adapter = isObject(options) ? options['adapter'] : undefined
  return {
    ...(rename(rest, 'side', ways) as JsonObject),
    ...(typeof connector === 'string' ? { connector: name('connector', connector) } : {}),
    ...(typeof resource === 'string' ? { resource: renameResource(resource, name) } : {}),
    ...(options === undefined ? {} : { options }),
    ...(isObject(options) && typeof adapter === 'string' && adapter !== ''
      ? { options: { ...options, adapter: name('adapter', adapter) } }
      : {}),
  }
}

function renameResource(resource: string, name: Rename): string {
  if (resource.startsWith('sql:')) return `sql:${name('adapter', resource.slice(4))}`
  const [, key, version = ''] = ASSET.exec(resource) ?? []
  return key === undefined ? resource : `asset:${name('api-asset', key)}${version}`
}

const ASSET = /^asset:(.*?)(@[1-9]\d{0,8})?$/

function renameSchedule(schedule: Json, name: Rename): Json {
  if (!isObject(schedule)) return schedule
  const { preconditions, after } = schedule
  const renameText = (key: Json): Json => (typeof key === 'string' ? name('strategy', key) : key)
  return {
    ...schedule,
    ...(Array.isArray(preconditions)
      ? {
          preconditions: (preconditions as Json[]).map(each =>
            isObject(each) ? { ...each, strategy: renameText(each['strategy'] ?? null) } : each,
          ),
        }
      : {}),
    ...(Array.isArray(after) ? { after: (after as Json[]).map(renameText) } : {}),
  }
}

/** Strategies that must be there before: those it waits for, looks records up in or hands them on to. */
export const listReferenced = (spec: Json): string[] =>
  listReferences(spec).flatMap(({ kind, key }) => (kind === 'strategy' ? [key] : []))

/** Everything that a configuration names, in the order in which it does. */
export function listReferences(spec: Json): { readonly kind: Named; readonly key: string }[] {
  const found: { kind: Named; key: string }[] = []
  if (isObject(spec))
    renameConfig(spec, (kind, key) => {
      found.push({ kind, key })
      return key
    })
  return found
}
