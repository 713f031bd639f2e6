import { z } from 'zod'

/** What a contract says of a value, as JSON Schema. */
interface Shape {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly required?: readonly string[]
  readonly $defs?: Readonly<Record<string, Shape>>
}

/** Deeper, contracts only repeat themselves. */
const MAX_DEPTH = 7
/** Shorter texts cost little, whatever is done with them. */
const LONG = 2000

/** Asked for with each text that is put in. */
const shapes = new Map<unknown, Shape>()
function shapeOf(schema: unknown): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const shape = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Shape // Schema is the thin view of a zod type
  shapes.set(schema, shape)
  return shape
}

const variantsOf = (shape: Shape): readonly Shape[] => [
  ...(shape.anyOf ?? []),
  ...(shape.oneOf ?? []),
  ...(shape.allOf ?? []),
]

/** A text of a body that may be long, by the steps that lead to it; `*` is an element of a list or a free name. */
export interface LongText {
  readonly path: readonly string[]
  readonly maxLength: number
}

export const listLongTexts = (schema: unknown): LongText[] => listTexts(schema, LONG)

/** Those that name something by its id. */
export const listReferences = (schema: unknown): LongText[] => listPlaces(schema, shape => shape.format === 'uuid')

/** Those that may have so many characters. */
export const listTexts = (schema: unknown, atLeast = 1): LongText[] =>
  listPlaces(schema, ({ enum: fixed, maxLength = Number.POSITIVE_INFINITY }) => !fixed && maxLength >= atLeast)

function listPlaces(schema: unknown, isMeant: (shape: Shape) => boolean): LongText[] {
  const root = shapeOf(schema)
  const found = new Map<string, LongText>()
  const walk = (given: Shape, path: readonly string[], depth: number): void => {
    const shape = resolve(root, given)
    if (depth > MAX_DEPTH) return
    const { maxLength = Number.POSITIVE_INFINITY } = shape
    if (shape.type === 'string' && isMeant(shape)) found.set(path.join(' '), { path, maxLength })
    for (const variant of variantsOf(shape)) walk(variant, path, depth + 1)
    if (shape.items) walk(shape.items, [...path, '*'], depth + 1)
    if (isShape(shape.additionalProperties)) walk(shape.additionalProperties, [...path, '*'], depth + 1)
    for (const [name, inner] of Object.entries(shape.properties ?? {})) walk(inner, [...path, name], depth + 1)
  }
  walk(root, [], 0)
  return [...found.values()]
}

const isShape = (value: Shape | boolean | undefined): value is Shape => typeof value === 'object'

const resolve = (root: Shape, shape: Shape): Shape =>
  shape.$ref === undefined
    ? shape
    : shape.$ref === '#'
      ? root
      : (root.$defs?.[shape.$ref.split('/').at(-1) ?? ''] ?? {})

/** The sample with one text put in: what leads there is made where the sample has none. */
export function putText(schema: unknown, sample: unknown, { path }: LongText, text: string): unknown {
  const root = shapeOf(schema)
  const put = (asked: Shape, value: unknown, steps: readonly string[]): unknown => {
    const shape = resolve(root, asked)
    const [step, ...rest] = steps
    if (step === undefined) return text
    const variant = variantsOf(shape).find(each => leadsTo(root, each, step)) ?? shape
    const inner = resolve(root, variant)
    if (step === '*' && inner.items) return [put(inner.items, Array.isArray(value) ? value[0] : undefined, rest)]
    const given = isObject(value) ? value : fillRequired(root, inner)
    const known = isObject(given) ? given : {}
    const name = step === '*' ? 'x' : step
    const next = inner.properties?.[step] ?? (isShape(inner.additionalProperties) ? inner.additionalProperties : {})
    return { ...known, [name]: put(next, known[name], rest) }
  }
  return put(root, sample, path)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const leadsTo = (root: Shape, given: Shape, step: string): boolean => {
  const shape = resolve(root, given)
  if (step === '*') return shape.items !== undefined || isShape(shape.additionalProperties)
  return shape.properties?.[step] !== undefined
}

/** The least that a shape asks for. */
function fillRequired(root: Shape, given: Shape, depth = 0): unknown {
  const shape = resolve(root, given)
  const [variant] = variantsOf(shape)
  if (variant && depth < MAX_DEPTH) return fillRequired(root, variant, depth + 1)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.type === 'string') return fillText(shape)
  if (shape.type === 'boolean') return true
  if (shape.type === 'array')
    return Array.from({ length: shape.minItems ?? 0 }, () => fillRequired(root, shape.items ?? {}, depth + 1))
  if (shape.type === 'object' && depth < MAX_DEPTH) {
    const names = (shape.required ?? []).filter(name => shape.properties?.[name])
    return Object.fromEntries(names.map(name => [name, fillRequired(root, shape.properties?.[name] ?? {}, depth + 1)]))
  }
  return shape.type === undefined || shape.type === 'null' ? null : (shape.minimum ?? 1)
}

function fillText({ format, minLength = 0 }: Shape): string {
  if (format === 'uuid') return '00000000-0000-7000-8000-000000000009'
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  return 'x'.repeat(Math.max(1, minLength))
}

/** Every list as long as the contract and `chars` allow, every field there is, free names by the thousand. */
export function fillWide(schema: unknown, sample: unknown, chars: number): unknown {
  const root = shapeOf(schema)
  const fill = (given: Shape, value: unknown, room: number, depth: number): unknown => {
    const shape = resolve(root, given)
    const variant = variantsOf(shape).find(each => /object|array/.test(resolve(root, each).type ?? ''))
    if (variant && depth < MAX_DEPTH) return fill(variant, value, room, depth + 1)
    if (depth >= MAX_DEPTH || !/object|array/.test(shape.type ?? '')) return value ?? fillRequired(root, shape)
    if (shape.type === 'array') {
      const known = Array.isArray(value) ? value[0] : undefined
      const item = fill(shape.items ?? {}, known, room / 20, depth + 1)
      const size = JSON.stringify(item ?? null).length + 1
      return Array.from({ length: Math.max(1, Math.min(shape.maxItems ?? 1e6, Math.floor(room / size))) }, () => item)
    }
    const names = Object.keys(shape.properties ?? {})
    const known = isObject(value) ? value : {}
    const share = room / Math.max(1, names.length)
    const all = names.map(name => [name, fill(shape.properties?.[name] ?? {}, known[name], share, depth + 1)])
    const { additionalProperties: free } = shape
    const item = isShape(free) ? fill(free, undefined, 50, depth + 1) : null
    const count = isShape(free) ? Math.floor(share / (JSON.stringify(item ?? null).length + 10)) : 0
    return Object.fromEntries([...all, ...Array.from({ length: count }, (_, at) => [`k${at}`, item])])
  }
  return fill(root, sample, chars, 0)
}
