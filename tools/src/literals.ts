import { parseSync } from 'oxc-parser'
import type { SourceFile } from './walls.ts'

// The parser's tree is walked by its shape, so that no kind of node has to be known.
export type Node = Readonly<Record<string, unknown>>
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

export function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each)
  else if (isNode(value)) {
    if (value['type'] === 'ImportDeclaration') return
    yield value
    for (const child of Object.values(value)) yield* walk(child)
  }
}

/** Every string and template of a file, values as `{}`. */
export function listTexts({ path, text }: SourceFile): string[] {
  return [...walk(parseSync(path, text).program)].flatMap(node => readText(node) ?? [])
}

export function readText(node: Node): string | null {
  if (node['type'] === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node['type'] !== 'TemplateLiteral') return null
  const pieces = Array.isArray(node['quasis']) ? node['quasis'] : []
  return pieces
    .map(piece => (isNode(piece) && isNode(piece['value']) ? String(piece['value']['cooked']) : ''))
    .join('{}')
}

export interface CatalogueEntry {
  readonly source: string
  readonly target: string
}

/** The entries of a catalogue, values as the source writes them. */
export function listEntries({ path, text }: SourceFile): CatalogueEntry[] {
  return [...walk(parseSync(path, text).program)].flatMap(node => {
    if (node['type'] !== 'Property' || !isNode(node['key']) || !isNode(node['value'])) return []
    const source = readText(node['key']) ?? String(node['key']['name'])
    const target = readText(node['value'])
    return target === null ? [] : [{ source, target }]
  })
}

/** A `{ zh, en }` of a source. A value put into it is known by its name. */
export interface WordsFound {
  readonly path: string
  readonly zh: string
  readonly en: string
  /** Written beside them; elsewhere a catalogue has it. */
  readonly pt?: string
}

/** Every text a source writes in both languages, with its Portuguese where that stands there too. */
export function listWords({ path, text }: SourceFile): WordsFound[] {
  if (!text.includes('zh:')) return []
  return [...walk(parseSync(path, text).program)].flatMap(node => {
    if (node['type'] !== 'ObjectExpression' || !Array.isArray(node['properties'])) return []
    const [zh, en, pt] = ['zh', 'en', 'pt'].map(name => readNamed(findProperty(node['properties'] as unknown[], name)))
    return typeof zh === 'string' && typeof en === 'string' ? [{ path, zh, en, ...(pt && { pt }) }] : []
  })
}

function findProperty(properties: readonly unknown[], name: string): unknown {
  const found = properties.find(each => isNode(each) && isNode(each['key']) && each['key']['name'] === name)
  return isNode(found) ? found['value'] : undefined
}

/** A string, or a template with `{name}` where its values stand. */
function readNamed(node: unknown): string | null {
  if (!isNode(node)) return null
  const expressions = Array.isArray(node['expressions']) ? node['expressions'] : []
  const names = expressions.map(each => (isNode(each) ? String(each['name']) : ''))
  const parts = readText(node)?.split('{}') ?? null
  if (node['type'] !== 'TemplateLiteral' || parts === null) return readText(node)
  return parts.map((part, at) => (at === 0 ? part : `{${names[at - 1]}}${part}`)).join('')
}
