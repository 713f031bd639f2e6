import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { formatRecords } from '@sluice/connector-kit/files'
import { readJournal, readPlan } from './journal.ts'

const PREFIX = '.sluice-'
const SUFFIX = '.journal'
/** A journal of another machine is taken for left behind when nothing was written for so long. */
const FOREIGN_IDLE_MS = 3_600_000
/** Journals this process is writing. */
const underWay = new Set<string>()

/** A new name for a journal, held until `release`. */
export function holdJournalPath(directory: string, file: string): string {
  const path = join(directory, `${PREFIX}${process.pid}-${encodeURIComponent(hostname())}-${file}${SUFFIX}`)
  underWay.add(path)
  return path
}

export const releaseJournalPath = (path: string): void => void underWay.delete(path)

/** Turns a whole journal into its file. Repeating it after a crash at any point gives the same file. */
export async function finishJournal(directory: string, path: string): Promise<void> {
  const plan = await readPlan(path)
  const columns = plan === null ? null : await findColumns(path)
  if (plan !== null && columns !== null) {
    const part = `${path}.part`
    await writeDurably(part, formatRecords(columns, readJournal(path), plan.options))
    await rename(part, join(directory, plan.file))
    await syncDirectory(directory)
  }
  await rm(path)
}

/** Finishes what crashed processes have left in a directory. */
export async function recoverJournals(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const isJournal = name.startsWith(PREFIX) && name.endsWith(SUFFIX)
    if (!isJournal || underWay.has(path) || !(await isLeft(name, path, now))) continue
    underWay.add(path)
    try {
      await finishJournal(directory, path)
    } finally {
      underWay.delete(path)
    }
  }
}

/** Writes a new file and answers when it is on disk. */
export async function writeDurably(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'w', 0o640)
  try {
    for await (const block of gather(chunks)) await file.writeFile(block)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Every field of the records, in the order in which they first appear; null when there are no records. */
async function findColumns(path: string): Promise<string[] | null> {
  const columns = new Set<string>()
  let count = 0
  for await (const record of readJournal(path)) {
    count += 1
    for (const name of Object.keys(record)) columns.add(name)
  }
  return count === 0 ? null : [...columns]
}

/** Rows are small; the disk wants larger pieces. */
async function* gather(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < 256 * 1024) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  yield Buffer.concat(held)
}

/** Whether the process that wrote it is gone. */
async function isLeft(name: string, path: string, now: number): Promise<boolean> {
  const [pid, host] = name.slice(PREFIX.length).split('-')
  // A hyphen in the name of the machine is kept apart by comparing the beginning.
  const isOurs =
    host !== undefined && name.slice(PREFIX.length + `${pid}-`.length).startsWith(`${encodeURIComponent(hostname())}-`)
  if (!isOurs)
    return (
      now -
        (await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => now,
        )) >
      FOREIGN_IDLE_MS
    )
  return Number(pid) === process.pid || !isAlive(Number(pid))
}

/** Signal 0 asks and does nothing. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function syncDirectory(directory: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(directory, 'r')
    await handle.sync()
  } finally {
    await handle?.close()
  }
}
