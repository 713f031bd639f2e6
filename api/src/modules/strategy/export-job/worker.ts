import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Data, Failure, newId, parseJson } from '@sluice/contract'
import { type Database, isWorthRetrying } from '@sluice/db'
import { type Engine, tellSetAside, writeExport } from '@sluice/engine'
import { expireFiles, type Job, JobWorker, LostError, removeOld } from '@sluice/work'
import type { Logger } from 'pino'
import { readLanguage, tellIn } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import {
  IdSet,
  isByTime,
  readCursor,
  readFilter,
  readMoment,
  readMoved,
  searchRecords,
  toCursor,
  writeCursor,
} from '../strategy-data/index.ts'
import { ColumnBook, planColumns } from './export-columns.ts'
import { Spool, type SpooledRecord } from './spool.ts'
import { type ExportProgress, type ExportWork, exportKind, findGroups, findUnowned } from './store.ts'

export interface ExportWorkerDeps {
  readonly database: Database
  readonly engine: Pick<Engine, 'records' | 'translate'>
  /** Where files of exports lie. */
  readonly exports: UploadStore
  readonly log: Logger
  readonly now: () => number
}

export interface ExportWorker {
  start(): Promise<void>
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

/** Makes the files that people asked for, one after the other. */
export function createExportWorker(deps: ExportWorkerDeps): ExportWorker {
  const { database, log, now } = deps
  let tidiedMs = Number.NEGATIVE_INFINITY
  const tidy = async (): Promise<number> => {
    const paths = await database.withSystem(async tx => {
      const paths = await expireFiles(tx, exportKind)
      await removeOld(tx, exportKind)
      return paths
    })
    const old = await deps.exports.listBefore(now() - LEFT_BEHIND_MS)
    const left = old.length === 0 ? [] : await database.withSystem(tx => findUnowned(tx, old))
    for (const path of [...paths, ...left]) await deps.exports.remove(path)
    return paths.length + left.length
  }
  const worker = new JobWorker<ExportWork>({
    database,
    log,
    kind: exportKind,
    doing: 'exporting records',
    pollMs: EVERY_MS,
    run: job => new ExportRun(deps, job).toEnd(),
    tell: (tx, { strategy_id: objectId, requested_by: userId }, failure) =>
      tellSetAside(tx, { objectId, userId, failure }),
    async idle() {
      if (now() - tidiedMs < TIDY_MS) return
      tidiedMs = now()
      await tidy()
    },
  })
  return { start: () => worker.start(), stop: options => worker.stop(options), turn: () => worker.turn(), tidy }
}

interface FoundPage {
  readonly rows: Awaited<ReturnType<typeof searchRecords>>
  readonly originals: ReadonlyMap<string, string>
}

type RecordCursor = NonNullable<ReturnType<typeof readCursor>>

/** One export: what it asks for is read into a spool, page by page, and the file is made of that. */
class ExportRun {
  readonly #deps: ExportWorkerDeps
  readonly #job: Job<ExportWork>
  /** Whose files these are: no two claims write the same. */
  readonly #owner: string
  readonly #spool: Spool
  #columns: ColumnBook
  #done = 0
  /** Of a list by time: when it was begun. */
  #since: string | null = null

  constructor(deps: ExportWorkerDeps, job: Job<ExportWork>) {
    const { request, progress, done } = job.row
    this.#deps = deps
    this.#job = job
    this.#owner = newId(deps.now())
    this.#spool = new Spool(this.#locateSpool(this.#owner))
    this.#columns = new ColumnBook(request, progress?.columns ?? [])
    this.#done = progress?.read ?? Number(done)
  }

  #locateSpool(owner: string): string {
    const { tenant_id: tenantId, id } = this.#job.row
    return this.#deps.exports.resolve(join(tenantId, `${id}-${owner}.spool`))
  }

  async toEnd(): Promise<void> {
    const { tenant_id: tenantId, id } = this.#job.row
    const place = await this.#deps.exports.reserve(tenantId, `${id}-${this.#owner}`)
    try {
      await this.#read()
      await this.#write(place.path)
      const { path, sizeBytes: size_bytes, sha256 } = await finish(place)
      await this.#job.finish({ path, size_bytes, sha256 })
    } catch (error) {
      await place.discard()
      await this.#spool.close()
      // Whoever goes on needs what was read.
      if (!(error instanceof LostError) && !isWorthRetrying(error)) await this.#spool.remove()
      throw error
    }
    await this.#spool.remove()
  }

