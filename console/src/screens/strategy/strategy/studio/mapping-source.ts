import { type FieldValue, groupOps, type Mapping, type MappingField } from '@sluice/contract'
import { readSource, SourceError, type TextRange } from './json-source.ts'

export interface SourceFault {
  readonly range: TextRange
  /** What is wrong: a word of the JSON reader, or of the shape of a mapping. */
  readonly kind: SourceError['expected'] | 'shape' | 'unknown' | 'required' | 'choice'
  /** What was found or is wanted there: a name, the choices. */
  readonly detail: string
}

export interface MappingSource {
  /** null: the text is no mapping. */
  readonly mapping: Mapping | null
  readonly faults: readonly SourceFault[]
  /** Where each field stands, by its name as problems say it, lines as `[]`. */
  readonly fields: ReadonlyMap<string, TextRange>
}

export const writeMapping = (mapping: Mapping): string => JSON.stringify(mapping, null, 2)

const fieldKeys = ['target', 'value', 'lookup', 'type', 'required', 'whenMissing', 'fallback', 'timeZone']
const types = 'string int decimal float bool datetime date time json bytes array object'.split(' ')
const valueKeys: Readonly<Record<FieldValue['kind'], readonly string[]>> = {
  template: ['template'],
  constant: ['value'],
  expression: ['expression'],
  lines: ['source', 'group', 'fields'],
  object: ['fields'],
  find: ['strategy_id', 'field', 'where', 'onMiss', 'default', 'onMany'],
}

