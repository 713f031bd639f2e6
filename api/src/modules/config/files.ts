import { createHash } from 'node:crypto'
import { Failure } from '@sluice/contract'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments, visit, Document as YamlDocument } from 'yaml'
import { explainYaml } from '../../platform/explain-syntax.ts'
import { refuse } from '../../platform/refuse.ts'
import { type ConfigFile, type ConfigKind, configKinds } from './contract.ts'
import { isObject, type Json } from './json.ts'

/** The form that this product writes and reads. */
const FORMAT = 1

/** One object as a file says it. */
export interface ConfigDocument {
  readonly kind: ConfigKind
  readonly key: string
  readonly spec: Json
  readonly file: string
  /** The line that says a field, or the nearest around it. */
  lineOf(field: string): number
}

/** Where a failure belongs: it is told with the others. */
export interface Place {
  readonly file: string
  lineOf(field: string): number
}

export type Complain = (place: Place, failure: unknown) => void

/** Every document of every file; what cannot be read is told and left out. */
export async function readFiles(files: readonly ConfigFile[], complain: Complain): Promise<ConfigDocument[]> {
  const documents: ConfigDocument[] = []
  for (const file of files) {
    for (const document of readFile(file, complain)) documents.push(document)
    // A large bundle does not keep others waiting.
    await new Promise(resolve => setImmediate(resolve))
  }
  if (documents.length > MOST) throw refuse('tooLarge.configObjects', { field: 'files', value: String(MOST) })
  return dropTwins(documents, complain)
}

/** Objects of one plan; a file may hold many. */
const MOST = 5000

function dropTwins(documents: readonly ConfigDocument[], complain: Complain): ConfigDocument[] {
  const first = new Map<string, ConfigDocument>()
  for (const document of documents) {
    const name = `${document.kind} ${document.key}`
    const known = first.get(name)
    if (known)
      complain(document, refuse('invalid.configTwice', { field: 'key', value: `${document.key} (${known.file})` }))
    else first.set(name, document)
  }
  return [...first.values()]
}

function readFile({ path: file, text }: ConfigFile, complain: Complain): ConfigDocument[] {
  const bare = text.replace(/^\uFEFF/, '')
  const lines = new LineCounter()
  const options = { schema: 'core', lineCounter: lines } as const
  const start: Place = { file, lineOf: () => 1 }
  try {
    const parsed = parseAllDocuments(bare, options)
    const documents = [...(Array.isArray(parsed) ? parsed : [])].filter(each => each.contents !== null)
    if (documents.length === 0) complain(start, refuse('invalid.configEmpty', { value: file }))
    return documents.flatMap(each => readDocument({ file, text: bare, lines, complain }, each) ?? [])
  } catch (error) {
    complain(start, notYaml(bare, error))
    return []
  }
}

const notYaml = (text: string, cause: unknown) =>
  new Failure({ code: 'invalid.configYaml', message: explainYaml(text, cause), cause })

interface Reading {
  readonly file: string
  readonly text: string
  readonly lines: LineCounter
  readonly complain: Complain
}

function readDocument(reading: Reading, document: YamlDocument.Parsed): ConfigDocument | null {
  const { file, text, lines, complain } = reading
  const [error] = document.errors
  if (error) {
    const { line } = lines.linePos(error.pos[0])
    complain({ file, lineOf: () => line }, notYaml(text, error))
    return null
  }
  const place: Place = { file, lineOf: field => findLine(document, field, lines) }
  try {
    refuseLostDigits(document, reading)
    return { ...readHead(readValue(text, document)), ...place }
  } catch (failure) {
    complain(place, failure)
    return null
  }
}

/** Aliases that name each other would grow without end. */
function readValue(text: string, document: YamlDocument.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw notYaml(text, error)
  }
}

const HEAD = ['kind', 'version', 'key', 'spec']

