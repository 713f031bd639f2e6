import { type Data, type FailureDetail, isData, type Mapping, type MappingField, type Value } from '@sluice/contract'
import { readsOf } from '../map/index.ts'
import type { MapProblem } from '../stage/map-problem.ts'

/** A field at fault, and the fields of the record as it was read that its value comes from. */
export interface Fault {
  /** As in a problem: `lines[0].qty`. */
  readonly target: string
  /** Paths that the record has, as a correction names them. */
  readonly sources: readonly string[]
}

export interface FaultyRecord {
  readonly mapping: Mapping
  readonly problems: readonly MapProblem[]
  /** Of the last try; null: it has not failed. */
  readonly failure: FailureDetail | null
  readonly response: string | null
  readonly original: Value | null
  readonly mapped: Value | null
}

/** More marks than this show nothing. */
const MOST = 5
/** A name of one letter stands in every sentence. */
const SHORTEST = 2

/**
 * The fields that a record is in error for: those that the mapping or the target names, else those whose names stand in
 * what the target said.
 */
export function findFaults(record: FaultyRecord): readonly Fault[] {
  const { problems, failure, mapping, original } = record
  const told = problems.length > 0 ? problems.map(({ field }) => field) : [failure?.field ?? '']
  const named = [...new Set(told.filter(field => field !== ''))]
  const targets = named.length > 0 ? named : findMentioned(record)
  return targets.slice(0, MOST).map(target => {
    const reads = mapping.copyAll && !isMapped(mapping.fields, target) ? [target] : listSources(mapping, target)
    return { target, sources: [...new Set(reads)].filter(path => hasPlace(original, path)) }
  })
}

/** Fields of what was mapped whose names are words of the answer or of the reason. */
function findMentioned({ failure, response, mapped }: FaultyRecord): string[] {
  if (failure === null) return []
  const said = ` ${failure.message} ${response ?? ''} `
  const paths: string[] = []
  collectPaths(mapped, '', paths)
  return paths.filter(path => {
    const name = path.slice(path.lastIndexOf('.') + 1)
    return name.length >= SHORTEST && isWord(said, name)
  })
}

/** Lines answer by their first one: nothing tells which of them a name without a number means. */
function collectPaths(value: Value | null, path: string, into: string[]): void {
  if (Array.isArray(value)) collectPaths(value[0] ?? null, `${path}[0]`, into)
  else if (value !== null && isData(value))
    for (const [name, inner] of Object.entries(value)) collectPaths(inner, path === '' ? name : `${path}.${name}`, into)
  else if (path !== '') into.push(path)
}

const LETTER = /[\p{L}\p{N}_]/u
const HAN = /\p{Script=Han}/u

function isWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]]
    // Chinese has no spaces between its words.
    const isJoined = (side: string, edge: string) => LETTER.test(side) && !(HAN.test(side) || HAN.test(edge))
    if (!isJoined(before, name[0] ?? '') && !isJoined(after, name.at(-1) ?? '')) return true
  }
  return false
}

const isMapped = (fields: readonly MappingField[], target: string): boolean =>
  fields.some(field => target === field.target || isInside(target, field.target))

const isInside = (target: string, outer: string): boolean =>
  target.startsWith(outer) && (target[outer.length] === '.' || target[outer.length] === '[')

/** What a field of the target is made of. Names of an expression that are no fields are among them. */
function listSources(mapping: Mapping, target: string): string[] {
  const derived = mapping.derived ?? []
  const own = target.startsWith('derived.')
    ? walk(derived, target.slice('derived.'.length), [])
    : walk(mapping.fields, target, [])
  return own.flatMap(path => (path.startsWith('derived.') ? walk(derived, nameOf(path), []) : [path]))
}

const nameOf = (path: string): string => /^[^.[]*/.exec(path.slice('derived.'.length))?.[0] ?? ''

/** `lists`: what is gone through on the way, with the number of the line. */
function walk(fields: readonly MappingField[], target: string, lists: readonly string[]): string[] {
  return fields.flatMap(field => {
    const { value } = field
    if (field.target === target)
      return value.kind === 'lines' ? [value.source] : readsOf(field).flatMap(path => placesOf(path, lists))
    if (!isInside(target, field.target)) return []
    const rest = target.slice(field.target.length)
    if (value.kind === 'object') return walk(value.fields, rest.slice(1), lists)
    const line = /^\[(\d*)\]\.?/.exec(rest)
    if (value.kind !== 'lines' || !line) return readsOf(field).flatMap(path => placesOf(path, lists))
    // The number of a group is not the number of a line.
    if (value.group) return [value.source]
    const inner = value.source === '' ? [] : [`${value.source}[${line[1] || 0}]`]
    return walk(value.fields, rest.slice(line[0].length), [...lists, ...inner])
  })
}

/** A path is looked up in the line first, then in the header, which `$` names from inside of lines. */
function placesOf(path: string, lists: readonly string[]): string[] {
  const header = path.replace(/^\$(?:\.(?=.)|(?=\[))/, '')
  return header === path && lists.length > 0 ? [[...lists, path].join('.'), path] : [header]
}

function hasPlace(original: Value | null, path: string): boolean {
  if (original === null || !isData(original)) return false
  if (Object.hasOwn(original, path)) return true
  let at: Value | undefined = original
  for (const step of path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)) {
    const name = step[1] ?? step[2] ?? step[3] ?? ''
    if (Array.isArray(at)) at = at[Number(name)]
    else at = isPlain(at) && Object.hasOwn(at, name) ? at[name] : undefined
    if (at === undefined) return false
  }
  return path !== ''
}

const isPlain = (value: Value | undefined): value is Data => value !== undefined && value !== null && isData(value)
