import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectorContext, ReadRequest, Source, SourcePage } from '@sluice/connector-kit'
import {
  changedMeanwhile as changed,
  type FoundFile,
  MAX_PAGE_LENGTH,
  type ReadRow,
  type RowReader,
  stillWritten,
  stoppedReading as stopped,
  toFileFailure,
} from '@sluice/connector-kit/files'
import { Failure } from '@sluice/contract'
import { z } from 'zod'

/** How many rows were given out, and of which file. */
const Cursor = z.object({ row: z.int().min(0), size: z.number(), modified: z.number() })
type Cursor = z.output<typeof Cursor>
type Reading = ReturnType<RowReader['read']>

/** How long a file must stand still before it is read. */
interface Settling {
  readonly settleMs: number
  readonly context: Pick<ConnectorContext, 'now' | 'sleep'>
}

/** Rows in the order of the file. A file that is replaced meanwhile is noticed before the page is given out. */
export class FileSource implements Source {
  readonly #file: FoundFile
  readonly #resource: string
  readonly #reader: RowReader
  readonly #settling: Settling
  readonly #underWay = new Set<Reading>()

  constructor(file: FoundFile, resource: string, reader: RowReader, settling: Settling) {
    this.#settling = settling
    this.#file = file
    this.#resource = resource
    this.#reader = reader
  }

  async *read(request: ReadRequest): AsyncGenerator<SourcePage> {
    if (request.window) throw noWindow(this.#file.name)
    const done = this.#parseCursor(request.cursor)
    await this.#letSettle(request.signal)
    const reading = this.#reader.read()
    this.#underWay.add(reading)
    try {
      yield* this.#cutPages(reading, done, request)
    } finally {
      this.#underWay.delete(reading)
      await reading.return()
    }
  }

  /** Ends what a reader has left half read, so that its file is closed. */
  async close(): Promise<void> {
    for (const reading of this.#underWay) await reading.return()
  }

  async *#cutPages(reading: Reading, done: number, request: ReadRequest): AsyncGenerator<SourcePage> {
    let row = 0
    let records: ReadRow['record'][] = []
    let length = 0
    for await (const rows of reading) {
      if (request.signal.aborted) throw stopped(this.#file.name)
      for (const next of rows) {
        row += 1
        if (row <= done) continue
        if (records.length >= request.pageSize || length >= MAX_PAGE_LENGTH) {
          yield await this.#toPage(records, row - 1, false)
          if (request.signal.aborted) throw stopped(this.#file.name)
          records = []
          length = 0
        }
        records.push(next.record)
        length += next.length
      }
    }
    const page = await this.#toPage(records, row, true)
    const notices = this.#reader.tellRest?.() ?? []
    yield notices.length > 0 ? { ...page, notices } : page
  }

  /** Whoever still writes changes size or time meanwhile. The clock is our own, so an older file is not waited for. */
  async #letSettle(signal: AbortSignal): Promise<void> {
    const { settleMs, context } = this.#settling
    const { path, name, sizeBytes, modifiedMs } = this.#file
    if (modifiedMs <= context.now() - settleMs || settleMs === 0) return
    const sleep = context.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
    await sleep(settleMs, signal).catch(() => Promise.reject(stopped(name)))
    const now = await stat(path).catch((error: unknown) => Promise.reject(toFileFailure(error, `Reading ${name}`)))
    if (now.size !== sizeBytes || now.mtimeMs !== modifiedMs) throw stillWritten(name)
  }

  #parseCursor(text: string | null): number {
    if (text === null) return 0
    const cursor = Cursor.parse(JSON.parse(text))
    const { name, sizeBytes, modifiedMs } = this.#file
    if (cursor.size !== sizeBytes || cursor.modified !== modifiedMs) throw changed(name)
    return cursor.row
  }

  async #toPage(records: SourcePage['records'], row: number, isLast: boolean): Promise<SourcePage> {
    const { path, name, sizeBytes: size, modifiedMs: modified } = this.#file
    const now = await stat(path).catch((error: unknown) => Promise.reject(toFileFailure(error, `Reading ${name}`)))
    if (now.size !== size || now.mtimeMs !== modified) throw changed(name)
    const cursor: Cursor = { row, size, modified }
    return {
      records,
      cursor: isLast ? null : JSON.stringify(cursor),
      request: `read ${name} (${this.#resource}), records ${row - records.length + 1} to ${row}`,
    }
  }
}

/** A file has no order by a field, so a window could only pretend to be one. */
const noWindow = (name: string): Failure =>
  new Failure({
    code: 'source.window',
    message: `${name} is always read as a whole; increments by a field are not possible.`,
    advice: 'Switch off the increment: records already taken are recognised by their key.',
    field: 'increment',
  })
