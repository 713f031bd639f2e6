import { basename } from 'node:path/posix'
import { type Data, Failure, type ReadWindow } from '@sluice/contract'
import { z } from 'zod'
import type { FileStore, ReadRequest, Source, SourcePage } from '../../../connector.ts'
import { formatWindow } from '../../http/window-text.ts'
import { badRow, changedMeanwhile, missingResource, stoppedReading } from '../failure.ts'
import { isReadable } from '../file-names.ts'
import { openReader } from '../open-reader.ts'
import { MAX_PAGE_LENGTH, type ReadRow } from '../rows.ts'
import type { RemoteSourceOptions } from './remote-params.ts'
import type { RemoteFile, RemoteStore } from './remote-store.ts'
import { spool } from './spool.ts'

/** The fields that `with_file` adds; the second one is what increments go by. */
export const FILE_FIELD = '_file'
export const MODIFIED_FIELD = '_modified'
/** Names and times of this many files are held while they are put in order. */
const MAX_FILES = 100_000

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
type Place = Pick<Cursor, 'modified' | 'path'>

export interface RemoteReading {
  readonly store: RemoteStore
  readonly files: FileStore
  /** A file, or a folder with `/` at its end. */
  readonly resource: string
  readonly isWanted: (name: string) => boolean
  readonly options: RemoteSourceOptions
  readonly key: readonly string[]
}

/** Rows of one file, or of all files of a folder: by the time of their last change, then by name. */
export class RemoteSource implements Source {
  readonly #reading: RemoteReading

  constructor(reading: RemoteReading) {
    this.#reading = reading
  }

  async readHighWater(field: string): Promise<string | null> {
    checkField(field)
    const files = await listWanted(this.#reading)
    const last = files.at(-1)
    return last ? new Date(last.modifiedMs).toISOString() : null
  }

  async *read(request: ReadRequest): AsyncGenerator<SourcePage> {
    const after = request.cursor === null ? null : Cursor.parse(JSON.parse(request.cursor))
    const listed = await listWanted(this.#reading, request.signal)
    const files = cutWindow(listed, request.window)
    const started = after && !after.done ? files.find(file => isAt(file, after)) : undefined
    if (after && !after.done && started?.tag !== after.tag) throw changedMeanwhile(after.path)
    const left = after === null ? files : files.filter(file => compare(placeOf(file), after) > 0)
    yield* this.#cutPages(started ? [started, ...left] : left, started ? (after?.row ?? 0) : 0, request)
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

  /** In a folder one file that cannot be read hides no other: it is one refused row, which names it. */
  async *#readFileAlone(file: RemoteFile, signal: AbortSignal): AsyncGenerator<ReadRow> {
    try {
      yield* this.#readFile(file, signal)
    } catch (error) {
      const isFolder = this.#reading.resource.endsWith('/')
      if (!isFolder || !(error instanceof Failure) || !BAD_FILE.has(error.code)) throw error
      const { message, advice } = error
      const failure = badRow('unread', `${file.path} was not read: ${message}`, {
        value: file.path,
        ...(advice === undefined ? {} : { advice }),
      })
      yield { record: { data: null, failure }, length: 0 }
    }
  }

  async *#readFile(file: RemoteFile, signal: AbortSignal): AsyncGenerator<ReadRow> {
    const { store, files, options, key } = this.#reading
    if (signal.aborted) throw stoppedReading(file.path)
    const { found, discard } = await spool(store, files, file, { signal })
    try {
      const reader = await openReader(found, options.sheet || null, options, key)
      for await (const rows of reader.read()) {
        if (signal.aborted) throw stoppedReading(file.path)
        yield* rows
      }
    } finally {
      await discard()
    }
  }

  #label({ record, length }: ReadRow, file: RemoteFile): ReadRow {
    if (!this.#reading.options.with_file || record.data === null) return { record, length }
    const added: Data = { [FILE_FIELD]: file.path, [MODIFIED_FIELD]: new Date(file.modifiedMs).toISOString() }
    return { record: { ...record, data: { ...added, ...record.data } }, length }
  }
}

/** What is wrong with the file itself; whatever else goes wrong may heal, and ends the run. */
const BAD_FILE: ReadonlySet<string> = new Set(['file.kind', 'file.content', 'file.encoding', 'file.delimiter'])

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

/** Files of the resource in the order they are read. @throws Failure `resource.missing`, `source.tooMany` */
async function listWanted(reading: RemoteReading, signal?: AbortSignal): Promise<RemoteFile[]> {
  const { store, resource, isWanted } = reading
  if (!resource.endsWith('/')) {
    const file = await store.find(resource, signal)
    if (!file) throw missingResource(resource)
    return [file]
  }
  const files: RemoteFile[] = []
  for await (const file of store.list(resource === '/' ? '' : resource.slice(0, -1), signal)) {
    const name = basename(file.path)
    if (!isReadable(name) || !isWanted(name)) continue
    files.push(file)
    if (files.length > MAX_FILES) throw tooMany(resource)
  }
  return files.toSorted((a, b) => compare(placeOf(a), placeOf(b)))
}

/** Both bounds are inclusive: files of the very time at which the last run ended are read once more. */
function cutWindow(files: readonly RemoteFile[], window: ReadWindow | null): readonly RemoteFile[] {
  if (!window) return files
  checkField(window.field)
  const { from, to } = formatWindow(window, { format: 'unixMs' })
  return files.filter(
    ({ modifiedMs }) => (from === null || modifiedMs >= Number(from)) && (to === null || modifiedMs <= Number(to)),
  )
}

const placeOf = ({ modifiedMs: modified, path }: RemoteFile): Place => ({ modified, path })
const compare = (a: Place, b: Place): number =>
  a.modified - b.modified || (a.path === b.path ? 0 : a.path < b.path ? -1 : 1)
const isAt = (file: RemoteFile, place: Place): boolean => compare(placeOf(file), place) === 0

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

const tooMany = (folder: string): Failure =>
  new Failure({
    code: 'source.tooMany',
    message: `The folder ${folder} holds more than ${MAX_FILES} files to read.`,
    advice: 'Choose a folder further down, narrow the pattern, or move files away that were read.',
    value: folder,
  })
