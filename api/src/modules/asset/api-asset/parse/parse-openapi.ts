import {
  type ApiAssetInput,
  type AssetField,
  assetMethods,
  type Data,
  isData,
  toText,
  type Value,
} from '@sluice/contract'
import { refuse } from '../../../../http/refuse.ts'
import { guessPaging, guessRecord, isReading, isTotal, join } from './guess.ts'
import type { ParsedBase, ParsedItem, ParsedSet } from './parsed-set.ts'
import { readBase } from './read-base.ts'
import { readSignIns } from './read-sign-ins.ts'

/** Levels of a schema that are looked into; deeper ones count as JSON. */
const MAX_DEPTH = 7

/**
 * Schemas that are looked into in one document. References that name each other unfold without end: one of 5 kB made
 * ten seconds of work.
 */
const MAX_STEPS = 200_000

/** A description, and how many of its schemas were looked into. */
interface Described {
  readonly content: Data
  steps: number
}

/** OpenAPI 3 and Swagger 2, references within the document. Paths are whole: they begin with that of the server. */
export function parseOpenApi(content: Data): ParsedSet {
  const base = readBase(content)
  const signIns = readSignIns(content, base)
  const root: Described = { content, steps: 0 }
  const items: ParsedItem[] = []
  const skipped: { name: string; reason: string }[] = []
  for (const [path, shared] of entriesOf(content['paths']))
    for (const [verb, operation] of entriesOf(shared)) {
      const method = assetMethods.find(each => each === verb.toUpperCase())
      if (!method || !isData(operation)) continue
      try {
        items.push(readOperation({ root, base, path, method, shared: shared as Data, operation })) // entriesOf gave it
      } catch (error) {
        if (root.steps > MAX_STEPS) throw error
        skipped.push({ name: `${method} ${path}`, reason: error instanceof Error ? error.message : '' })
      }
    }
  const info = isData(content['info']) ? content['info'] : {}
  const title = [toText(info['title']), `${base.origin}${base.path}`].filter(text => text !== '').join(' · ')
  return { title, base, signIns, items, skipped }
}

interface Operation {
  readonly root: Described
  /** Of the whole description; an operation may have its own. */
  readonly base: ParsedBase
  readonly path: string
  readonly method: ApiAssetInput['method']
  readonly shared: Data
  readonly operation: Data
}

function readOperation({ root, base, path, method, shared, operation }: Operation): ParsedItem {
  const own = readBase(operation, shared, root.content)
  const warnings: string[] = own.origin === base.origin ? [] : [own.origin]
  const name = toText(operation['summary']) || toText(operation['operationId']) || `${method} ${path}`
  const parameters = [...listOf(shared['parameters']), ...listOf(operation['parameters'])].flatMap(
    each => resolve(root, each) ?? [],
  )
  const request = readParameters(root, parameters, warnings)
  const body = bodySchema(root, operation, parameters, warnings)
  if (body) request.push(...fieldsOf(root, body, 0).map(field => ({ ...field, place: 'body' as const })))
  const answer = answerSchema(root, operation)
  const type = isReading(method, `${path} ${toText(operation['operationId'])}`) ? 'QUERY' : 'EXECUTE'
  const head = {
    name: name.trim().slice(0, 100),
    describe: toText(operation['description']).slice(0, 2000),
    type,
    method,
    api: `${own.path}/${path.replace(/^\//, '')}`,
  } as const
  const [tag] = listOf(operation['tags'])
  const doc =
    type === 'QUERY'
      ? { ...head, ...readAnswer(root, answer), ...readPaging(root, request, answer), request }
      : {
          ...head,
          request: request.filter(isOfRecord),
          otherRequest: request.filter(field => !isOfRecord(field)),
          response: answer ? fieldsOf(root, answer, 0) : [],
        }
  return { group: toText(tag), doc, warnings }
}

/** Of an interface that writes: what comes from the record. */
const isOfRecord = ({ place }: AssetField): boolean => place === 'body' || place === 'path'

function readParameters(root: Described, parameters: readonly Value[], warnings: string[]): AssetField[] {
  return parameters.flatMap((each): AssetField[] => {
    if (!isData(each)) return []
    const place = toText(each['in'])
    const field = toText(each['name'])
    if (place === 'body') return []
    // What signs a request in belongs to the connector.
    if (place === 'header' && /^(authorization|cookie|accept|content-type)$/i.test(field)) return []
    if (place !== 'query' && place !== 'header' && place !== 'path') {
      warnings.push(`${field}: ${place}`)
      return []
    }
    const schema = isData(each['schema']) ? resolve(root, each['schema']) : each
    const made = toField(root, field, schema, MAX_DEPTH)
    const fallback = isData(schema) ? toText(schema['default']) : ''
    return [
      {
        ...made,
        type: made.type === 'array' || made.type === 'object' ? 'json' : made.type,
        place,
        ...(each['required'] === true ? { is_required: true } : {}),
        ...(fallback === '' ? {} : { default: fallback }),
        ...given('describe', toText(each['description']).slice(0, 2000)),
      },
    ]
  })
}

function bodySchema(
  root: Described,
  operation: Data,
  parameters: readonly Value[],
  warnings: string[],
): Value | undefined {
  const old = parameters.find(each => isData(each) && each['in'] === 'body')
  if (isData(old)) return old['schema']
  const body = resolve(root, operation['requestBody'])
  if (!isData(body)) return undefined
  const schema = jsonSchema(body['content'])
  if (schema === undefined)
    warnings.push(
      `requestBody: ${entriesOf(body['content'])
        .map(([type]) => type)
        .join(', ')}`,
    )
  return schema
}