  /** From the newest on, or from where a process that ended had come to. */
  async #read(): Promise<void> {
    const { strategy_id: strategyId, request, requested_by: userId, progress } = this.#job.row
    const known = progress && this.#locateSpool(progress.holder)
    if (!(await this.#spool.resume(known, progress?.spoolBytes ?? 0))) {
      this.#columns = new ColumnBook(request, [])
      this.#done = 0
    } else if (progress?.isRead) return this.#spool.close()
    const owner = await this.#job.inTenant(tx => findGroups(tx, userId))
    if (!owner) throw refuse('notFound.user')
    const filter = readFilter(strategyId, request.filter)
    const byTime = isByTime(filter)
    const isNew = this.#done === 0
    let cursor = isNew ? null : (progress?.cursor ?? null)
    const tellMoment = (): Promise<string> => this.#job.inTenant(readMoment)
    // What an older version began does not say when.
    if (byTime) this.#since = isNew ? await tellMoment() : (progress?.since ?? '-infinity')
    const readPage = (change: Partial<Parameters<typeof searchRecords>[1]>): Promise<FoundPage> =>
      this.#job.inTenant(async tx => {
        const rows = await searchRecords(tx, { ...filter, after: null, limit: PAGE, ...change })
        return { rows, originals: await this.#deps.engine.records.readOriginals(tx, rows) }
      }, owner)
    for (let isEnd = false; !isEnd; ) {
      const page = await readPage({ after: readCursor(cursor ?? undefined, byTime) })
      const last = page.rows.at(-1)
      isEnd = page.rows.length < PAGE || !last
      if (last) cursor = writeCursor(toCursor(last, byTime))
      await this.#keep(page, cursor, isEnd && !byTime)
    }
    if (byTime) await this.#keepMoved(cursor, tellMoment, readPage)
    await this.#spool.close()
  }

  /** Records that were changed while the list was read, and so went to its front. */
  async #keepMoved(
    cursor: string | null,
    tellMoment: () => Promise<string>,
    readPage: (change: Partial<Parameters<typeof searchRecords>[1]>) => Promise<FoundPage>,
  ): Promise<void> {
    const seen = new IdSet()
    for await (const { row } of this.#spool.read()) seen.add(String(row['id']))
    const read = async (since: string, after: RecordCursor | null) => {
      const { rows, originals } = await readPage({ since, after })
      return rows.map(row => ({ row, originals }))
    }
    const since = this.#since ?? '-infinity'
    for await (const found of readMoved({ since, seen, limit: PAGE, tellMoment, read })) {
      const originals = found[0]?.originals ?? new Map<string, string>()
      await this.#keep({ rows: found.map(({ row }) => row), originals }, cursor, false)
    }
    await this.#keep({ rows: [], originals: new Map() }, cursor, true)
  }

  async #keep({ rows, originals }: FoundPage, cursor: string | null, isRead: boolean): Promise<void> {
    const tell = tellIn(readLanguage(this.#job.row.language), this.#deps.engine.translate)
    const records = rows.map(({ page_id, page_at, ordinal, run_id, retry_at, ...row }): SpooledRecord => {
      const original = originals.get(row.id) ?? null
      if (original !== null) this.#columns.add(readData(original))
      return { row: { ...row, error_message: row.error_message && tell(row.error_message) }, original }
    })
    const spoolBytes = await this.#spool.append(records)
    this.#done += records.length
    const progress: ExportProgress = {
      cursor,
      ...(this.#since === null ? {} : { since: this.#since }),
      read: this.#done,
      spoolBytes,
      holder: this.#owner,
      columns: this.#columns.list(),
      isRead,
    }
    await this.#job.note({ done: this.#done, progress: JSON.stringify(progress) }, { isFurther: true })
  }

  async #write(path: string): Promise<void> {
    const { request, format, language } = this.#job.row
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
      await this.#job.note({ rows })
    }
    await this.#job.note({ rows })
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
