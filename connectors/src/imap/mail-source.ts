import type { ReadRequest, Source, SourcePage, SourceRecord } from '@sluice/connector-kit'
import { MAX_PAGE_LENGTH } from '@sluice/connector-kit/files'
import type { FetchMessageObject } from 'imapflow'
import { renumbered, stopped } from './failure.ts'
import { behind, type Listed, type Mailbox } from './mailbox.ts'
import { fromId, toId } from './place.ts'
import { MAX_TEXT_BYTES, type Texts, tooLong, toRecord, unreadable } from './read-mail.ts'
import { type MailParts, sortParts, type TextPart } from './structure.ts'

/** Heads and structures of so many mails are held at once. */
const HEADS = 100
/** What a mail takes of a page beside its text, about. */
const HEAD_LENGTH = 2000
/** And what the name of each of its files takes. */
const FILE_LENGTH = 100

interface Head {
  readonly mail: FetchMessageObject
  readonly parts: MailParts
  readonly sentBytes: number
}

/** Each mail of a folder is a record, in the order of their numbers. The cursor is the id of the last one. */
export class MailSource implements Source {
  readonly #mailbox: Mailbox

  constructor(mailbox: Mailbox) {
    this.#mailbox = mailbox
  }

  readHighWater(field: string): Promise<string | null> {
    return this.#mailbox.readHighWater(field)
  }

  async *read(request: ReadRequest): AsyncGenerator<SourcePage> {
    const { cursor, window, pageSize, signal } = request
    const listed = await this.#mailbox.list(window, signal)
    const { folder } = listed
    const last = cursor === null ? null : fromId(cursor)
    if (last && last.validity !== folder.validity) throw renumbered(folder.path)
    const uids = last ? behind(listed, last) : listed.uids
    let at = 0
    do {
      if (signal.aborted) throw stopped()
      const wanted = uids.slice(at, at + pageSize)
      const { records, count } = await this.#readPage(wanted, listed, request)
      const [first, end] = [wanted[0], wanted[count - 1]]
      at += count
      yield {
        records,
        cursor: at >= uids.length || end === undefined ? null : toId({ validity: folder.validity, uid: end }),
        request:
          first === undefined ? `EXAMINE "${folder.path}"` : `EXAMINE "${folder.path}", UID FETCH ${first}:${end}`,
      }
    } while (at < uids.length)
  }

  /** @throws Failure `resource.missing` */
  async check(): Promise<void> {
    await this.#mailbox.list(null)
  }

  async close(): Promise<void> {
    await this.#mailbox.close()
  }

  /** As many of the mails as a page may hold, at least one. */
  async #readPage(
    uids: readonly number[],
    { folder }: Listed,
    { fields, signal }: ReadRequest,
  ): Promise<{ records: SourceRecord[]; count: number }> {
    const isWanted = (field: string): boolean => fields === undefined || fields.includes(field)
    const records: SourceRecord[] = []
    let length = 0
    let count = 0
    for (let at = 0; at < uids.length && count === at; at += HEADS) {
      const batch = uids.slice(at, at + HEADS)
      const found = await this.#mailbox.fetch(batch, headQuery, mail => toHead(mail, isWanted), signal)
      const heads: Head[] = []
      for (const uid of batch) {
        const head = found.get(uid)
        const cost = head ? measure(head) : 0
        if (length > 0 && length + cost > MAX_PAGE_LENGTH) break
        length += cost
        count += 1
        if (head) heads.push(head)
      }
      const texts = await this.#readTexts(heads, signal)
      for (const { mail, parts, sentBytes } of heads) {
        const read = texts.get(mail.uid)
        const data = toRecord(mail, parts, read?.texts ?? new Map(), folder)
        const failure =
          sentBytes > MAX_TEXT_BYTES || read?.isCut ? tooLong(sentBytes) : parts.isWhole ? null : unreadable()
        records.push(failure ? { data: { ...data, text: null, html: null }, failure } : { data })
      }
    }
    return { records, count }
  }

  /** Mails of the same make are asked for together. */
  async #readTexts(
    heads: readonly Head[],
    signal: AbortSignal,
  ): Promise<Map<number, { readonly texts: Texts; readonly isCut: boolean }>> {
    const all = new Map<number, { readonly texts: Texts; readonly isCut: boolean }>()
    const fitting = heads.filter(({ sentBytes }) => sentBytes > 0 && sentBytes <= MAX_TEXT_BYTES)
    for (const [list, alike] of Map.groupBy(fitting, ({ parts }) =>
      textParts(parts)
        .map(each => each.part)
        .join(' '),
    )) {
      // Servers are wrong about sizes now and then; what is longer than this was cut.
      const maxLength = 65_536 + 2 * Math.max(...alike.map(({ sentBytes }) => sentBytes))
      const bodyParts = list.split(' ').map(key => ({ key, maxLength }))
      const mails = await this.#mailbox.fetch(
        alike.map(({ mail }) => mail.uid),
        { uid: true, bodyParts },
        mail => mail.bodyParts ?? new Map<string, Buffer>(),
        signal,
      )
      for (const [uid, texts] of mails)
        all.set(uid, { texts, isCut: [...texts.values()].some(bytes => (bytes?.length ?? 0) >= maxLength) })
    }
    return all
  }
}

const measure = ({ sentBytes, parts }: Head): number =>
  HEAD_LENGTH + parts.attachments.length * FILE_LENGTH + (sentBytes > MAX_TEXT_BYTES ? 0 : sentBytes)

const headQuery = {
  uid: true,
  envelope: true,
  internalDate: true,
  flags: true,
  size: true,
  bodyStructure: true,
  headers: ['subject'],
}

const textParts = ({ text, html }: MailParts): readonly TextPart[] => [...text, ...html]

function toHead(mail: FetchMessageObject, isWanted: (field: string) => boolean): Head {
  const { bodyStructure, ...rest } = mail
  const { text, html, attachments, isWhole } = sortParts(bodyStructure)
  const parts = { text: isWanted('text') ? text : [], html: isWanted('html') ? html : [], attachments, isWhole }
  return { mail: rest, parts, sentBytes: textParts(parts).reduce((sum, part) => sum + part.sentBytes, 0) }
}
