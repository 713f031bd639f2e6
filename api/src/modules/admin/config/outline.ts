import { isMap, isNode, isScalar, isSeq, type LineCounter, type Document as YamlDocument } from 'yaml'

/** Where the fields of a document stand: each followed by what is inside of it, so that it travels between threads. */
export interface Outline {
  /** Of the document itself, from 1. */
  readonly line: number
  /** Of fields, and the numbers of elements. */
  readonly names: string[]
  readonly lines: number[]
  /** How many entries each takes with what is inside of it. */
  readonly sizes: number[]
}

export function drawOutline(document: YamlDocument.Parsed, lines: LineCounter): Outline {
  const { contents } = document
  const lineOf = (node: unknown, fallback: number): number =>
    isNode(node) && node.range ? lines.linePos(node.range[0]).line : fallback
  const outline: Outline = { line: lineOf(contents, 1), names: [], lines: [], sizes: [] }
  const add = (name: string, line: number, inner: unknown): void => {
    const at = outline.names.push(name) - 1
    outline.lines.push(line)
    outline.sizes.push(1)
    draw(inner, line)
    outline.sizes[at] = outline.names.length - at
  }
  const draw = (node: unknown, line: number): void => {
    if (isMap(node))
      for (const { key, value } of node.items) add(String(isScalar(key) ? key.value : ''), lineOf(key, line), value)
    else if (isSeq(node)) for (const [index, item] of node.items.entries()) add(String(index), lineOf(item, line), item)
  }
  draw(contents, outline.line)
  return outline
}

/**
 * The line that says a field, or the nearest around it. Fields are written as diffs and refusals write them:
 * `spec.mapping.fields.3.value`, `spec.lines[a=CN].b`.
 */
export function findLine({ line: first, names, lines, sizes }: Outline, field: string): number {
  let line = first
  let [at, end] = [0, names.length]
  for (const step of field.split(/[.[\]]+/).filter(each => each !== '')) {
    while (at < end && names[at] !== step) at += sizes[at] ?? 1
    if (at >= end) break
    line = lines[at] ?? line
    end = at + (sizes[at] ?? 1)
    at += 1
  }
  return line
}
