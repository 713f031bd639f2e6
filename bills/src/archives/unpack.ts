import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { listSheets, readHead } from '@sluice/connector-kit/files'
import { Failure } from '@sluice/contract'
import type { BillFile } from '../raw-row.ts'
import { Meter, refuseArchive } from './limits.ts'
import { isXls, rewriteXls } from './rewrite-xls.ts'
import { type Place, unzip } from './unzip.ts'

export interface UnpackInit {
  /** An empty folder; whoever made it removes it. */
  readonly folder: string
  readonly password?: string
}

type Packing = 'zip' | 'gzip' | 'other' | null

function packingOf(head: Buffer): Packing {
  const start = head.toString('latin1', 0, 8)
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip'
  if (start.startsWith('\x1f\x8b')) return 'gzip'
  return /^(?:7z\xbc\xaf|Rar!|\xfd7zXZ|PK\x07\x08)/.test(start) ? 'other' : null
}

/**
 * The files that an upload holds: those of an archive, or itself. A workbook is an archive, too, and stays one; one of the
 * old kind becomes one of today.
 * @throws Failure
 */
export async function unpackBill(file: BillFile, { folder, password }: UnpackInit): Promise<readonly BillFile[]> {
  const members = await listMembers(file, folder, password)
  let count = 0
  return Promise.all(
    members.map(async member => {
      if (!(await isXls(member))) return member
      count += 1
      return rewriteXls(member, join(folder, `${count}.xlsx`))
    }),
  )
}

async function listMembers(file: BillFile, folder: string, password?: string): Promise<readonly BillFile[]> {
  const packing = packingOf(await readHead(file.path, file.name))
  if (packing === null || (packing === 'zip' && (await isWorkbook(file)))) return [file]
  if (packing === 'other') throw refuseArchive(file.name, 'it is an archive of another kind than ZIP and GZIP')
  let count = 0
  const place = async () => {
    count += 1
    const path = join(folder, String(count))
    return { path, file: await open(path, 'wx', 0o600) }
  }
  const members =
    packing === 'gzip'
      ? [await gunzip(file, await place())]
      : await unzip(file, { place, ...(password === undefined ? {} : { password }) })
  if (members.length === 0) throw refuseArchive(file.name, 'it holds no file')
  for (const member of members) {
    const inner = packingOf(await readHead(member.path, member.name))
    if (inner !== null && !(inner === 'zip' && (await isWorkbook(member))))
      throw refuseArchive(file.name, `${member.name} in it is an archive again`)
  }
  return members
}

async function gunzip(file: BillFile, { path, file: out }: Awaited<ReturnType<Place>>): Promise<BillFile> {
  const meter = new Meter(file.name, file.sizeBytes)
  let sizeBytes = 0
  try {
    await pipeline(
      createReadStream(file.path),
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          sizeBytes += chunk.length
          meter.add(chunk.length)
          await out.write(chunk)
        }
      },
      { signal: meter.signal },
    )
  } catch (error) {
    throw error instanceof Failure ? error : refuseArchive(file.name, 'it is damaged or cut off', error)
  } finally {
    await out.close()
  }
  return { path, name: file.name.replace(/\.gz$/i, ''), sizeBytes }
}

async function isWorkbook({ path, name, sizeBytes }: BillFile): Promise<boolean> {
  // The list of sheets is read from a workbook alone; what else is wrong with one is told where it is read.
  if (/\.xls[xm]$/i.test(name)) return true
  return listSheets({ path, name, id: name, sizeBytes, modifiedMs: 0 }).then(
    () => true,
    () => false,
  )
}
