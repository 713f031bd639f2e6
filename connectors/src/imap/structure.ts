import type { MessageStructureObject } from 'imapflow'

/** A part of a mail that is a file. */
export interface Attachment {
  /** Its place in the mail: `2`, `1.3`. */
  readonly part: string
  readonly name: string
  readonly type: string
  /** As it is sent, mostly in base64: a third more than the file has. */
  readonly sentBytes: number
}

/** A part of a mail that is text. */
export interface TextPart {
  readonly part: string
  readonly encoding: string
  readonly charset: string
  readonly sentBytes: number
}

export interface MailParts {
  readonly text: readonly TextPart[]
  readonly html: readonly TextPart[]
  readonly attachments: readonly Attachment[]
  /** False where it could not be read, or not to its end. */
  readonly isWhole: boolean
}

/** Parts within parts; deeper ones are no mail of a person or a program. */
const MAX_DEPTH = 50
const MAX_PARTS = 2000

/** What a mail consists of, as its server has read it. A mail within a mail is an attachment. */
export function sortParts(root: MessageStructureObject | undefined): MailParts {
  const parts = { text: [] as TextPart[], html: [] as TextPart[], attachments: [] as Attachment[], isWhole: !!root }
  let count = 0
  const walk = (node: MessageStructureObject, depth: number): void => {
    const type = node.type.toLowerCase()
    if (node.childNodes && type.startsWith('multipart/')) {
      if (depth >= MAX_DEPTH) parts.isWhole = false
      else for (const child of node.childNodes) walk(child, depth + 1)
      return
    }
    count += 1
    if (count > MAX_PARTS) {
      parts.isWhole = false
      return
    }
    const part = node.part || '1'
    const sentBytes = node.size ?? 0
    const name = node.dispositionParameters?.['filename'] || node.parameters?.['name'] || ''
    const isText = (type === 'text/plain' || type === 'text/html') && node.disposition !== 'attachment' && name === ''
    if (isText) {
      const charset = (node.parameters?.['charset'] ?? '').toLowerCase()
      const encoding = (node.encoding ?? '').toLowerCase()
      parts[type === 'text/html' ? 'html' : 'text'].push({ part, encoding, charset, sentBytes })
    } else if (!type.startsWith('multipart/')) parts.attachments.push({ part, name, type, sentBytes })
  }
  if (root) walk(root, 0)
  return parts
}

/** What is left of a part when its encoding for the way is taken off. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  return encoding === 'quoted-printable' ? decodeQuoted(bytes) : bytes
}

const [TAB, LINE_FEED, RETURN, BLANK, EQUALS] = [9, 10, 13, 32, 61] as const

/** In two passes: a pattern that looks for blanks at the end of a line takes the square of a long row of them. */
const decodeQuoted = (bytes: Buffer): Buffer => decodeEscapes(joinLines(bytes))

/** Without blanks at the ends of lines, and with those lines joined that say by a sign of equality that they go on. */
function joinLines(bytes: Buffer): Buffer {
  const joined = Buffer.allocUnsafe(bytes.length)
  let to = 0
  /** Where the line began, and where it ends without its blanks. */
  let [start, end] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at]!
    const isReturn = code === RETURN && bytes[at + 1] === LINE_FEED
    if (code !== LINE_FEED && !isReturn) {
      joined[to++] = code
      if (code !== BLANK && code !== TAB) end = to
      continue
    }
    to = end
    if (end > start && joined[end - 1] === EQUALS) to -= 1
    else {
      if (isReturn) joined[to++] = RETURN
      joined[to++] = LINE_FEED
    }
    if (isReturn) at += 1
    start = end = to
  }
  return joined.subarray(0, end)
}

/** In place: what is decoded is never longer. */
function decodeEscapes(bytes: Buffer): Buffer {
  let to = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at]!
    const decoded = code === EQUALS ? readHex(bytes[at + 1]) * 16 + readHex(bytes[at + 2]) : Number.NaN
    bytes[to++] = Number.isNaN(decoded) ? code : decoded
    if (!Number.isNaN(decoded)) at += 2
  }
  return bytes.subarray(0, to)
}

/** Of one digit; NaN for anything else. */
function readHex(code: number | undefined): number {
  if (code === undefined) return Number.NaN
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/** Text of bytes in a charset that may be wrong, unknown or not told: then UTF-8 where it is that, else GB18030. */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  if (charset !== '' && charset !== 'us-ascii' && charset !== 'utf-8' && charset !== 'default') {
    try {
      return new TextDecoder(charset.replace(/^x-/, '')).decode(bytes)
    } catch {
      // A charset nobody knows.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(charset === 'utf-8' ? 'utf-8' : 'gb18030').decode(bytes)
  }
}
