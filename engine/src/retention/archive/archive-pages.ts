import { Failure, newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { deleteExpired, type PageKey, type PageRule } from '../expired-pages.ts'
import { type ArchiveFiles, publish } from './archive-files.ts'
import { readArchiveRows } from './archive-rows.ts'
import { checkArchive, hashFile } from './read-archive.ts'
import { type ArchiveContent, writeArchive } from './write-archive.ts'

export interface ArchiveWorld {
  readonly files: ArchiveFiles
  now(): number
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** What lies beside each archive, for whoever has the files and no database. */
interface Manifest {
  readonly archive: string
  readonly strategy: string
  readonly pages: number
  readonly records: number
  readonly size_bytes: number
  readonly content_sha256: string
  readonly file_sha256: string
}

/**
 * Pages to a file, and then they go. Nothing is deleted before the file is on the disk under its name, has been read
 * back whole, and gave the count and the hash that were taken while it was written.
 * @returns pages deleted
 */
export async function archivePages(world: ArchiveWorld, rule: PageRule, keys: readonly PageKey[]): Promise<number> {
  const { tenantId, strategyId } = rule
  const id = newId(world.now())
  const path = `${tenantId}/${strategyId}/${keys[0]!.created_at.slice(0, 10)}-${id}.parquet` // the caller found some
  try {
    const content = await writeArchive(
      world.files,
      path,
      readArchiveRows(work => world.inTenant(tenantId, work), rule, keys),
    )
    const { sizeBytes, sha256 } = await hashFile(world.files, path)
    // Before it is parsed: a parser given other bytes than were written may do anything.
    if (!sha256.equals(content.fileSha256)) throw differs()
    await writeManifest(world.files, path, {
      archive: id,
      strategy: strategyId,
      pages: keys.length,
      records: content.records,
      size_bytes: sizeBytes,
      content_sha256: content.contentSha256.toString('hex'),
      file_sha256: sha256.toString('hex'),
    })
    await requireEqual(world.files, path, content)
    return await world.inTenant(tenantId, async tx => {
      await insertArchive(tx, { id, path, strategyId, keys, content, sizeBytes, sha256 })
      return deleteExpired(tx, rule, keys)
    })
  } catch (error) {
    // Nothing was deleted; what lies there belongs to no archive.
    for (const name of [path, manifestOf(path)]) await world.files.remove(name).catch(() => undefined)
    throw error
  }
}

export const manifestOf = (path: string): string => `${path}.json`

const writeManifest = (files: ArchiveFiles, path: string, manifest: Manifest): Promise<void> =>
  publish(files, manifestOf(path), file => file.write(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)))

/** @throws Failure `archive.differs` */
export async function requireEqual(files: ArchiveFiles, path: string, expected: ArchiveContent): Promise<void> {
  const found = await checkArchive(files, path)
  if (found.records === expected.records && found.contentSha256.equals(expected.contentSha256)) return
  throw differs()
}

const differs = (): Failure =>
  new Failure({
    code: 'archive.differs',
    message: 'The archive does not read back as it was written, so nothing was deleted.',
    advice: 'Check the disk below DATA_DIR/archive.',
  })

interface NewArchive {
  readonly id: string
  readonly path: string
  readonly strategyId: string
  readonly keys: readonly PageKey[]
  readonly content: ArchiveContent
  readonly sizeBytes: number
  readonly sha256: Buffer
}

async function insertArchive(tx: Tx, archive: NewArchive): Promise<void> {
  const { id, path, strategyId, keys, content, sizeBytes, sha256 } = archive
  const ids = keys.map(key => BigInt(key.id)).sort((a, b) => (a < b ? -1 : 1))
  const times = keys.map(key => key.created_at).sort()
  await tx.execute(
    `insert into archive_file (id, strategy_id, path, pages, records, size_bytes, content_sha256, file_sha256,
       first_page, last_page, oldest, newest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      strategyId,
      path,
      keys.length,
      content.records,
      sizeBytes,
      content.contentSha256,
      sha256,
      ids[0],
      ids.at(-1),
      times[0],
      times.at(-1),
    ],
  )
}
