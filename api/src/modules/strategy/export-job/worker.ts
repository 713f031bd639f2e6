import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Data, Failure, newId, parseJson, toFailure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { type Engine, writeExport } from '@sluice/engine'
import type { Logger } from 'pino'
import { createBackground } from '../../../http/background.ts'
import { readLanguage, tellIn } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { isByTime, readCursor, readFilter, searchRecords, toCursor, writeCursor } from '../strategy-data/index.ts'
import { ColumnBook, planColumns } from './export-columns.ts'
import { Spool, type SpooledRecord } from './spool.ts'
import {
  claimJob,
  type ExportProgress,
  endJob,
  expireJobs,
  findGroups,
  findUnowned,
  type JobRow,
  noteProgress,
  releaseJob,
} from './store.ts'

export interface ExportWorkerDeps {
  readonly database: Database
  readonly engine: Pick<Engine, 'records' | 'translate'>
  /** Where files of exports lie. */
  readonly exports: UploadStore
  readonly log: Logger
  readonly now: () => number
}

export interface ExportWorker {
  start(): void
  /** The page in hand counts; another process, or this one after its start, goes on behind it. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next export to its end. @returns false: none waits */
  turn(): Promise<boolean>
  /** Deletes files whose time has come, and what those left behind who died while they wrote. @returns how many */
  tidy(): Promise<number>
}

const PAGE = 1000
const EVERY_MS = 2000
const TIDY_MS = 600_000
/** Whoever still writes a file has written to it since. */
const LEFT_BEHIND_MS = 86_400_000
/** How often it is said how many lines are written. */
const NOTE_MS = 1000

class CancelledError extends Error {}
/** The process ends, or another one has taken the export. */
class LostError extends Error {}

/** Makes the files that people asked for, one after the other. */
export function createExportWorker(deps: ExportWorkerDeps): ExportWorker {
  const { database, log, now } = deps
  const holder = newId(now())
  let tidiedMs = Number.NEGATIVE_INFINITY
  const turn = async (): Promise<boolean> => {
    const job = await database.withSystem(tx => claimJob(tx, holder))
    if (job) await new ExportRun(deps, job, holder, () => background.isStopping).toEnd()
    return job !== null
  }
  const tidy = async (): Promise<number> => {
    const paths = await database.withSystem(expireJobs)
    const old = await deps.exports.listBefore(now() - LEFT_BEHIND_MS)
    const left = old.length === 0 ? [] : await database.withSystem(tx => findUnowned(tx, old))
    for (const path of [...paths, ...left]) await deps.exports.remove(path)
    return paths.length + left.length
  }
  const background = createBackground({
    everyMs: EVERY_MS,
    async work() {
      while (!background.isStopping && (await turn()));
      if (now() - tidiedMs < TIDY_MS) return
      tidiedMs = now()
      await tidy()
    },
    onError: error => log.warn({ err: error }, 'exporting records'),
  })
  return { start: background.start, stop: background.stop, turn, tidy }
}

/** One export: what it asks for is read into a spool, page by page, and the file is made of that. */
class ExportRun {
  readonly #deps: ExportWorkerDeps
  readonly #job: JobRow
  readonly #holder: string
  readonly #isStopping: () => boolean
  readonly #spool: Spool
  #columns: ColumnBook
  #done = 0

  constructor(deps: ExportWorkerDeps, job: JobRow, holder: string, isStopping: () => boolean) {
    this.#deps = deps
    this.#job = job
    this.#holder = holder
    this.#isStopping = isStopping
    this.#spool = new Spool(this.#locateSpool(holder))
    this.#columns = new ColumnBook(job.request, job.progress?.columns ?? [])
    this.#done = Number(job.done)
  }

