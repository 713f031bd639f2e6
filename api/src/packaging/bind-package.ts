import type { PackageParameter, SolutionPackage } from '@sluice/contract'
import { z } from 'zod'
import type { MessageCode } from '../http/messages.ts'
import type { Reader } from '../http/read-content.ts'
import { type RefusalInit, refuse } from '../http/refuse.ts'
import { type Complain, type Json, type JsonObject, writeFiles } from '../modules/admin/config/index.ts'
import { fillExpression } from './fill-expression.ts'
import {
  closeOverFlows,
  listNamed,
  mapTexts,
  type PackageKind,
  type PackageObject,
  readObjects,
  renameObject,
  SLOT,
} from './package-objects.ts'

/** What whoever installs decides. */
export interface Binding {
  /** In front of every name and code; may be empty. */
  readonly prefix: string
  /** Of the strategies; empty: as the package says. */
  readonly group: string
  /** `mysql/ERP` by slot. */
  readonly connectors: Readonly<Record<string, string>>
  /** Texts by name of a parameter. */
  readonly params: Readonly<Record<string, string>>
  /** Codes of strategies beside the required ones; undefined: all. */
  readonly flows?: readonly string[] | undefined
}

export interface Bound {
  readonly files: { readonly path: string; readonly text: string }[]
  readonly objects: BoundObject[]
}

/** How an object of a package is called here. */
export interface BoundObject {
  readonly kind: PackageKind
  readonly key: string
  /** As the package calls it. */
  readonly from: string
  /** One for all that use it, under its own name: platforms, and the adapters through which they are spoken to. */
  readonly is_shared: boolean
}

/** A package as the files of one tenant: its places filled, its names in front of nobody else's. @throws Failure at `connectors.SLOT`, `params.NAME`, `ref` */
export async function bindPackage(
  document: SolutionPackage,
  binding: Binding,
  complain: Complain,
  reader: Reader,
): Promise<Bound> {
  const { manifest } = document
  const params = readParams(manifest.parameters, binding.params)
  const codes = chooseFlows(document, binding.flows)
  let isRead = true
  const found = await readObjects(
    document,
    (place, failure) => {
      isRead = false
      complain(place, failure)
    },
    reader,
  )
  const { objects, missing } = closeOverFlows(found, codes)
  const [lost] = missing
  // What cannot be read was told.
  if (lost && isRead) throw refuseOutside(`${lost.kind} ${lost.key}`)
  const shared = listShared(objects)
  const nameHere = (kind: PackageKind, key: string): string =>
    shared.has(`${kind} ${key}`) ? key : prefixKey(kind, key, binding.prefix)
  const here = new Map(objects.map(({ kind, key }) => [`${kind} ${key}`, nameHere(kind, key)]))
  const rename = (kind: string, key: string): string => {
    if (kind !== 'connector') return here.get(`${kind} ${key}`) ?? key
    const slot = key.startsWith(SLOT) ? key.slice(SLOT.length) : ''
    const connector = Object.hasOwn(binding.connectors, slot) ? binding.connectors[slot] : undefined
    if (connector === undefined)
      throw refuse('invalid.packageSlot', { field: `connectors.${slot || key}`, value: slot || key })
    return connector
  }
  const bound = objects.map(object => {
    const spec = fillTexts(object.spec, params)
    requireInside({ ...object, spec }, here)
    const key = here.get(`${object.kind} ${object.key}`) ?? object.key
    return { ...dress(renameObject({ ...object, spec }, rename), binding), key, from: object.key }
  })
  return {
    files: writeFiles(bound),
    objects: bound.map(({ kind, key, from }) => ({ kind, key, from, is_shared: shared.has(`${kind} ${from}`) })),
  }
}

/** Fields that hold an id where a package has a name. */
const IDS: ReadonlySet<string> = new Set(['connector_id', 'map_id', 'strategy_id', 'asset_id', 'run_id'])

/**
 * An object names what its package brings along and nothing else, whatever the values of parameters: a name or an id that
 * was guessed would lead to what the tenant has. @throws Failure `invalid.packageOutside`
 */
function requireInside(object: PackageObject, here: ReadonlyMap<string, string>): void {
  for (const { kind, key } of listNamed(object))
    if (kind !== 'connector' && !here.has(`${kind} ${key}`)) throw refuseOutside(`${kind} ${key}`)
  mapTexts(object.spec, (text, at, field) => {
    if (IDS.has(field) && (field !== 'run_id' || object.kind === 'report')) throw refuseOutside(`${at} ${text}`)
    return text
  })
}

const refuseOutside = (value: string) =>
  refuse('invalid.packageOutside', { field: 'ref', value: value.slice(0, 200) } satisfies RefusalInit)

/** Codes of what is installed: what is required, and what was chosen. */
export const chooseFlows = ({ manifest }: SolutionPackage, chosen: readonly string[] | undefined): string[] =>
  manifest.flows
    .filter(each => each.required || chosen === undefined || chosen.includes(each.strategy))
    .map(each => each.strategy)

/** `kind key` of what is one for all that use it: platforms, and the adapters through which they are spoken to. */
export const listShared = (objects: readonly PackageObject[]): ReadonlySet<string> =>
  new Set(
    objects.flatMap(({ kind, key, spec }) =>
      kind === 'platform' ? [`platform ${key}`, `adapter ${spec['adapter']}`] : [],
    ),
  )

