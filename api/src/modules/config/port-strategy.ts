import { parseAssetResource, type StrategyConfig, toAssetResource } from '@sluice/contract'
import { refuse } from '../../platform/refuse.ts'
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
  }: StrategyConfig['source'] | StrategyConfig['target']) => ({
    connector: name('connector', connector_id),
    resource: portResource(world, resource),
    options: portOptions(options, id => name('adapter', id)),
    ...rest,
  })
  const { preconditions, after, ...schedule } = config.schedule
  return toJsonForm({
    ...config,
    source: portSide(config.source),
    target: portSide(config.target),
    mapping: renameLookups(toJsonForm(config.mapping), 'map_id', 'map', id => name('mapping', id)),
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

/** Look-ups stand at any depth: in lines, in objects. */
function renameLookups(
  value: Json,
  from: string,
  to: string,
  name: (text: string, at: string) => string,
  at = 'spec.mapping',
): Json {
  if (Array.isArray(value))
    return (value as Json[]).map((each, index) => renameLookups(each, from, to, name, `${at}.${index}`))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key !== 'lookup' || !isObject(each)) return [key, renameLookups(each, from, to, name, `${at}.${key}`)]
      const { [from]: named, ...rest } = each
      return [key, typeof named === 'string' ? { [to]: name(named, `${at}.lookup.map`), ...rest } : each]
    }),
  )
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
    mapping: renameLookups(mapping, 'map', 'map_id', (key, field) => resolve('mapping', key, field).id),
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
    ...rest,
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