/** A text as a mapping, or every fault of it with its place. What the server refuses beyond that it says itself. */
export function readMapping(text: string): MappingSource {
  try {
    const { value, places } = readSource(text)
    const check = new Check(places)
    check.mapping(value)
    const isGood = check.faults.length === 0
    // Checked above, part by part.
    const mapping = isGood ? ({ copyAll: false, ...(value as object) } as Mapping) : null
    return {
      mapping,
      faults: check.faults,
      fields: mapping
        ? new Map([
            ...placeFields(mapping.fields, '', 'fields', places),
            ...placeFields(mapping.derived ?? [], 'derived.', 'derived', places),
          ])
        : new Map(),
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { mapping: null, faults: [{ range: error.range, kind: error.expected, detail: '' }], fields: new Map() }
  }
}

function placeFields(
  fields: readonly MappingField[],
  prefix: string,
  way: string,
  places: ReadonlyMap<string, TextRange>,
): Map<string, TextRange> {
  const found = new Map<string, TextRange>()
  for (const [index, { target, value }] of fields.entries()) {
    const name = `${prefix}${target}`
    const at = `${way}.${index}`
    const written = value.kind === 'template' || value.kind === 'expression' ? `.value.${value.kind}` : '.target'
    const range = places.get(`${at}${written}`) ?? places.get(at)
    if (range) found.set(name, range)
    if (value.kind !== 'lines' && value.kind !== 'object') continue
    const inside = `${name}${value.kind === 'lines' ? '[]' : ''}.`
    for (const [child, place] of placeFields(value.fields, inside, `${at}.value.fields`, places))
      found.set(child, place)
  }
  return found
}

const CALCULATION = '{ "name": "…", "op": "sum", "field": "…" }'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class Check {
  readonly faults: SourceFault[] = []
  readonly #places: ReadonlyMap<string, TextRange>

  constructor(places: ReadonlyMap<string, TextRange>) {
    this.#places = places
  }

  fail(way: string, kind: SourceFault['kind'], detail = ''): void {
    this.faults.push({ range: this.#places.get(way) ?? { from: 0, to: 0 }, kind, detail })
  }

  mapping(value: unknown): void {
    if (!isObject(value)) {
      this.fail('', 'shape', '{ "fields": […] }')
      return
    }
    this.keys(value, '', ['copyAll', 'fields', 'derived', 'script', 'leftOut', 'computeMs'])
    this.optional(value, 'copyAll', '', 'boolean')
    this.optional(value, 'computeMs', '', 'number')
    this.fields(value.fields, 'fields', '')
    if (value.derived !== undefined) this.fields(value.derived, 'derived', '')
    this.script(value.script)
    this.leftOut(value.leftOut)
  }

  leftOut(value: unknown): void {
    if (value === undefined) return
    if (!Array.isArray(value) || value.some(each => typeof each !== 'string'))
      this.fail('leftOut', 'shape', '"leftOut": ["…"]')
  }

  script(value: unknown): void {
    if (value === undefined) return
    if (!isObject(value)) {
      this.fail('script', 'shape', '{ "code": "…" }')
      return
    }
    this.keys(value, 'script', ['code'])
    this.text(value, 'code', 'script')
  }

  fields(value: unknown, way: string, owner: string): void {
    if (value === undefined) {
      this.fail(owner, 'required', 'fields')
      return
    }
    if (!Array.isArray(value)) {
      this.fail(way, 'shape', '[…]')
      return
    }
    for (const [index, field] of value.entries()) this.field(field, `${way}.${index}`)
  }

  field(value: unknown, way: string): void {
    if (!isObject(value)) {
      this.fail(way, 'shape', '{ "target": "…", "value": {…} }')
      return
    }
    this.keys(value, way, fieldKeys)
    if (typeof value.target !== 'string' || value.target === '') this.lack(value, 'target', way, '"…"')
    this.value(value.value, `${way}.value`, way)
    this.optional(value, 'required', way, 'boolean')
    this.optional(value, 'timeZone', way, 'string')
    this.choice(value.type, `${way}.type`, types)
    this.choice(value.whenMissing, `${way}.whenMissing`, ['leave', 'null', 'error'])
    if (isObject(value.fallback) || Array.isArray(value.fallback)) this.fail(`${way}.fallback`, 'shape', '"…"')
    this.lookup(value.lookup, `${way}.lookup`)
  }

  value(value: unknown, way: string, owner: string): void {
    if (value === undefined) {
      this.fail(owner, 'required', 'value')
      return
    }
    if (!isObject(value)) {
      this.fail(way, 'shape', '{ "kind": "…" }')
      return
    }
    const kinds = Object.keys(valueKeys)
    if (value.kind === undefined) {
      this.fail(way, 'required', 'kind')
      return
    }
    if (typeof value.kind !== 'string' || !kinds.includes(value.kind)) {
      this.fail(`${way}.kind`, 'choice', kinds.join(', '))
      return
    }
    const kind = value.kind as FieldValue['kind'] // one of the keys
    this.keys(value, way, ['kind', ...valueKeys[kind]])
    if (kind === 'template' || kind === 'expression') this.text(value, kind, way)
    if (kind === 'lines') this.text(value, 'source', way)
    if (kind === 'lines') this.group(value.group, `${way}.group`)
    if (kind === 'lines' || kind === 'object') this.fields(value.fields, `${way}.fields`, way)
    if (kind === 'find') this.find(value, way)
    if (kind === 'constant' && (value.value === undefined || typeof value.value === 'object') && value.value !== null)
      this.lack(value, 'value', way, '"…"')
  }

  group(value: unknown, way: string): void {
    if (value === undefined) return
    if (!isObject(value)) {
      this.fail(way, 'shape', '{ "by": ["…"] }')
      return
    }
    this.keys(value, way, ['by', 'calculate', 'members', 'maxLines'])
    if (!Array.isArray(value.by) || value.by.some(path => typeof path !== 'string'))
      this.lack(value, 'by', way, '["…"]')
    this.optional(value, 'members', way, 'string')
    const { maxLines, calculate } = value
    if (maxLines !== undefined && !(Number.isSafeInteger(maxLines) && Number(maxLines) > 0))
      this.fail(`${way}.maxLines`, 'shape', '1, 2, …')
    if (calculate === undefined) return
    if (!Array.isArray(calculate)) this.fail(`${way}.calculate`, 'shape', CALCULATION)
    else for (const [index, each] of calculate.entries()) this.calculation(each, `${way}.calculate.${index}`)
  }

  calculation(value: unknown, way: string): void {
    if (!isObject(value)) {
      this.fail(way, 'shape', CALCULATION)
      return
    }
    this.keys(value, way, ['name', 'op', 'field', 'separator'])
    this.text(value, 'name', way)
    if (value.op === undefined) this.fail(way, 'required', 'op')
    this.choice(value.op, `${way}.op`, groupOps)
    this.optional(value, 'field', way, 'string')
    this.optional(value, 'separator', way, 'string')
  }

  find(value: Record<string, unknown>, way: string): void {
    this.text(value, 'strategy_id', way)
    this.text(value, 'field', way)
    if (!Array.isArray(value.where) || value.where.length === 0)
      this.lack(value, 'where', way, '[{ "field": "…", "equals": "…" }]')
    else
      for (const [index, condition] of value.where.entries()) {
        const at = `${way}.where.${index}`
        if (!isObject(condition)) {
          this.fail(at, 'shape', '{ "field": "…", "equals": "…" }')
          continue
        }
        this.keys(condition, at, ['field', 'equals'])
        this.text(condition, 'field', at)
        this.text(condition, 'equals', at)
      }
    this.choice(value.onMiss, `${way}.onMiss`, ['empty', 'default', 'error'])
    this.choice(value.onMany, `${way}.onMany`, ['newest', 'error'])
    this.optional(value, 'default', way, 'string')
  }

  lookup(value: unknown, way: string): void {
    if (value === undefined) return
    if (!isObject(value)) {
      this.fail(way, 'shape', '{ "map_id": "…", "direction": "forward" }')
      return
    }
    this.keys(value, way, ['map_id', 'direction', 'onMiss', 'default'])
    this.text(value, 'map_id', way)
    if (value.direction === undefined) this.fail(way, 'required', 'direction')
    this.choice(value.direction, `${way}.direction`, ['forward', 'reverse'])
    this.choice(value.onMiss, `${way}.onMiss`, ['keep', 'default', 'error'])
    this.optional(value, 'default', way, 'string')
  }

  keys(value: Record<string, unknown>, way: string, known: readonly string[]): void {
    for (const key of Object.keys(value))
      if (!known.includes(key)) this.fail(way === '' ? key : `${way}.${key}`, 'unknown', key)
  }

  text(value: Record<string, unknown>, key: string, way: string): void {
    if (typeof value[key] !== 'string') this.lack(value, key, way, '"…"')
  }

  lack(value: Record<string, unknown>, key: string, way: string, wanted: string): void {
    if (value[key] === undefined) this.fail(way, 'required', key)
    else this.fail(`${way}.${key}`, 'shape', wanted)
  }

  optional(value: Record<string, unknown>, key: string, way: string, type: 'boolean' | 'string' | 'number'): void {
    const wanted = { boolean: 'true, false', string: '"…"', number: '200' }[type]
    const place = way === '' ? key : `${way}.${key}`
    if (value[key] !== undefined && typeof value[key] !== type) this.fail(place, 'shape', wanted)
  }

  choice(value: unknown, way: string, choices: readonly string[]): void {
    if (value === undefined) return
    if (typeof value !== 'string' || !choices.includes(value)) this.fail(way, 'choice', choices.join(', '))
  }
}
