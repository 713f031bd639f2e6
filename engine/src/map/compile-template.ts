import { type Edition, toText, type Value } from '@sluice/contract'
import { compilePath } from '../stage/read-path.ts'
import { type DerivedPlace, nameDerived, splitDerived } from './derived-fields.ts'
import type { Watch } from './explain.ts'
import { makeFilter } from './filters.ts'
import { parseTemplate, type TemplateSlot } from './parse-template.ts'
import { Refusal } from './refusal.ts'
import { type Evaluate, type Scope, spend } from './scope.ts'

/**
 * A slot alone passes its value with its type. Mixed text makes text, in which null and a missing part are ""; a mixed
 * text whose slots are all missing is missing itself.
 * @throws RangeError with a sentence for the user
 */
export function compileTemplate(template: string, place: TemplatePlace): Evaluate {
  const parts = parseTemplate(template)
  const [only] = parts
  if (only === undefined) return () => ''
  if (parts.length === 1) {
    if (typeof only === 'string') return place.watch?.value('constant', only, () => only) ?? (() => only)
    const slot = compileSlot(only, place)
    return scope => {
      const value = slot(scope)
      return typeof value === 'string' || typeof value === 'object' ? spendValue(value, scope) : value
    }
  }
  const joined = joinParts(parts.map(part => (typeof part === 'string' ? part : compileSlot(part, place))))
  return place.watch?.value('template', template, joined) ?? joined
}

/** Where a template stands. */
export interface TemplatePlace {
  readonly edition: Edition
  /** Source paths of the lists around the field, outermost first. */
  readonly sources: readonly string[]
  readonly derived: DerivedPlace
  readonly timeZone: string | undefined
  readonly watch: Watch | undefined
}

const spendValue = (value: Value | Refusal, scope: Scope): Value | undefined | Refusal =>
  value instanceof Refusal ? value : spend(value, scope.record)

function joinParts(parts: readonly (string | Evaluate)[]): Evaluate {
  return scope => {
    let text = ''
    let isMissing = true
    for (const part of parts) {
      if (typeof part === 'string') {
        text += part
        continue
      }
      const value = part(scope)
      if (value instanceof Refusal) return value
      if (value === undefined) continue
      isMissing = false
      const piece = toText(value)
      // Before the texts are joined: joining beyond V8's limit throws.
      const spent = spend(piece, scope.record)
      if (spent instanceof Refusal) return spent
      text += piece
    }
    return isMissing ? undefined : text
  }
}

function compileSlot(slot: TemplateSlot, place: TemplatePlace): Evaluate {
  const { edition, timeZone, watch } = place
  const literal = slot.path
  const bare: Evaluate = slot.isLiteral ? () => literal : compileOwnPath(slot.path, place)
  const read = watch?.value(slot.isLiteral ? 'constant' : 'read', slot.path, bare) ?? bare
  if (slot.filters.length === 0) return read
  const filters = slot.filters.map(filter => {
    const made = makeFilter(filter.name, filter.args, timeZone, edition)
    return watch?.change('filter', writeFilter(filter), made) ?? made
  })
  return scope => {
    let value = read(scope)
    for (const filter of filters) {
      if (value instanceof Refusal) return value
      value = filter(value, scope)
    }
    return value
  }
}

const writeFilter = ({ name, args }: TemplateSlot['filters'][number]): string =>
  args.length === 0 ? name : `${name}:${args.map(argument => `'${argument}'`).join(',')}`

/**
 * A name that other lines have themselves is no name of the header: in a line that lacks it, the header's would be taken for
 * the line's.
 */
function compileOwnPath(path: string, place: TemplatePlace): Evaluate {
  const read = compileScopedPath(path, place)
  const source = place.sources.at(-1)
  if (place.edition === 1 || !source || /^(?:\$|derived\.)/.test(path) || path.startsWith(`${source}.`)) return read
  const readOwn = compilePath(path)
  let seen: readonly Value[] | undefined
  let isOfLines = false
  return scope => {
    const value = read(scope)
    const { line, list } = scope
    if (value === undefined || list === undefined || readOwn(line) !== undefined) return value
    if (list !== seen) {
      seen = list
      isOfLines = list.some(other => readOwn(other) !== undefined)
    }
    if (!isOfLines) return value
    const rule = `is missing in this line and would be taken from outside it; write "${source}.${path}" for the line's own, "$.${path}" for the header's`
    return new Refusal('mapping.outside', rule, path)
  }
}

/**
 * `$` is the header, `derived.x` a derived field. Elsewhere the line is asked first, then the lines around it, then the
 * header.
 * @throws RangeError for a derived field that is not there
 */
export function compileScopedPath(
  path: string,
  { sources, derived }: Pick<TemplatePlace, 'sources' | 'derived'>,
): (scope: Scope) => Value | undefined {
  if (path === '$') return scope => scope.row
  const own = splitDerived(path)
  if (own) {
    nameDerived(derived, own.name)
    const read = compilePath(own.rest)
    return ({ record }) => read(record.derived)
  }
  if (path.startsWith('$.') || path.startsWith('$[')) {
    const read = compilePath(path.slice(path[1] === '.' ? 2 : 1))
    return scope => read(scope.row)
  }
  const read = compilePath(path)
  if (sources.length === 0) return scope => read(scope.row)
  // `items.qty` inside the lines of `items` means the line's qty.
  const inner = sources.findLast(source => source !== '' && path.startsWith(`${source}.`))
  const readInner = inner === undefined ? undefined : compilePath(path.slice(inner.length + 1))
  return scope => {
    for (let at: Scope | undefined = scope; at?.parent; at = at.parent) {
      const value = read(at.line)
      if (value !== undefined) return value
      const short = readInner?.(at.line)
      if (short !== undefined) return short
    }
    return read(scope.row)
  }
}
