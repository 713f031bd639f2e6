import { PACKAGE_FORMAT, type SolutionPackage } from '@sluice/contract'
import { type ConfigObject, isObject, type Json, type JsonObject } from '../modules/admin/config/index.ts'
import { keepAsked, learnSlots } from './follow-objects.ts'
import {
  closeOver,
  isPackageKind,
  listNamed,
  mapTexts,
  type PackageObject,
  renameObject,
  type Seed,
  SLOT,
  writeObjects,
} from './package-objects.ts'

/** What a package is made of. */
export interface Packed {
  readonly files: SolutionPackage['files']
  /** One for each connector that the strategies name. */
  readonly connections: SolutionPackage['manifest']['connections']
  readonly flows: SolutionPackage['manifest']['flows']
  /** `kind key` of what is named and not there. */
  readonly missing: readonly string[]
}

/**
 * Strategies with everything they need, as objects of a package: connectors become places to fill, pinned versions the
 * newest one, credentials of platforms empty.
 * @param before the package's objects so far: its places keep their names, its questions stay asked
 * @param along reports and dashboards that were chosen
 */
export function packStrategies(
  all: readonly ConfigObject[],
  codes: readonly string[],
  before: readonly PackageObject[] = [],
  along: readonly Seed[] = [],
): Packed {
  const known = all.flatMap(({ kind, ...rest }) => (isPackageKind(kind) ? [{ ...rest, kind }] : []))
  const { objects, missing } = closeOver(known, codes, along)
  const names = objects.flatMap(each => listNamed(each).flatMap(({ kind, key }) => (kind === 'connector' ? [key] : [])))
  const slots = nameSlots([...new Set(names)], learnSlots(before, objects))
  const packed = objects.map(object => ({
    ...clean(renameObject(object, (kind, key) => (kind === 'connector' ? `${SLOT}${slots.get(key)}` : key))),
    name: object.name,
  }))
  return {
    files: writeObjects(keepAsked(before, packed)),
    connections: [...slots].map(([connector, slot]) => ({
      slot,
      platform: platformOf(connector),
      title: connector.slice(connector.indexOf('/') + 1).slice(0, 60) || slot,
      rights: [],
    })),
    flows: packed.flatMap(each => (each.kind === 'strategy' ? [toFlow(each)] : [])),
    missing: missing.map(each => `${each.kind} ${each.key}`),
  }
}

const platformOf = (connector: string): string => connector.slice(0, connector.indexOf('/'))

/** `shop`, `shop_2`: by platform, in the order in which they are named. */
function nameSlots(connectors: readonly string[], known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const taken = new Set(connectors.map(each => known.get(each)))
  return new Map(
    connectors.map(connector => {
      const old = known.get(connector)
      if (old !== undefined) return [connector, old]
      const plain =
        platformOf(connector)
          .replace(/^own:/, '')
          .replace(/[^a-z0-9]/g, '_')
          .replace(/^[^a-z]+/, '') || 'system'
      let slot = plain.slice(0, 34)
      for (let number = 2; taken.has(slot); number += 1) slot = `${plain.slice(0, 34)}_${number}`
      taken.add(slot)
      return [connector, slot]
    }),
  )
}

function clean(object: PackageObject): PackageObject {
  const { app } = object.spec
  const spec = mapTexts(
    object.kind === 'platform' && Array.isArray(app)
      ? { ...object.spec, app: (app as readonly Json[]).map(empty) }
      : object.spec,
    (text, at) => (at.endsWith('.resource') ? text.replace(/^(asset:.*)@[1-9]\d{0,8}$/, '$1') : text),
  )
  return { ...object, spec: object.kind === 'report' ? withoutRecords(spec as JsonObject) : (spec as JsonObject) } // an object stays one
}

/** Keys and runs are this tenant's records: nobody else has them. */
function withoutRecords(spec: JsonObject): JsonObject {
  const { definition } = spec
  if (!isObject(definition) || !isObject(definition['filter'])) return spec
  const { keys: _keys, run_id: _run, ...filter } = definition['filter']
  return { ...spec, definition: { ...definition, filter } }
}

/** The tenant's own app at the vendor is nobody else's. */
const empty = (entry: Json): Json => (isObject(entry) ? { ...entry, value: '' } : entry)

function toFlow({ key, name, spec }: PackageObject & { readonly name: string }): Packed['flows'][number] {
  const slotOf = (side: Json): string => {
    const connector = isObject(side) ? side['connector'] : undefined
    return typeof connector === 'string' && connector.startsWith(SLOT) ? connector.slice(SLOT.length) : 'system'
  }
  const source = spec['source']
  const increment = isObject(source) && isObject(source['increment']) ? source['increment']['field'] : undefined
  return {
    strategy: key,
    title: name.slice(0, 60),
    document: name.slice(0, 60),
    from: slotOf(source),
    to: slotOf(spec['target']),
    ...(typeof increment === 'string' ? { increment } : {}),
    required: true,
  }
}

/** A first manifest; its author writes on. */
export const draftManifest = (
  name: string,
  title: string,
  { connections, flows }: Packed,
): SolutionPackage['manifest'] => ({
  ...{ format: PACKAGE_FORMAT, name, title, version: '1.0.0', summary: title },
  ...{ industry: '', tags: [], licence: '', dependencies: {}, connections, parameters: [], flows, samples: [] },
})
