import { createReadStream, type ReadStream } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Failure } from '@sluice/contract'
import {
  type DumpHead,
  damaged,
  dumpDatabase,
  type Frame,
  isEmptyDatabase,
  listKeyIds,
  listMigrations,
  loadDatabase,
  migrate,
  nextFrame,
  readFrameJson,
  readFrames,
  startEmbedded,
  writeFrame,
  writeJson,
} from '@sluice/db'
import type { Settings } from './env.ts'
import { makeDataDir } from './make-data-dir.ts'
import { findKeyId } from './master-key.ts'

/** Below DATA_DIR, beside the database. The master key is left out on purpose: who has a backup has no secrets yet. */
const FOLDERS = ['files', 'archive'] as const
const PIECE_BYTES = 2 ** 20

/** The whole installation but its master key into one file: written beside, synced, renamed. The product may run. */
export async function backUp(settings: Settings, path: string): Promise<{ readonly sizeBytes: number }> {
  const target = resolve(path)
  const part = `${target}.part`
  const embedded = settings.databaseUrl === null ? await startEmbedded({ dataDir: settings.dataDir }) : null
  try {
    const file = await open(part, 'w', 0o600)
    try {
      const zstd = createZstdCompress({
        params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
      })
      const frames = collect(settings.databaseUrl ?? embedded!.url, settings.dataDir) // one of the two is there
      await pipeline(Readable.from(frames), zstd, async function write(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) await file.appendFile(chunk)
      })
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, target)
    const folder = await open(dirname(target), 'r')
    await folder.sync().finally(() => folder.close())
    return { sizeBytes: (await stat(target)).size }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await embedded?.stop()
  }
}

async function* collect(url: string, dataDir: string): AsyncGenerator<Buffer, void, void> {
  // The database first: whatever file it names is then there still.
  yield* dumpDatabase(url)
  for (const folder of FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries.filter(each => each.isFile() && !each.name.endsWith('.part'))) {
      const full = join(entry.parentPath, entry.name)
      yield writeJson({ file: relative(dataDir, full) })
      for await (const chunk of createReadStream(full, { highWaterMark: PIECE_BYTES }))
        yield writeFrame('data', chunk as Buffer)
      yield writeFrame('end')
    }
  }
  yield writeFrame('end')
}

export interface Restored {
  /** Sealed secrets cannot be opened by the master key of this installation, or it has none yet. */
  readonly isKeyMissing: boolean
}

/** Into an empty place only. A backup of an older version is brought to this one afterwards. */
export async function restore(settings: Settings, path: string): Promise<Restored> {
  const file = await openBackup(path)
  const source = createZstdDecompress()
  file.on('error', error => source.destroy(error)).pipe(source)
  await makeDataDir(settings.dataDir)
  const embedded = settings.databaseUrl === null ? await startEmbedded({ dataDir: settings.dataDir }) : null
  const url = settings.databaseUrl ?? embedded!.url // one of the two is there
  try {
    await requireEmpty(url)
    const frames = readFrames(source)[Symbol.asyncIterator]()
    const head = readFrameJson<DumpHead>(await nextFrame(frames))
    await migrateTo(url, head)
    await loadDatabase(url, frames)
    await writeFiles(settings.dataDir, frames)
    await migrate(url)
    return { isKeyMissing: await isKeyMissing(settings, url) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // What zstd says about bytes that are none of its own, or that end too early.
    if ((typeof code === 'string' && /^(ZSTD_|Z_|ERR_ZSTD)/.test(code)) || error instanceof SyntaxError)
      throw damaged(error)
    throw error
  } finally {
    source.destroy()
    file.destroy()
    await embedded?.stop()
  }
}

async function openBackup(path: string): Promise<ReadStream> {
  try {
    return (await open(resolve(path))).createReadStream()
  } catch (cause) {
    throw new Failure({ code: 'restore.missing', message: `There is no backup ${path} that can be read.`, cause })
  }
}

async function requireEmpty(url: string): Promise<void> {
  if (await isEmptyDatabase(url)) return
  throw new Failure({
    code: 'restore.notEmpty',
    message: 'There is data here already, and a restore never writes over data.',
    field: 'DATA_DIR',
    advice: 'Give an empty DATA_DIR, or an empty database by DATABASE_URL.',
  })
}

/** The tables as they were when the backup was made. @throws Failure when this version does not know them */
async function migrateTo(url: string, { migrations }: DumpHead): Promise<void> {
  const known = new Map(listMigrations().map(each => [each.name, each]))
  const strange = migrations.find(({ name, checksum }) => known.get(name)?.checksum !== checksum)
  if (strange)
    throw new Failure({
      code: 'restore.version',
      message: `This backup is of another Sluice: it knows ${strange.name}.`,
      advice: 'Restore it with the version that made it, then upgrade.',
    })
  const directory = await mkdtemp(join(tmpdir(), 'sluice-restore-'))
  try {
    for (const { name } of migrations) await cp(known.get(name)!.path, join(directory, `${name}.sql`)) // found above
    await migrate(url, { directory })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function writeFiles(dataDir: string, frames: AsyncIterator<Frame>): Promise<void> {
  for (;;) {
    const frame = await nextFrame(frames)
    if (frame.kind === 'end') return
    const { file } = readFrameJson<{ file: string }>(frame)
    const full = resolve(dataDir, file)
    if (!FOLDERS.some(folder => full.startsWith(join(dataDir, folder) + sep))) throw damaged()
    await mkdir(dirname(full), { recursive: true, mode: 0o700 })
    const handle = await open(full, 'w', 0o600)
    try {
      for (let piece = await nextFrame(frames); piece.kind === 'data'; piece = await nextFrame(frames))
        await handle.appendFile(piece.bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

async function isKeyMissing({ dataDir, masterKey }: Settings, url: string): Promise<boolean> {
  const id = await findKeyId(dataDir, masterKey)
  return (await listKeyIds(url)).some(used => used !== id)
}
