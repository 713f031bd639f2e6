import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../thread/bare-environment.ts'

/** Whole numbers of 64 bits are bigint; everything else is as it was written. */
export type ParquetRow = Readonly<Record<string, string | bigint | boolean | null>>

const HEAP_MB = 1024

/**
 * Rows of a Parquet file that `writeExport` made, so many at a time; a group of them is decoded at once, so a thread of its own
 * does. @throws what the library says of a file that is damaged
 */
export async function* readParquet(path: string, together: number): AsyncGenerator<readonly ParquetRow[], void, void> {
  const worker = new Worker(new URL('./parquet-reader.ts', import.meta.url), {
    name: 'sluice-parquet-reader',
    workerData: { path, together },
    env: bareEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  try {
    for (;;) {
      worker.postMessage('next')
      const [rows] = (await once(worker, 'message')) as [readonly ParquetRow[] | null]
      if (rows === null) return
      yield rows
    }
  } finally {
    await worker.terminate()
  }
}