  #locateSpool(holder: string): string {
    return this.#deps.exports.resolve(join(this.#job.tenant_id, `${this.#job.id}-${holder}.spool`))
  }

  async toEnd(): Promise<void> {
    const { log } = this.#deps
    const place = await this.#deps.exports.reserve(this.#job.tenant_id, `${this.#job.id}-${this.#holder}`)
    try {
      await this.#read()
      await this.#write(place.path)
      await this.#end({ state: 'done', file: await finish(place) })
    } catch (error) {
      await place.discard()
      await this.#spool.close()
      if (error instanceof LostError) return void (await this.#inTenant(tx => releaseJob(tx, this.#job, this.#holder)))
      if (error instanceof CancelledError) return this.#end({ state: 'cancelled' })
      const failure = toFailure(error)
      if (failure !== error) log.error({ err: error, exportId: this.#job.id }, 'exporting records')
      await this.#end({ state: 'failed', failure: failure.toDetail() })
    }
  }

  async #end(end: Parameters<typeof endJob>[3]): Promise<void> {
    await this.#inTenant(tx => endJob(tx, this.#job, this.#holder, end))
    await this.#spool.remove()
  }

  #inTenant<T>(work: (tx: Tx) => Promise<T>, groups: string[] | null = null): Promise<T> {
    return this.#deps.database.withTenant(this.#job.tenant_id, work, { groups })
  }

  /** From the newest on, or from where a process that ended had come to. */
  async #read(): Promise<void> {
    const { strategy_id: strategyId, request, requested_by: userId, progress } = this.#job
    const known = progress && this.#locateSpool(progress.holder)
    if (!(await this.#spool.resume(known, progress?.spoolBytes ?? 0))) {
      this.#columns = new ColumnBook(request, [])
      this.#done = 0
    } else if (progress?.isRead) return this.#spool.close()
    const owner = await this.#inTenant(tx => findGroups(tx, userId))
    if (!owner) throw refuse('notFound.user')
    const filter = readFilter(strategyId, request.filter)
    const byTime = isByTime(filter)
    let cursor = this.#done === 0 ? null : (progress?.cursor ?? null)
    for (let isRead = false; !isRead; ) {
      const after = readCursor(cursor ?? undefined, byTime)
      const page = await this.#inTenant(async tx => {
        const rows = await searchRecords(tx, { ...filter, after, limit: PAGE })
        return { rows, originals: await this.#deps.engine.records.readOriginals(tx, rows) }
      }, owner.groups)
      const last = page.rows.at(-1)
      isRead = page.rows.length < PAGE || !last
      if (last) cursor = writeCursor(toCursor(last, byTime))
      await this.#keep(page, cursor, isRead)
    }
    await this.#spool.close()
  }

  async #keep(
    {
      rows,
      originals,
    }: { readonly rows: Awaited<ReturnType<typeof searchRecords>>; readonly originals: ReadonlyMap<string, string> },
    cursor: string | null,
    isRead: boolean,
  ): Promise<void> {
    const tell = tellIn(readLanguage(this.#job.language), this.#deps.engine.translate)
    const records = rows.map(({ page_id, page_at, ordinal, run_id, retry_at, ...row }): SpooledRecord => {
      const original = originals.get(row.id) ?? null
      if (original !== null) this.#columns.add(readData(original))
      return { row: { ...row, error_message: row.error_message && tell(row.error_message) }, original }
    })
    const spoolBytes = await this.#spool.append(records)
    this.#done += records.length
    await this.#note({
      done: this.#done,
      progress: { cursor, spoolBytes, holder: this.#holder, columns: this.#columns.list(), isRead },
    })
  }

  async #note(move: {
    readonly done?: number
    readonly rows?: number
    readonly progress?: ExportProgress
  }): Promise<void> {
    const known = await this.#inTenant(tx => noteProgress(tx, this.#job, this.#holder, move))
    if (!known || this.#isStopping()) throw new LostError()
    if (known.cancel) throw new CancelledError()
  }

  async #write(path: string): Promise<void> {
    const { request, format, language } = this.#job
    const { record, all } = planColumns(request, this.#columns.list(), readLanguage(language))
    const file = await open(path, 'w', 0o600)
    try {
      const rows = this.#listLines(record)
      for await (const bytes of writeExport({ format, columns: all, encoding: request.encoding }, rows))
        for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** The lines of the file, and now and then word of how many there are. */
  async *#listLines(record: ReturnType<typeof planColumns>['record']): AsyncGenerator<Data> {
    const { now } = this.#deps
    const wanted = new Set(this.#columns.list().map(column => column.name))
    let rows = 0
    let notedMs = now()
    for await (const { row, original } of this.#spool.read()) {
      const own = Object.fromEntries(record.map(({ column, name, show }) => [name, show(row[column] ?? null)]))
      const lines = original === null ? [{}] : this.#columns.add(readData(original))
      for (const line of lines) {
        rows += 1
        yield { ...own, ...pick(line, wanted) }
      }
      if (now() - notedMs < NOTE_MS) continue
      notedMs = now()
      await this.#note({ rows })
    }
    await this.#note({ rows })
  }
}

/** Staged data is an object; whatever else a page may hold stands in one column. */
function readData(original: string): Data {
  const value = parseJson(original)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : { value }
}

function pick(line: Data, wanted: ReadonlySet<string>): Data {
  return Object.fromEntries(Object.entries(line).filter(([name]) => wanted.has(name)))
}

async function finish(place: Awaited<ReturnType<UploadStore['reserve']>>) {
  try {
    return await place.finish()
  } catch (cause) {
    throw new Failure({ code: 'export.disk', message: 'The file of the export could not be kept.', cause })
  }
}
