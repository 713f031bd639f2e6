/** What an expression looks into: a value map, or another strategy. */
export interface ExpressionReference {
  readonly kind: 'map' | 'strategy'
  /** As it is written between the quotes: an id, or in a file of configuration a name. */
  readonly name: string
  /** Place of the literal with its quotes. */
  readonly from: number
  readonly to: number
}

// Comments, raw texts and texts first, so that nothing inside them counts.
const TOKEN =
  /\/\/[^\n]*|[bB]?[rR](?:""".*?"""|'''.*?'''|"[^"\n]*"|'[^'\n]*')|"""(?:[^\\]|\\.)*?"""|'''(?:[^\\]|\\.)*?'''|(?<![\p{L}\p{N}_.])(lookup|find)\s*\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gisu

/** What `lookup("…", …)` and `find("…", …)` of an expression name, in their order; of a broken one what can be seen. */
export function listReferences(expression: string): ExpressionReference[] {
  return Array.from(expression.matchAll(TOKEN)).flatMap(({ 0: whole, 1: call, 2: literal, index }) => {
    if (call === undefined || literal === undefined) return []
    const to = index + whole.length
    const kind = call.toLowerCase() === 'lookup' ? 'map' : 'strategy'
    return [{ kind, name: readLiteral(literal), from: to - literal.length, to }]
  })
}

/** The expression with other names for what it looks into. */
export function renameReferences(expression: string, rename: (reference: ExpressionReference) => string): string {
  let text = ''
  let at = 0
  for (const reference of listReferences(expression)) {
    text += expression.slice(at, reference.from) + JSON.stringify(rename(reference))
    at = reference.to
  }
  return text + expression.slice(at)
}

function readLiteral(literal: string): string {
  const inner = literal.slice(1, -1)
  if (!inner.includes('\\')) return inner
  try {
    return String(JSON.parse(`"${inner}"`))
  } catch {
    return inner
  }
}