function readHead(value: unknown): Pick<ConfigDocument, 'kind' | 'key' | 'spec'> {
  if (!isObject(value)) throw refuse('invalid.configHead', { field: 'kind', value: '' })
  const { kind, version, key, spec, ...others } = value
  const known = configKinds.find(each => each === kind)
  if (known === undefined)
    throw refuse('invalid.configKind', { field: 'kind', value: `${show(kind)} (${configKinds.join(', ')})` })
  if (version !== FORMAT) throw refuse('invalid.configVersion', { field: 'version', value: show(version) })
  if (typeof key !== 'string' || key.trim() === '' || key.length > 200)
    throw refuse('invalid.configKey', { field: 'key', value: show(key) })
  if (!isObject(spec)) throw refuse('invalid.configHead', { field: 'spec', value: 'spec' })
  const [other] = Object.keys(others)
  if (other !== undefined) throw refuse('invalid.configHeadField', { field: other, value: HEAD.join(', ') })
  return { kind: known, key, spec }
}

const show = (value: unknown): string => (value === undefined ? '' : String(value)).slice(0, 100)

/** A numeral that JSON's numbers cannot hold would become another one in silence. */
function refuseLostDigits(document: YamlDocument.Parsed, { lines, file, complain }: Reading): void {
  visit(document, {
    Scalar(_key, node) {
      const { value, source, range } = node
      if (typeof value !== 'number' || source === undefined || !/^[-+]?\d{16,}$/.test(source)) return
      if (Number.isSafeInteger(value)) return
      const { line } = lines.linePos(range?.[0] ?? 0)
      complain({ file, lineOf: () => line }, refuse('invalid.configNumeral', { value: source.slice(0, 100) }))
    },
  })
}

/** Fields are written as diffs and refusals write them: `spec.mapping.fields.3.value`, `spec.lines[a=CN].b`. */
function findLine(document: YamlDocument.Parsed, field: string, lines: LineCounter): number {
  let node: unknown = document.contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const step of field.split(/[.[\]]+/).filter(each => each !== '')) {
    const next = isMap(node)
      ? node.items.find(pair => String(isScalar(pair.key) ? pair.key.value : '') === step)
      : undefined
    const item = isSeq(node) && /^\d+$/.test(step) ? node.items[Number(step)] : undefined
    const found = next?.value ?? item
    if (next === undefined && item === undefined) break
    const from = isNode(next?.key) ? next.key.range?.[0] : isNode(item) ? item.range?.[0] : undefined
    offset = from ?? offset
    node = found
  }
  return lines.linePos(offset).line
}

const directories: Readonly<Record<ConfigKind, string>> = {
  platform: 'platforms',
  adapter: 'adapters',
  'api-asset': 'api-assets',
  connector: 'connectors',
  mapping: 'mappings',
  strategy: 'strategies',
  state: 'state',
}

/** One file per object, in an order that depends on nothing but what is in them. */
export function writeFiles(
  objects: readonly { readonly kind: ConfigKind; readonly key: string; readonly spec: Json }[],
): ConfigFile[] {
  const plain = objects.map(({ kind, key }) => `${directories[kind]}/${key.split('/').map(toFileName).join('/')}`)
  const counts = new Map<string, number>()
  for (const path of plain) counts.set(path.toLowerCase(), (counts.get(path.toLowerCase()) ?? 0) + 1)
  return objects
    .map((object, at) => {
      const path = plain[at] ?? ''
      // Two that a disk would take for one.
      const tail = (counts.get(path.toLowerCase()) ?? 0) > 1 ? `-${hash(object.key)}` : ''
      return { path: `${path}${tail}.yaml`, text: writeDocument(object) }
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const toFileName = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|\u0000-\u001f\u007f]/g, '-')
    .replace(/^[. ]+|[. ]+$/g, '_')
    .slice(0, 100)

/** `no` and `0777` are quoted: other readers of YAML take them for something else. */
const OPTIONS = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const

function writeDocument({
  kind,
  key,
  spec,
}: {
  readonly kind: ConfigKind
  readonly key: string
  readonly spec: Json
}): string {
  const document = new YamlDocument({ kind, version: FORMAT, key, spec }, OPTIONS)
  const lines = kind === 'mapping' ? document.getIn(['spec', 'lines'], true) : undefined
  // A line of a value map is a line of the file.
  if (isSeq(lines)) for (const line of lines.items) if (isMap(line)) line.flow = true
  return document.toString({ lineWidth: 0 })
}
