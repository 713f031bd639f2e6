import type { Data, FailureDetail } from '@sluice/contract'
import type { FetchMessageObject, MessageAddressObject } from 'imapflow'
import { toId } from './place.ts'
import { decodeCharset, decodeTransfer, type MailParts, type TextPart } from './structure.ts'

/** The longest text or HTML of a mail, as it is sent. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024

export interface Folder {
  readonly path: string
  readonly validity: string
}

/** Text of a part by its place in the mail; absent where it was not asked for. */
export type Texts = ReadonlyMap<string, Buffer>

export function toRecord(mail: FetchMessageObject, parts: MailParts, texts: Texts, folder: Folder): Data {
  const { uid, envelope, internalDate, flags, size } = mail
  const read = (list: readonly TextPart[]): string | null =>
    list.length === 0 ? null : list.map(part => readText(part, texts)).join('\n')
  return {
    id: toId({ validity: folder.validity, uid }),
    uid,
    folder: folder.path,
    message_id: envelope?.messageId || null,
    in_reply_to: envelope?.inReplyTo || null,
    date: toTime(envelope?.date),
    received_at: toTime(internalDate),
    from: sayAddresses(envelope?.from),
    from_address: envelope?.from?.[0]?.address || null,
    reply_to: sayAddresses(envelope?.replyTo),
    to: sayAddresses(envelope?.to),
    cc: sayAddresses(envelope?.cc),
    subject: readSubject(mail),
    text: read(parts.text),
    html: read(parts.html),
    is_seen: flags?.has('\\Seen') ?? false,
    size_bytes: size ?? null,
    attachments: parts.attachments.map(({ part, name, type, sentBytes }) => ({
      part,
      name,
      type,
      sent_bytes: sentBytes,
    })),
  }
}

export const toTime = (value: Date | string | undefined): string | null =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : (value?.toString() ?? null)

/** `Name <a@b.c>, d@e.f`, as a mail program takes it again. */
export function sayAddresses(list: readonly MessageAddressObject[] | undefined): string | null {
  const said = (list ?? []).flatMap(({ name, address }) => {
    if (!address) return name ? [name] : []
    if (!name) return [address]
    return [`${/[",<>@()[\]\\;:]/.test(name) ? `"${name.replace(/(["\\])/g, '\\$1')}"` : name} <${address}>`]
  })
  return said.length === 0 ? null : said.join(', ')
}

/** Old programs write a subject in bytes of their own charset, which the driver has taken for UTF-8. */
export function readSubject({ envelope, headers }: FetchMessageObject): string | null {
  const subject = envelope?.subject
  if (subject?.includes('\ufffd') && headers?.some(byte => byte > 127)) {
    const line = decodeCharset(headers, '')
      .replace(/\r?\n(?=[ \t])/g, '')
      .trim()
    if (!line.includes('=?')) return line.replace(/^subject:\s*/i, '')
  }
  return subject || null
}

/** Lines of a mail end with CR and LF on the way. */
function readText({ part, encoding, charset }: TextPart, texts: Texts): string {
  const bytes = texts.get(part)
  return bytes ? decodeCharset(decodeTransfer(bytes, encoding), charset).replaceAll('\r\n', '\n') : ''
}

export const tooLong = (bytes: number): FailureDetail => ({
  code: 'source.mailTooLarge',
  message: `The text of the mail has ${Math.ceil(bytes / 1024 / 1024)} MiB; more than 8 MiB are not read.`,
  advice: 'Have so long a content sent as an attachment.',
  retry: 'never',
})

export const unreadable = (): FailureDetail => ({
  code: 'source.mailUnreadable',
  message: 'What the mail consists of cannot be read: it has too many parts or too deep ones, or it is damaged.',
  advice: 'Open it in a mail program; if it matters, have it sent again.',
  retry: 'never',
})