function answerSchema(root: Described, operation: Data): Value | undefined {
  const answers = new Map(entriesOf(operation['responses']))
  const code = ['200', '201', '2XX', 'default'].find(each => answers.has(each))
  const answer = resolve(root, answers.get(code ?? ''))
  if (!isData(answer)) return undefined
  return answer['schema'] ?? jsonSchema(answer['content'])
}

function jsonSchema(content: Value | undefined): Value | undefined {
  const found = entriesOf(content).find(([type]) => /json/i.test(type))?.[1]
  return isData(found) ? found['schema'] : undefined
}

/** The nearest list in the answer is what is read. */
function readAnswer(root: Described, schema: Value | undefined): Partial<ApiAssetInput> {
  if (schema === undefined) return {}
  const list = findSchema(root, schema, '', 0, each => isArray(each) && fieldsOf(root, each['items'], 0).length > 0)
  if (!list) return guessRecord(fieldsOf(root, schema, 0))
  return { listPath: list.path, ...guessRecord(fieldsOf(root, list.schema['items'], 0)) }
}

function readPaging(
  root: Described,
  request: readonly AssetField[],
  schema: Value | undefined,
): Partial<ApiAssetInput> {
  const place = request.some(field => field.place === 'body') ? 'body' : 'query'
  const pagination = guessPaging(request, place) ?? {}
  const total = schema === undefined ? null : findSchema(root, schema, '', 0, (_, name) => isTotal(name))
  return { pagination: { ...pagination, ...(total && pagination.mode === 'page' ? { totalPath: total.path } : {}) } }
}

const isArray = (schema: Data): boolean => schema['type'] === 'array' || schema['items'] !== undefined

/** Breadth first, so that the outer list comes before one of its lines. */
function findSchema(
  root: Described,
  start: Value,
  at: string,
  depth: number,
  isWanted: (schema: Data, name: string) => boolean,
): { readonly path: string; readonly schema: Data } | null {
  const schema = merge(root, start)
  if (depth === 0 && isWanted(schema, '')) return { path: '', schema }
  if (depth === 4) return null
  const children = entriesOf(schema['properties']).map(([name, each]) => ({ name, schema: merge(root, each) }))
  const near = children.find(each => isWanted(each.schema, each.name))
  if (near) return { path: join(at, near.name), schema: near.schema }
  for (const each of children) {
    const found = findSchema(root, each.schema, join(at, each.name), depth + 1, isWanted)
    if (found) return found
  }
  return null
}

function fieldsOf(root: Described, value: Value | undefined, depth: number): AssetField[] {
  const schema = merge(root, value)
  const required = listOf(schema['required'])
  return entriesOf(schema['properties']).map(([name, each]) => ({
    ...toField(root, name, each, depth),
    ...(required.includes(name) ? { is_required: true } : {}),
  }))
}

function toField(root: Described, field: string, value: Value | undefined, depth: number): AssetField {
  const schema = merge(root, value)
  const text = {
    ...given('label', toText(schema['title']).slice(0, 200)),
    ...given('describe', toText(schema['description']).slice(0, 2000)),
  }
  const listed = schema['type']
  const type = Array.isArray(listed) ? listed.find((each: Value) => each !== 'null') : listed
  if (isArray(schema) || type === 'object' || schema['properties'] !== undefined) {
    const lines = depth >= MAX_DEPTH ? [] : fieldsOf(root, isArray(schema) ? schema['items'] : schema, depth + 1)
    if (lines.length === 0) return { field, type: 'json', ...text }
    return { field, type: isArray(schema) ? 'array' : 'object', ...text, fields: lines }
  }
  return { field, type: plainType(toText(type), toText(schema['format'])), ...text }
}

function plainType(type: string, format: string): AssetField['type'] {
  if (type === 'integer') return 'int'
  if (type === 'number') return 'float'
  if (type === 'boolean') return 'bool'
  if (format === 'date-time') return 'instant'
  return format === 'date' ? 'date' : 'string'
}

/** The schema with its reference followed and its parts joined; of a choice the first. */
function merge(root: Described, value: Value | undefined, depth = 0): Data {
  root.steps += 1
  if (root.steps > MAX_STEPS) throw refuse('tooLarge.importSchemas', { value: String(MAX_STEPS) })
  const schema = resolve(root, value)
  if (!isData(schema) || depth > MAX_DEPTH) return {}
  const parts = [
    ...listOf(schema['allOf']),
    ...listOf(schema['oneOf']).slice(0, 1),
    ...listOf(schema['anyOf']).slice(0, 1),
  ]
  const properties: Record<string, Value> = { ...dataOf(schema['properties']) }
  const required = [...listOf(schema['required'])]
  let inherited: Data = {}
  for (const part of parts) {
    const other = merge(root, part, depth + 1)
    Object.assign(properties, dataOf(other['properties']), { ...properties })
    required.push(...listOf(other['required']))
    inherited = Object.keys(inherited).length === 0 ? other : inherited
  }
  return { ...inherited, ...schema, ...(Object.keys(properties).length === 0 ? {} : { properties, required }) }
}

function resolve(root: Described, value: Value | undefined): Value | undefined {
  let at = value
  for (let steps = 0; isData(at) && typeof at['$ref'] === 'string' && steps < 20; steps++) {
    const ref = at['$ref']
    if (!ref.startsWith('#/')) return undefined
    let found: Value | undefined = root.content
    for (const part of ref.slice(2).split('/')) {
      const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
      found = isData(found) && Object.hasOwn(found, name) ? found[name] : undefined
    }
    at = found
  }
  return at
}

const dataOf = (value: Value | undefined): Data => (isData(value) ? value : {})
const entriesOf = (value: Value | undefined): [string, Value][] => (isData(value) ? Object.entries(value) : [])
const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])
const given = (name: 'label' | 'describe', text: string) => (text === '' ? {} : { [name]: text })
