import {
  Adapter,
  type AdapterInput,
  ApiAsset,
  type ApiAssetInput,
  type AssetField,
  checkAsset,
  type ParamInput,
  type Words,
} from '@sluice/contract'
import type { Connector } from './connector.ts'
import { defineManifest, type Manifest } from './manifest.ts'

/**
 * A well-known far system as data: what a tenant could have written down itself, shipped with the product, in its
 * languages and with its version. The work is the HTTP protocol's.
 */
export interface Pack {
  readonly manifest: Manifest
  /** Rises with every change; an interface whose meaning changes gets a new code, so that strategies stay as they are. */
  readonly version: number
  /** The vendor's own pages that it was written from. */
  readonly documentation: string
  readonly connection: PackConnection
  readonly adapter: Adapter | null
  readonly interfaces: readonly PackInterface[]
  /** Code of the interface whose first record shows that the credentials are accepted. */
  readonly probe: string
}

/** A connector that was declared instead of programmed. */
export interface PackConnector extends Connector {
  readonly pack: Pack
}
export const isPackConnector = (connector: Connector): connector is PackConnector => 'pack' in connector

/** How to get in; texts may hold `{{parameter}}`. */
export interface PackConnection {
  readonly baseUrl: string
  readonly auth?:
    | { readonly kind: 'apiKey'; readonly place: 'header' | 'query'; readonly name: string; readonly value: string }
    | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  /** Shortest time between two requests, where the vendor counts them. */
  readonly minIntervalMs?: number
  readonly maxConcurrent?: number
}

/** A parameter or column with its words. */
export interface PackField extends Omit<AssetField, 'label' | 'describe' | 'fields'> {
  readonly label: Words
  readonly describe?: Words
  readonly fields?: readonly PackField[]
}
const groups = ['request', 'otherRequest', 'response', 'otherResponse'] as const
type Groups = Partial<Record<(typeof groups)[number], readonly PackField[]>>

export interface PackInterface
  extends Omit<ApiAssetInput, 'name' | 'describe' | 'adapter' | (typeof groups)[number]>,
    Groups {
  /** Its name among the interfaces of the pack; never used again for another one. */
  readonly code: string
  /** Category. */
  readonly group: Words
  readonly name: Words
  readonly describe?: Words
}

export type PackInput = Pick<Manifest, 'id' | 'name' | 'group' | 'describe' | 'icon'> &
  Pick<Pack, 'version' | 'documentation' | 'connection' | 'interfaces' | 'probe'> & {
    readonly params: ParamInput[]
    readonly adapter?: Omit<AdapterInput, 'name'>
  }

/** Checks a pack once, at import. @throws what the contract of assets, adapters or manifests refuses */
export function definePack(input: PackInput): Pack {
  const { id, name, group, describe, icon, params, adapter, interfaces, ...rest } = input
  const hasType = (type: ApiAsset['type']) => interfaces.some(each => each.type === type)
  const manifest = defineManifest({
    id,
    name,
    group,
    describe,
    icon,
    params,
    roles: [...(hasType('QUERY') ? ['source' as const] : []), ...(hasType('EXECUTE') ? ['target' as const] : [])],
    helpLink: input.documentation,
  })
  const pack: Pack = {
    ...rest,
    manifest,
    interfaces,
    adapter: adapter ? Adapter.parse({ ...adapter, name: name.en }) : null,
  }
  for (const each of interfaces) {
    const [problem] = checkAsset(sayInterface(each, words => words.en))
    if (problem) throw new Error(`pack ${id}: ${each.code}: ${problem.path} (${problem.code})`)
  }
  const codes = interfaces.map(each => each.code)
  const twice = codes.find((code, at) => codes.indexOf(code) !== at)
  if (twice !== undefined) throw new Error(`pack ${id}: ${twice} is declared twice`)
  if (interfaces.find(each => each.code === input.probe)?.type !== 'QUERY')
    throw new Error(`pack ${id}: the probe ${input.probe} is none of its interfaces that read`)
  return pack
}

/** An interface of a pack as an API asset, in the language that `say` speaks. */
export function sayInterface(
  { code: _, group: __, name, describe, ...rest }: PackInterface,
  say: (words: Words) => string,
): ApiAsset {
  const sayField = ({ label, describe: about, fields, ...field }: PackField): AssetField => ({
    ...field,
    label: say(label),
    ...(about ? { describe: say(about) } : {}),
    ...(fields ? { fields: fields.map(sayField) } : {}),
  })
  const said = Object.fromEntries(groups.map(group => [group, (rest[group] ?? []).map(sayField)]))
  return ApiAsset.parse({ ...rest, ...said, name: say(name), describe: describe ? say(describe) : '' })
}

/** The pack with every text of its interfaces changed: filled in with further languages. */
export function fillPack(pack: Pack, fill: (words: Words) => Words): Pack {
  const fillField = ({ label, describe, fields, ...field }: PackField): PackField => ({
    ...field,
    label: fill(label),
    ...(describe ? { describe: fill(describe) } : {}),
    ...(fields ? { fields: fields.map(fillField) } : {}),
  })
  const fillAll = (each: PackInterface): Groups =>
    Object.fromEntries(groups.flatMap(group => (each[group] ? [[group, each[group].map(fillField)]] : [])))
  return {
    ...pack,
    interfaces: pack.interfaces.map(each => ({
      ...each,
      ...fillAll(each),
      group: fill(each.group),
      name: fill(each.name),
      ...(each.describe ? { describe: fill(each.describe) } : {}),
    })),
  }
}
