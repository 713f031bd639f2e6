/** Called for each piece of a document. Names come without their prefix. */
export interface XmlHandler {
  open?(name: string, tag: string): void
  close?(name: string): void
  text?(text: string): void
}

/** Longest tag with its attributes. */
const MAX_TAG_LENGTH = 1024 * 1024

/**
 * Reads XML that comes in pieces, in memory that does not grow. No document types and so no entities of a file's own:
 * nothing can be pulled in or blown up.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  #rest = ''
  /** Elements that are open. */
  #depth = 0
  #hasRoot = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** @throws SyntaxError when it is no such XML */
  push(piece: string): void {
    const text = this.#rest + piece
    let at = 0
    while (at < text.length) {
      const next = text.charCodeAt(at) === LESS ? this.#readTag(text, at) : this.#readText(text, at)
      if (next < 0) break
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > MAX_TAG_LENGTH) throw new SyntaxError('reading XML: a tag is too long')
  }

  /** After the last piece. @throws SyntaxError when the document stops in the middle */
  end(): void {
    if (this.#depth !== 0 || !this.#hasRoot || this.#rest.trim() !== '')
      throw new SyntaxError('reading XML: the document is not complete')
  }

  /** Position after the text, or -1 when an entity is cut off at the end. */
  #readText(text: string, at: number): number {
    const next = text.indexOf('<', at)
    let end = next < 0 ? text.length : next
    const entity = next < 0 ? text.lastIndexOf('&') : -1
    if (entity >= at && !text.includes(';', entity)) end = entity
    if (end === at) return -1
    this.#handler.text?.(decodeEntities(text.slice(at, end)))
    return end
  }

  #readTag(text: string, at: number): number {
    const mark = text.charCodeAt(at + 1)
    if (mark === EXCLAMATION) return this.#readDeclaration(text, at)
    const end = findTagEnd(text, at)
    if (end < 0 || mark === QUESTION) return end < 0 ? -1 : end + 1
    if (mark === SLASH) {
      this.#depth -= 1
      this.#handler.close?.(readName(text, at + 2, end))
      return end + 1
    }
    const isEmpty = text.charCodeAt(end - 1) === SLASH
    this.#hasRoot = true
    if (!isEmpty) this.#depth += 1
    const name = readName(text, at + 1, isEmpty ? end - 1 : end)
    this.#handler.open?.(name, text.slice(at, end))
    if (isEmpty) this.#handler.close?.(name)
    return end + 1
  }

  #readDeclaration(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return skipPast(text, '-->', at + 4)
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at)
      if (end < 0) return -1
      this.#handler.text?.(text.slice(at + 9, end))
      return end + 3
    }
    if (text.length - at < 9) return -1
    throw new SyntaxError('reading XML: document types are not allowed')
  }
}

const LESS = 60
const EXCLAMATION = 33
const QUESTION = 63
const SLASH = 47

function skipPast(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  return end < 0 ? -1 : end + mark.length
}

/** A `>` inside an attribute does not end the tag. Each character is looked at once, however many of them there are. */
function findTagEnd(text: string, at: number): number {
  let quote = 0
  let from = at
  for (let end = text.indexOf('>', at); end >= 0; end = text.indexOf('>', end + 1)) {
    quote = findOpenQuote(text, from, end, quote)
    if (quote === 0) return end
    from = end
  }
  return -1
}

/** The quote that is open at the end; 0 for none. */
function findOpenQuote(text: string, start: number, end: number, open: number): number {
  let quote = open
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (quote === 0 && (code === 34 || code === 39)) quote = code
    else if (code === quote) quote = 0
  }
  return quote
}

function readName(text: string, start: number, end: number): string {
  let at = start
  while (at < end && text.charCodeAt(at) > 32) at += 1
  const name = text.slice(start, at)
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** An attribute of a tag, by its name with the prefix. */
export function readAttribute(tag: string, name: string): string | undefined {
  for (let at = tag.indexOf(name); at >= 0; at = tag.indexOf(name, at + 1)) {
    if (tag.charCodeAt(at - 1) > 32) continue
    const equals = at + name.length + (/^\s*/.exec(tag.slice(at + name.length))?.[0].length ?? 0)
    if (tag[equals] !== '=') continue
    const open = equals + 1 + (/^\s*/.exec(tag.slice(equals + 1))?.[0].length ?? 0)
    const close = tag.indexOf(tag[open] ?? '"', open + 1)
    return close < 0 ? undefined : decodeEntities(tag.slice(open + 1, close))
  }
  return undefined
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole // a group of the pattern is text or undefined
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
