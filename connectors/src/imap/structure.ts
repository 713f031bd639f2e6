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

function decodeQuoted(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .replace(/[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=\r?\n/g, '')
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  )
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
