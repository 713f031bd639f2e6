import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { readHead } from '@sluice/connector-kit/files'
import { Failure } from '@sluice/contract'
import type { BillFile } from '../raw-row.ts'

/** Of the old kind has 65,536 rows at most; a full one with texts of 30 columns is half as large. */
export const xlsLimits = { bytes: 64 * 1024 * 1024, heapMb: 768, millis: 60_000 }

const COMPOUND = '\xd0\xcf\x11\xe0'

/** Whether it is a workbook of the old kind, which banks still send. What is locked by a password has its name inside, too. */
export async function isXls({ path, name }: BillFile): Promise<boolean> {
  const head = await readHead(path, name)
  const isLocked = ['EncryptedPackage', 'EncryptionInfo'].some(part => head.includes(Buffer.from(part, 'utf16le')))
  return head.toString('latin1', 0, 4) === COMPOUND && !isLocked
}

/**
 * The same workbook as an XLSX at `to`, so that one reader judges the cells of both.
 * @throws Failure `bill.xls` when it is damaged, locked or too large
 */
export async function rewriteXls(file: BillFile, to: string): Promise<BillFile> {
  const { path, name, sizeBytes } = file
  if (sizeBytes > xlsLimits.bytes) throw refuse(name, `it has more than ${xlsLimits.bytes / 2 ** 20} MiB`)
  const worker = new Worker(new URL('./xls-worker.ts', import.meta.url), {
    name: 'sluice-xls',
    workerData: { from: path, to },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: xlsLimits.heapMb },
  })
  try {
    await once(worker, 'exit', { signal: AbortSignal.timeout(xlsLimits.millis) })
  } catch (error) {
    throw refuse(name, reasonOf(error), error)
  } finally {
    await worker.terminate()
  }
  return { path: to, name, sizeBytes: (await stat(to)).size }
}

function reasonOf(error: unknown): string {
  const { code, name, message } = error as { code?: string; name?: string; message?: string }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it is too large to be read'
  if (name === 'AbortError') return `reading it takes longer than ${xlsLimits.millis / 1000} seconds`
  return /password|encrypt/i.test(message ?? '') ? 'it is locked by a password' : 'it is damaged or cut off'
}

const refuse = (name: string, why: string, cause?: unknown): Failure =>
  new Failure({
    code: 'bill.xls',
    message: `${name} is a workbook of the old XLS kind and is refused: ${why}.`,
    advice: 'Open it in Excel or WPS and save it as XLSX.',
    ...(cause === undefined ? {} : { cause }),
  })
