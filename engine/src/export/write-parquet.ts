import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Bytes, type Data, ExactNumber, Failure, toJson, type Value } from '@sluice/contract'
import { bareEnvironment } from '../thread/bare-environment.ts'
import type { ExportColumn, ExportKind } from './export-column.ts'
import type { Cell } from './parquet-worker.ts'

/** So many cells are handed over at a time: a few milliseconds of this thread. */
const TOGETHER = 10_000
/** A group of rows, and the file's list of its groups and columns, lie in the memory of the thread that writes. */
const HEAP_MB = 1024

/** The library writes a group of rows at once, and the list of all groups at the end; so a thread of its own does. */
export async function* writeParquet(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Data>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./parquet-worker.ts', import.meta.url), {
    name: 'sluice-parquet',
    workerData: columns,
    env: bareEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  try {
    for await (const cells of gather(columns, rows)) {
      const bytes = await ask(worker, cells)
      if (bytes.length > 0) yield bytes
    }
    yield await ask(worker, null)
  } finally {
    await worker.terminate()
  }
}

async function ask(worker: Worker, rows: readonly (readonly Cell[])[] | null): Promise<Uint8Array> {
  worker.postMessage(rows)
  try {
    const [bytes] = await once(worker, 'message')
    return bytes as Uint8Array // by the worker
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error
  }
}

const tooMuch = (): Failure =>
  new Failure({
    code: 'export.rows',
    message: 'Parquet of so many rows and columns takes more memory than one export may use.',
    advice: 'Narrow the filter, or choose CSV or JSON Lines.',
  })

async function* gather(columns: readonly ExportColumn[], rows: AsyncIterable<Data>): AsyncGenerator<Cell[][]> {
  const most = Math.max(1, Math.floor(TOGETHER / columns.length))
  let group: Cell[][] = []
  for await (const row of rows) {
    group.push(columns.map(column => toCell(row[column.name], column.kind)))
    if (group.length < most) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

function toCell(value: Value | undefined, kind: ExportKind): Cell {
  if (value === null || value === undefined) return null
  if (kind === 'boolean') return value as boolean // every value of the column is one
  if (kind === 'int') return BigInt(String(value))
  if (typeof value === 'string') return value
  if (value instanceof Bytes) return value.base64
  return typeof value === 'object' && !(value instanceof ExactNumber) ? toJson(value) : String(value)
}
