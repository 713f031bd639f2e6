import { setTimeout as wait } from 'node:timers/promises'
import { type Data, Failure, type FailureDetail } from '@sluice/contract'
import { z } from 'zod'
import type { ConnectorContext, FollowNotice, ReadRequest, Source, SourcePage } from '../../../connector.ts'
import { formatWindow } from '../../http/window-text.ts'
import { badRow, changedMeanwhile, stillWritten, stoppedReading } from '../failure.ts'
import { openReader } from '../open-reader.ts'
import { MAX_PAGE_LENGTH, type ReadRow } from '../rows.ts'
import { compareFiles, type Folder, listFolder, sayExamples, sayPath, toVersion } from './list-folder.ts'
import type { RemoteSourceOptions } from './remote-params.ts'
import type { PassedOver, RemoteFile } from './remote-store.ts'
import { spool } from './spool.ts'

/** The fields that `with_file` adds; the second one is what increments go by. */
export const FILE_FIELD = '_file'
export const MODIFIED_FIELD = '_modified'
/** Files whose left-out cells are told; the others are most likely alike. */
const MAX_TOLD = 20
/** Clocks of servers go wrong; a file older than this is not being written, whatever they show. */
const RECENT_MS = 24 * 60 * 60 * 1000

/** The last row given out: files go by time and name, rows by their place. */
const Cursor = z.object({
  modified: z.number(),
  path: z.string(),
  tag: z.string(),
  row: z.int().min(0),
  /** It was the last row of its file. */
  done: z.boolean(),
})
type Cursor = z.output<typeof Cursor>

export interface RemoteReading extends Folder {
  readonly context: ConnectorContext
  readonly options: RemoteSourceOptions
  readonly key: readonly string[]
}

/** Rows of one file, or of all files of a folder: by the time of their last change, then by name. */
export class RemoteSource implements Source {
  readonly #reading: RemoteReading
  /** What files hold and no row does. */
  #rest: FollowNotice[] = []

  constructor(reading: RemoteReading) {
    this.#reading = reading
  }

