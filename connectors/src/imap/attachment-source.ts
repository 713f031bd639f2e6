import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileStore, FollowNotice, ReadRequest, Source, SourcePage, SourceRecord } from '@sluice/connector-kit'
import {
  compileNamePattern,
  SourceOptions as FileOptions,
  isReadable,
  MAX_PAGE_LENGTH,
  openReader,
  type ReadRow,
  type RowReader,
  sayExamples,
} from '@sluice/connector-kit/files'
import { type Data, Failure, type FieldSpec, type ParamValues } from '@sluice/contract'
import type { FetchMessageObject } from 'imapflow'
import { z } from 'zod'
import { broken, renumbered, stopped } from './failure.ts'
import { rowFields } from './fields.ts'
import { behind, type Listed, type Mailbox } from './mailbox.ts'
import type { SourceOptions } from './manifest.ts'
import { toId } from './place.ts'
import { readSubject, sayAddresses, toTime, unreadable } from './read-mail.ts'
import { type Attachment, sortParts } from './structure.ts'

/** Files whose left-out cells are told; the others are most likely alike. */
const MAX_TOLD = 20
/** Heads and structures of so many mails are held at once. */
const HEADS = 50
/** Mails that are looked through for an attachment to tell the fields. */
const SAMPLE = 200
/** What one attachment may take of the way and of the disk here, as it is sent. */
const MAX_ATTACHMENT_BYTES = 512 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/** The last row given out: of which mail, of which of its files, and which row. */
const Cursor = z.object({ validity: z.string(), uid: z.number(), file: z.int().min(0), row: z.int().min(0) })
type Cursor = z.output<typeof Cursor>

/** A file of a mail. */
interface Held {
  readonly mail: FetchMessageObject
  /** null: the mail could not be looked through to its end. */
  readonly attachment: Attachment | null
  /** Which of the mail's files it is. */
  readonly index: number
}

export interface AttachmentReading {
  readonly mailbox: Mailbox
  readonly files: FileStore
  readonly options: SourceOptions
  /** As given, for the readers of files. */
  readonly values: ParamValues
  readonly key: readonly string[]
}

/** Rows of the attachments of a folder: by the number of the mail, then as they lie in it. */
export class AttachmentSource implements Source {
  readonly #reading: AttachmentReading
  readonly #fileOptions: FileOptions
  /** Names of attachments that were not read. */
  #leftOut: string[] = []
  /** What files hold and no row does. */
  #rest: FollowNotice[] = []

  constructor(reading: AttachmentReading) {
    this.#reading = reading
    this.#fileOptions = FileOptions.parse(reading.values)
  }

  readHighWater(field: string): Promise<string | null> {
    return this.#reading.mailbox.readHighWater(field)
  }