/** The platforms that a package brings along, with what they are spoken to through: connectors need them first. */
export async function bindPlatforms(
  document: SolutionPackage,
  complain: Complain,
  reader: Reader,
): Promise<Bound['files']> {
  const objects = await readObjects(document, complain, reader)
  const shared = listShared(objects)
  return writeFiles(objects.filter(({ kind, key }) => shared.has(`${kind} ${key}`)))
}

/** Whose key is a name and nothing else. */
const NAMED: ReadonlySet<PackageKind> = new Set(['mapping', 'dashboard', 'bill-profile', 'recon-flow', 'gateway'])

function prefixKey(kind: PackageKind, key: string, prefix: string): string {
  if (prefix === '') return key
  if (kind === 'strategy' || kind === 'report') return `${prefix}-${key}`
  if (NAMED.has(kind)) return `${prefix} ${key}`
  const at = key.indexOf('/') + 1
  return `${key.slice(0, at)}${prefix} ${key.slice(at)}`
}

/** What people read of a strategy. */
function dress({ kind, key, spec }: PackageObject, { prefix, group }: Binding): PackageObject {
  if (kind !== 'strategy') return { kind, key, spec }
  const { name } = spec
  return {
    ...{ kind, key },
    spec: {
      ...spec,
      ...(typeof name === 'string' && prefix !== '' ? { name: `${prefix} ${name}` } : {}),
      ...(group === '' ? {} : { group }),
    },
  }
}

type Filled = ReadonlyMap<string, string | number | boolean>

const WHOLE = /^\$\{param:([a-z][a-z0-9_]{0,39})\}$/
const ANY = /\$\{param:([a-z][a-z0-9_]{0,39})\}/g
function fillTexts(spec: JsonObject, params: Filled): JsonObject {
  const read = (name: string): string | number | boolean => {
    const value = params.get(name)
    if (value === undefined) throw refuseParam('invalid.packageParam', name, name)
    return value
  }
  const refuseRaw = (name: string): never => {
    throw refuseParam('invalid.packageParamForm', name, String(read(name)))
  }
  const fill = (text: string, _at: string, field: string): Json => {
    const [slip] = listSlips(text)
    if (slip !== undefined) throw refuse('invalid.packageParam', { field: 'ref', value: slip })
    if (field === 'expression') return fillExpression(text, read, refuseRaw)
    // In a script a value is a literal, wherever it stands.
    if (field === 'code') return text.replace(ANY, (_all, each: string) => JSON.stringify(read(each)))
    const [, name] = WHOLE.exec(text) ?? []
    return name === undefined ? text.replace(ANY, (_all, each: string) => String(read(each))) : read(name)
  }
  return mapTexts(spec, fill) as JsonObject // an object stays one
}

/** An object with values, or defaults, in the places of its parameters. @throws Failure at `params.NAME` */
export const fillParams = (
  spec: JsonObject,
  { parameters }: Pick<SolutionPackage['manifest'], 'parameters'>,
  given: Readonly<Record<string, string>>,
): JsonObject => fillTexts(spec, readParams(parameters, given))

/** `${param: x}`, `${Param:x}`: meant to be asked for, and nothing that anybody is asked. */
export const listSlips = (text: string): string[] =>
  (text.replace(ANY, '').match(/\$\{\s*params?\s*:[^}\n]{0,60}\}?/gi) ?? []).map(each => each.slice(0, 100))

/** Names of parameters that an object asks for. */
export function listParams(spec: JsonObject): string[] {
  const names: string[] = []
  mapTexts(spec, text => {
    names.push(...[...text.matchAll(ANY)].map(([, name = '']) => name))
    return text
  })
  return names
}

const forms: Readonly<Record<PackageParameter['type'], RegExp>> = {
  text: /^[^\p{Cc}]*$/u,
  integer: /^-?\d{1,15}$/,
  decimal: /^-?\d{1,30}(\.\d{1,20})?$/,
  boolean: /^(true|false)$/,
  date: z.regexes.date, // of the calendar: 2026-02-30 is none
  choice: /^.*$/s,
}

/** Would be a place of its own where it is put, or stay there as letters that nobody meant. */
const PLACEHOLDER = /\{\{.*?\}\}|\$\{\s*(params?|secret)\s*:/i

/** Decimals stay texts: a number of JSON would lose their digits. An optional one without a value is empty. */
export function readParams(parameters: readonly PackageParameter[], given: Readonly<Record<string, string>>): Filled {
  const strange = Object.keys(given).find(name => !parameters.some(each => each.name === name))
  if (strange !== undefined) throw refuseParam('invalid.packageParamUnknown', strange, strange)
  return new Map(
    parameters.map(each => {
      const text = Object.hasOwn(given, each.name) ? (given[each.name] ?? '') : (each.default ?? '')
      if (text === '' && each.required) throw refuseParam('invalid.packageParamEmpty', each.name, '')
      if (text === '') return [each.name, '']
      const fits =
        each.type === 'choice' ? each.choices.some(choice => choice.value === text) : forms[each.type].test(text)
      if (PLACEHOLDER.test(text)) throw refuseParam('invalid.packageParamPlaceholder', each.name, text)
      if (!fits) throw refuseParam('invalid.packageParamForm', each.name, text)
      return [each.name, each.type === 'integer' ? Number(text) : each.type === 'boolean' ? text === 'true' : text]
    }),
  )
}

const refuseParam = (code: MessageCode, name: string, value: string) =>
  refuse(code, { field: `params.${name}`, value: value.slice(0, 100) } satisfies RefusalInit)