  async readHighWater(field: string): Promise<string | null> {
    checkField(field)
    const { files } = await listFolder(this.#reading)
    const last = files.at(-1)
    return last ? new Date(last.modifiedMs).toISOString() : null
  }

  async listVersions(): Promise<string[]> {
    return (await listFolder(this.#reading)).files.map(toVersion)
  }

  async *read(request: ReadRequest): AsyncGenerator<SourcePage> {
    const after = request.cursor === null ? null : Cursor.parse(JSON.parse(request.cursor))
    const { files: listed, missing, notices } = await listFolder(this.#reading, request.signal)
    const { files, late } = cutWindow(listed, request)
    const started = after && !after.done ? files.find(file => compareFiles(file, placeOf(after)) === 0) : undefined
    if (after && !after.done && started?.tag !== after.tag) throw changedMeanwhile(after.path)
    const left = after === null ? files : files.filter(file => compareFiles(file, placeOf(after)) > 0)
    const reading = started ? [started, ...left] : left
    await this.#letSettle(reading, request.signal)
    this.#rest = []
    for await (const page of this.#cutPages(reading, started ? (after?.row ?? 0) : 0, request))
      if (page.cursor !== null) yield page
      else yield addMissing(page, missing, [...notices, ...tellLate(late), ...this.#rest], request.window?.to ?? null)
  }

  async close(): Promise<void> {
    await this.#reading.store.close()
  }

  async *#cutPages(files: readonly RemoteFile[], skipped: number, request: ReadRequest): AsyncGenerator<SourcePage> {
    let page = new PageDraft()
    for (const [index, file] of files.entries()) {
      let row = 0
      for await (const next of this.#readFileAlone(file, request.signal)) {
        row += 1
        if (index === 0 && row <= skipped) continue
        if (page.isFull(request.pageSize)) {
          yield page.finish(false)
          if (request.signal.aborted) throw stoppedReading(file.path)
          page = new PageDraft()
        }
        page.add(this.#label(next, file), file, row, this.#reading.resource.endsWith('/'))
      }
      page.endFile(file)
    }
    yield page.finish(true)
  }

  /** Whoever still writes changes size or time meanwhile, and that is seen when the file is brought here. */
  async #letSettle(files: readonly RemoteFile[], signal: AbortSignal): Promise<void> {
    const { store, options, context } = this.#reading
    const ms = store.isAtomic || options.ready_marker ? 0 : (options.settle_seconds ?? 0) * 1000
    if (ms === 0 || !files.some(({ modifiedMs }) => modifiedMs > context.now() - RECENT_MS)) return
    const sleep = context.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
    // A stop is noticed by whoever asks for the first page.
    await sleep(ms, signal).catch(() => undefined)
  }

  /** In a folder one file that cannot be read hides no other: it is one refused row, which names it. */
  async *#readFileAlone(file: RemoteFile, signal: AbortSignal): AsyncGenerator<ReadRow> {
    try {
      yield* this.#readFile(file, signal)
    } catch (error) {
      const isFolder = this.#reading.resource.endsWith('/')
      if (!isFolder && error instanceof Failure && error.code === 'source.changed') throw stillWritten(file.path)
      if (!isFolder || !(error instanceof Failure) || !BAD_FILE.has(error.code)) throw error
      const failure = error.code === 'source.changed' ? unsettled(file.path) : unread(file.path, error)
      yield { record: { data: labelOf(file), failure }, length: 0 }
    }
  }

  async *#readFile(file: RemoteFile, signal: AbortSignal): AsyncGenerator<ReadRow> {
    const { store, context, options, key } = this.#reading
    if (signal.aborted) throw stoppedReading(file.path)
    const { found, discard } = await spool(store, context.files, file, { signal })
    try {
      const reader = await openReader(found, options.sheet || null, options, key)
      for await (const rows of reader.read()) {
        if (signal.aborted) throw stoppedReading(file.path)
        yield* rows
      }
      if (this.#rest.length < MAX_TOLD) this.#rest.push(...(reader.tellRest?.() ?? []))
    } finally {
      await discard()
    }
  }

  #label({ record, length }: ReadRow, file: RemoteFile): ReadRow {
    if (!this.#reading.options.with_file || record.data === null) return { record, length }
    return { record: { ...record, data: { ...labelOf(file), ...record.data } }, length }
  }
}

/** What is wrong with the file itself; whatever else goes wrong may heal, and ends the run. */
const BAD_FILE: ReadonlySet<string> = new Set([
  'file.kind',
  'file.content',
  'file.encoding',
  'file.delimiter',
  'connector.permission',
  'source.changed',
])

const labelOf = ({ path, modifiedMs }: RemoteFile): Data => ({
  [FILE_FIELD]: path,
  [MODIFIED_FIELD]: new Date(modifiedMs).toISOString(),
})

function unread(path: string, { message, advice }: Failure): FailureDetail {
  return badRow('unread', `${path} was not read: ${message}`, {
    value: path,
    ...(advice === undefined ? {} : { advice }),
  })
}

const unsettled = (path: string): FailureDetail =>
  badRow('unsettled', `${path} was not read: it changed while it was looked at, so it may still be being written.`, {
    value: path,
    advice:
      'The next run reads it as it is then. If it is written for long, have it written under another name and renamed, or set a marker.',
  })

/** Ends the last page: what should have been read is a refused row each, so that nobody takes the rest for all. */
function addMissing(
  page: SourcePage,
  missing: readonly PassedOver[],
  notices: readonly FollowNotice[],
  to: string | null,
): SourcePage {
  if (missing.length === 0 && notices.length === 0) return page
  const rows = missing.map(({ path, why }) => ({
    // They have no time of their own, and are met again by every listing.
    data: { [FILE_FIELD]: sayPath(path), ...(to === null ? {} : { [MODIFIED_FIELD]: to }) },
    failure: why === 'depth' ? tooDeep(sayPath(path)) : unclearName(sayPath(path)),
  }))
  return { ...page, records: [...page.records, ...rows], notices }
}

const unclearName = (path: string): FailureDetail =>
  badRow('name', `${path} was not read: the name that the server lists is not one that it can be asked for.`, {
    value: path,
    advice:
      'Line breaks, and letters in another encoding than UTF-8, are lost on the way: rename the file, or have the server use UTF-8.',
  })

const tooDeep = (path: string): FailureDetail =>
  badRow('depth', `${path} was not read: it lies deeper than 20 folders.`, {
    value: path,
    advice: 'Choose a folder further down, or look whether the folders lead in a circle.',
  })

const tellLate = (late: readonly RemoteFile[]): FollowNotice[] =>
  late.length === 0
    ? []
    : [
        {
          code: 'files.late',
          text: `Files read although their time is before the window, because they came later: ${late.length} (${sayExamples(late.map(({ path }) => path))}).`,
        },
      ]

/** Rows on their way into a page, perhaps of several files. */
class PageDraft {
  readonly #records: ReadRow['record'][] = []
  readonly #names = new Set<string>()
  #length = 0
  #cursor: Cursor | null = null

  isFull(pageSize: number): boolean {
    return this.#records.length >= pageSize || this.#length >= MAX_PAGE_LENGTH
  }

  add(
    { record, length }: ReadRow,
    { path, modifiedMs: modified, tag }: RemoteFile,
    row: number,
    isPart: boolean,
  ): void {
    this.#records.push(isPart && !record.failure ? { ...record, part: path } : record)
    this.#names.add(path)
    this.#length += length
    this.#cursor = { modified, path, tag, row, done: false }
  }

  endFile({ path }: RemoteFile): void {
    if (this.#cursor?.path === path) this.#cursor = { ...this.#cursor, done: true }
  }

  finish(isLast: boolean): SourcePage {
    const [first = 'no file', ...others] = this.#names
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return {
      records: this.#records,
      cursor: isLast ? null : JSON.stringify(this.#cursor),
      request: `read ${first}${more}, ${this.#records.length} records`,
    }
  }
}

/**
 * Both bounds are inclusive: files of the very time at which the last run ended are read once more. A file that is moved
 * here keeps its old time, so what nobody has seen yet is read whatever time it bears.
 */
function cutWindow(
  files: readonly RemoteFile[],
  { window, seen }: ReadRequest,
): { readonly files: readonly RemoteFile[]; readonly late: readonly RemoteFile[] } {
  if (!window) return { files, late: [] }
  checkField(window.field)
  const bounds = formatWindow(window, { format: 'unixMs' })
  const [from, to] = [Number(bounds.from ?? Number.NEGATIVE_INFINITY), Number(bounds.to ?? Number.POSITIVE_INFINITY)]
  const isLate = (file: RemoteFile): boolean =>
    seen !== undefined && file.modifiedMs < from && !seen.has(toVersion(file))
  const late = files.filter(isLate)
  return { late, files: files.filter(file => file.modifiedMs <= to && (file.modifiedMs >= from || isLate(file))) }
}

const placeOf = ({ modified: modifiedMs, path }: Cursor) => ({ modifiedMs, path })

function checkField(field: string): void {
  if (field === MODIFIED_FIELD) return
  throw new Failure({
    code: 'source.window',
    message: `Files have no order by the field ${field}; increments go by ${MODIFIED_FIELD}, the time of the last change.`,
    advice: `Choose ${MODIFIED_FIELD} as the increment field, or switch off the increment.`,
    field: 'increment',
    value: field,
  })
}
