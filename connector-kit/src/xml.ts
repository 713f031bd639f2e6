import { openTurn } from './in-turns.ts'

/** An element with its names resolved: prefixes are gone, namespaces are known. */
export interface XmlElement {
  readonly name: string
  readonly namespace: string
  /** By local name; `xsi:nil` and its like by `{namespace}name`. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The text directly within, decoded. */
  readonly text: string
  /** Namespaces by prefix where the element stands, for names inside values. */
  readonly scope: Scope
}

/** The prefixes that an element declares, and those around it: kept once, however many elements stand within. */
class Scope {
  readonly #own: ReadonlyMap<string, string>
  readonly #outer: Scope | null

  constructor(own: ReadonlyMap<string, string>, outer: Scope | null) {
    this.#own = own
    this.#outer = outer
  }

  get(prefix: string): string | undefined {
    return this.#own.get(prefix) ?? this.#outer?.get(prefix)
  }
}

interface Open extends XmlElement {
  readonly tag: string
  readonly children: XmlElement[]
  text: string
}

const MAX_DEPTH = 200
const MAX_ATTRIBUTES = 1000
const MAX_VALUE = 1024 * 1024
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const TAG = /<([^\s/>=<"']+)((?:\s+[^\s=/>"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * A whole document. Nothing can be pulled in or blown up: document types are refused, and the only entities are the five
 * of XML and characters by number.
 * @param namespace of names without a prefix, where the document says nothing of them
 * @throws SyntaxError when it is no complete XML, or deeper or larger than any honest message
 */
export function parseXml(source: string, namespace = ''): XmlElement {
  const steps = readSteps(source, namespace)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same without keeping the thread: large documents take a second. */
export async function parseXmlInTurns(source: string, namespace = ''): Promise<XmlElement> {
  const steps = readSteps(source, namespace)
  const turn = openTurn()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (turn.isOver()) await turn.give()
  }
}

/** Tags of one step. */
const STEP = 32
/** Characters of text of one step. */
const PIECE = 65_536

function* readSteps(source: string, namespace: string): Generator<undefined, XmlElement> {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const root: Open = {
    name: '',
    namespace: '',
    tag: '',
    attributes: new Map(),
    children: [],
    text: '',
    scope: new Scope(new Map([['', namespace]]), null),
  }
  const open: Open[] = [root]
  let at = 0
  for (let step = 1; at < text.length; step += 1) {
    if (step % STEP === 0) yield
    const top = open.at(-1) ?? root
    if (text[at] !== '<') {
      const end = findPieceEnd(text, at)
      if (end - at > PIECE / 2) yield
      top.text += decode(text.slice(at, end))
      if (top === root && root.text.trim() !== '') throw new SyntaxError('text stands outside the document')
      at = end
    } else if (text.startsWith('<!--', at)) at = skipPast(text, '-->', at + 4)
    else if (text.startsWith('<?', at)) at = skipPast(text, '?>', at + 2)
    else if (text.startsWith('<![CDATA[', at)) {
      const end = skipPast(text, ']]>', at + 9)
      top.text += text.slice(at + 9, end - 3)
      at = end
    } else if (text.startsWith('<!', at)) throw new SyntaxError('document types are not allowed')
    else if (text.startsWith('</', at)) {
      const end = skipPast(text, '>', at)
      if (top === root || text.slice(at + 2, end - 1).trim() !== top.tag)
        throw new SyntaxError(`<${top.tag}> is not closed`)
      open.pop()
      at = end
    } else {
      TAG.lastIndex = at
      const found = TAG.exec(text)
      if (!found) throw new SyntaxError('a tag is broken or not complete')
      if (top === root && root.children.length > 0) throw new SyntaxError('there is more than one document')
      const element = openElement(found[1] ?? '', found[2] ?? '', top.scope)
      top.children.push(element)
      if (found[3] === '') open.push(element)
      if (open.length > MAX_DEPTH) throw new SyntaxError(`elements are nested deeper than ${MAX_DEPTH}`)
      at = TAG.lastIndex
    }
  }
  const [document] = root.children
  if (open.length > 1 || !document) throw new SyntaxError('the document is not complete')
  return document
}

/** Where the text ends, or a piece of it that cuts no entity. */
function findPieceEnd(text: string, at: number): number {
  const next = text.indexOf('<', at)
  const end = next < 0 ? text.length : next
  if (end - at <= PIECE) return end
  const entity = text.lastIndexOf('&', at + PIECE)
  return entity > at + PIECE - 40 ? entity : at + PIECE
}

function openElement(tag: string, written: string, outer: Scope): Open {
  if (written.length > MAX_VALUE) throw new SyntaxError('a tag is too long')
  const pairs = [...written.matchAll(ATTRIBUTE)].map(
    each => [each[1] ?? '', decode((each[2] ?? each[3] ?? '').replace(/[\t\n]/g, ' '))] as const,
  )
  if (pairs.length > MAX_ATTRIBUTES) throw new SyntaxError('a tag has too many attributes')
  const declared = pairs
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([name, value]) => [name.slice('xmlns:'.length), value] as const)
  const scope = declared.length === 0 ? outer : new Scope(new Map(declared), outer)
  const attributes = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue
    const colon = name.indexOf(':')
    const known = colon < 0 ? name : `{${scope.get(name.slice(0, colon)) ?? ''}}${name.slice(colon + 1)}`
    if (attributes.has(known)) throw new SyntaxError(`the attribute ${name} stands twice`)
    attributes.set(known, value)
  }
  const { namespace, name } = resolveName(tag, scope)
  return { tag, name, namespace, attributes, children: [], text: '', scope }
}

/** `tns:Order` as its namespace and name. @throws SyntaxError when the prefix is not declared */
export function resolveName(written: string, scope: Scope): { namespace: string; name: string } {
  const colon = written.indexOf(':')
  if (colon < 0) return { namespace: scope.get('') ?? '', name: written }
  const prefix = written.slice(0, colon)
  const namespace = prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : scope.get(prefix)
  if (namespace === undefined) throw new SyntaxError(`the prefix ${prefix} is not declared`)
  return { namespace, name: written.slice(colon + 1) }
}

function skipPast(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  if (end < 0) throw new SyntaxError('the document is not complete')
  return end + mark.length
}

const decode = (text: string): string =>
  text.replace(/&([^;&\s]{0,20});|&/g, (_, name: string | undefined) => {
    const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name ?? '')
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : -1
    const known = point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ENTITIES[name ?? '']
    if (known === undefined) throw new SyntaxError(`the entity &${name ?? ''}; is not allowed`)
    return known
  })

/** Text as it stands between tags or in an attribute; line ends and blanks survive. @throws SyntaxError for what XML cannot hold */
export function escapeXml(text: string): string {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text) || !text.isWellFormed())
    throw new SyntaxError('XML cannot hold a control character')
  return text.replace(/[&<>"'\r\n\t]/g, each => `&#${each.charCodeAt(0)};`)
}
