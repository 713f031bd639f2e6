import { Failure, type FailureDetail, toFailure } from '@sluice/contract'
import { LineCounter, parseAllDocuments, visit, type Document as YamlDocument } from 'yaml'
import { explainYaml } from '../../../http/explain-syntax.ts'
import { MAX_VALUES } from '../../../http/measure-json.ts'
import { findYamlError, requireMeasuredYaml, requireShallowYaml, YAML_OPTIONS } from '../../../http/read-yaml.ts'
import { refuse } from '../../../http/refuse.ts'
import { type ConfigFile, type ConfigKind, configKinds } from './contract.ts'
import { isObject, type Json } from './json.ts'
import { drawOutline, findLine, type Outline } from './outline.ts'

/** The form that this product writes and reads. */
export const FORMAT = 1

/** What a file holds, as it comes from the thread that read it. */
export interface ParsedFile {
  readonly file: string
  readonly problems: ParsedProblem[]
  readonly documents: ParsedDocument[]
}

interface ParsedProblem {
  readonly line: number
  readonly failure: FailureDetail
}

interface ParsedDocument {
  readonly kind: ConfigKind
  readonly key: string
  readonly spec: Json
  readonly outline: Outline
}

/** Run apart: YAML takes time that grows with the square of its length in many ways. */
export const parseFiles = (files: readonly ConfigFile[]): ParsedFile[] => files.map(parseFile)

function parseFile({ path: file, text }: ConfigFile): ParsedFile {
  const problems: ParsedProblem[] = []
  const complain = (line: number, failure: unknown): void =>
    void problems.push({ line, failure: toFailure(failure).toDetail() })
  const bare = text.replace(/^\uFEFF/, '')
  const lines = new LineCounter()
  try {
    requireMeasuredYaml(bare)
    requireShallowYaml(bare)
    const parsed = parseAllDocuments(bare, { ...YAML_OPTIONS, lineCounter: lines })
    const documents = [...(Array.isArray(parsed) ? parsed : [])].filter(each => each.contents !== null)
    if (documents.length === 0) complain(1, refuse('invalid.configEmpty', { value: file }))
    return {
      file,
      problems,
      documents: documents.flatMap(each => parseDocument({ text: bare, lines, complain }, each)),
    }
  } catch (error) {
    complain(1, error instanceof Failure ? error : notYaml(bare, error))
    return { file, problems, documents: [] }
  }
}

const notYaml = (text: string, cause: unknown) =>
  new Failure({ code: 'invalid.configYaml', message: explainYaml(text, cause), cause })

interface Reading {
  readonly text: string
  readonly lines: LineCounter
  complain(line: number, failure: unknown): void
}

function parseDocument(reading: Reading, document: YamlDocument.Parsed): ParsedDocument[] {
  const { text, lines, complain } = reading
  const error = findYamlError(document)
  if (error) {
    complain(lines.linePos(error.pos[0]).line, notYaml(text, error))
    return []
  }
  const outline = drawOutline(document, lines)
  try {
    refuseLostDigits(document, reading)
    const value = readValue(text, document)
    if (outline.names.length > MAX_VALUES || countValues(value) > MAX_VALUES)
      throw refuse('tooLarge.text', { value: String(MAX_VALUES) })
    return [{ ...readHead(value), outline }]
  } catch (failure) {
    complain(findLine(outline, toFailure(failure).field ?? ''), failure)
    return []
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

/** One that stands in several places counts in each; counting ends when there are too many. */
function countValues(value: unknown): number {
  const open = [value]
  let values = 0
  for (let next = open.pop(); next !== undefined && values <= MAX_VALUES; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const inner of Object.values(next)) {
      values += 1
      if (typeof inner === 'object') open.push(inner)
    }
  }
  return values
}

const HEAD = ['kind', 'version', 'key', 'spec']

function readHead(value: unknown): Pick<ParsedDocument, 'kind' | 'key' | 'spec'> {
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

/** A numeral that JSON's numbers cannot hold would become another one in silence, and `.inf` nothing. */
function refuseLostDigits(document: YamlDocument.Parsed, { lines, complain }: Reading): void {
  visit(document, {
    Scalar(_key, { value, source, range }) {
      if (typeof value !== 'number' || source === undefined) return
      const isLost = /^[-+]?\d{16,}$/.test(source) && !Number.isSafeInteger(value)
      if (!isLost && Number.isFinite(value)) return
      complain(lines.linePos(range?.[0] ?? 0).line, refuse('invalid.configNumeral', { value: source.slice(0, 100) }))
    },
  })
}