  async *read(request: ReadRequest): AsyncGenerator<SourcePage> {
    this.#leftOut = []
    this.#rest = []
    const after = request.cursor === null ? null : Cursor.parse(JSON.parse(request.cursor))
    const listed = await this.#reading.mailbox.list(request.window, request.signal)
    const { folder } = listed
    if (after && after.validity !== folder.validity) throw renumbered(folder.path)
    const uids = after ? behind(listed, after, true) : listed.uids
    let records: SourceRecord[] = []
    let length = 0
    let last: Cursor | null = null
    const finish = (cursor: Cursor | null): SourcePage => ({
      ...(cursor === null && { notices: [...tellLeftOut(this.#leftOut), ...this.#rest] }),
      records,
      cursor: cursor && JSON.stringify(cursor),
      request: `EXAMINE "${folder.path}", attachments to UID ${last?.uid ?? 'none'}, ${records.length} records`,
    })
    for await (const { row, place } of this.#readRows(uids, after, listed, request.signal)) {
      if (last && (records.length >= request.pageSize || length >= MAX_PAGE_LENGTH)) {
        yield finish(last)
        if (request.signal.aborted) throw stopped()
        records = []
        length = 0
      }
      records.push(row.record.failure ? row.record : { ...row.record, part: `${place.uid} ${place.file}` })
      length += row.length
      last = place
    }
    yield finish(null)
  }

  /** Fields of the newest attachment; none where no mail has one. */
  async describe(): Promise<FieldSpec[]> {
    const { mailbox, options } = this.#reading
    const added = options.with_mail ? rowFields : []
    const { uids } = await mailbox.list(null)
    const sample = uids.slice(-SAMPLE).toReversed()
    for (let at = 0; at < sample.length; at += HEADS) {
      const held = (await this.#findFiles(sample.slice(at, at + HEADS))).find(({ attachment }) => attachment !== null)
      if (!held) continue
      const fields = await this.#peekInto(held, undefined, reader => reader.describe())
      return [...added, ...fields]
    }
    return [...added]
  }

  async close(): Promise<void> {
    await this.#reading.mailbox.close()
  }

  async *#readRows(
    uids: readonly number[],
    after: Cursor | null,
    { folder }: Listed,
    signal: AbortSignal,
  ): AsyncGenerator<{ row: ReadRow; place: Cursor }> {
    for (let at = 0; at < uids.length; at += HEADS)
      for (const held of await this.#findFiles(uids.slice(at, at + HEADS), signal)) {
        const { uid } = held.mail
        const isStarted = uid === after?.uid && held.index === after.file
        if (after && uid === after.uid && held.index < after.file) continue
        let row = 0
        for await (const next of this.#readFile(held, folder.validity, signal)) {
          row += 1
          if (isStarted && row <= after.row) continue
          yield { row: next, place: { validity: folder.validity, uid, file: held.index, row } }
        }
      }
  }

  /** Files to read, in the order of the given mails. */
  async #findFiles(uids: readonly number[], signal?: AbortSignal): Promise<Held[]> {
    const query = { uid: true, envelope: true, internalDate: true, bodyStructure: true, headers: ['subject'] }
    const isWanted = compileNamePattern(this.#reading.options.attachment_pattern || '*')
    const find = ({ bodyStructure, ...mail }: FetchMessageObject): Held[] => {
      const { attachments, isWhole } = sortParts(bodyStructure)
      const held = attachments.flatMap((found, index): Held[] => {
        const name = found.name.split(/[\\/]/).at(-1) ?? ''
        if (isReadable(name) && isWanted(name)) return [{ mail, attachment: { ...found, name }, index }]
        this.#leftOut.push(name || found.type)
        return []
      })
      // Whatever files it has where nobody looks are missing.
      return isWhole ? held : [...held, { mail, attachment: null, index: attachments.length }]
    }
    const held = await this.#reading.mailbox.fetch(uids, query, find, signal)
    return uids.flatMap(uid => held.get(uid) ?? [])
  }

  /** A file that is none of its kind is one refused row: a mailbox holds what anybody sends. */
  async *#readFile(held: Held, validity: string, signal: AbortSignal): AsyncGenerator<ReadRow> {
    const label = this.#reading.options.with_mail ? toLabel(held, validity) : null
    if (signal.aborted) throw stopped()
    if (held.attachment === null) {
      yield { record: { data: label ?? {}, failure: unreadable() }, length: 1000 }
      return
    }
    const place = await this.#reading.files.create('spool')
    try {
      const reader = await this.#openFile(held, place.path, signal)
      for await (const rows of reader.read())
        for (const row of rows) {
          if (signal.aborted) throw stopped()
          yield label ? addLabel(row, label) : row
        }
      if (this.#rest.length < MAX_TOLD) this.#rest.push(...(reader.tellRest?.() ?? []))
    } catch (error) {
      if (!(error instanceof Failure) || !/^file\.(?!access$|missing$)/.test(error.code)) throw error
      yield { record: { data: label, failure: { ...error.toDetail(), retry: 'never' } }, length: 1000 }
    } finally {
      await place.discard()
    }
  }

  async #peekInto<Answer>(
    held: Held,
    signal: AbortSignal | undefined,
    work: (reader: RowReader) => Promise<Answer>,
  ): Promise<Answer> {
    const place = await this.#reading.files.create('spool')
    try {
      return await work(await this.#openFile(held, place.path, signal))
    } finally {
      await place.discard()
    }
  }

  /** Brings the file here first: workbooks are read from their end. */
  async #openFile({ mail, attachment }: Held, path: string, signal?: AbortSignal): Promise<RowReader> {
    if (attachment === null) throw new Failure(unreadable())
    const { name, part, sentBytes } = attachment
    if (sentBytes > MAX_ATTACHMENT_BYTES) throw tooLarge(name)
    const session = await this.#reading.mailbox.use(signal)
    await session.ask(async client => {
      const options = { uid: true, decodeText: false, chunkSize: CHUNK_BYTES, maxBytes: MAX_ATTACHMENT_BYTES }
      const { content } = await client.download(String(mail.uid), part, options)
      if (!content) throw broken()
      await pipeline(content, createWriteStream(path))
    }, signal)
    const { size: sizeBytes } = await stat(path)
    const found = { id: name, path, name, sizeBytes, modifiedMs: 0 }
    const { options, key } = this.#reading
    return openReader(found, options.sheet || null, this.#fileOptions, key)
  }
}

function toLabel({ mail, attachment }: Held, validity: string): Data {
  return {
    _mail: toId({ validity, uid: mail.uid }),
    _file: attachment?.name ?? null,
    _from: sayAddresses(mail.envelope?.from),
    _subject: readSubject(mail),
    _received: toTime(mail.internalDate),
  }
}

const addLabel = ({ record, length }: ReadRow, label: Data): ReadRow => ({
  record: record.data === null ? { ...record, data: label } : { ...record, data: { ...label, ...record.data } },
  length,
})

const tellLeftOut = (names: readonly string[]): FollowNotice[] =>
  names.length === 0
    ? []
    : [
        {
          code: 'files.attachments',
          text: `Attachments left out because of their name or ending: ${names.length} (${sayExamples(names)}).`,
        },
      ]

const tooLarge = (name: string): Failure =>
  new Failure({
    code: 'file.tooLarge',
    message: `The attachment ${name} has more than 512 MiB.`,
    advice: 'Have it sent in smaller files, or by a file server.',
    value: name,
  })
