import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@sluice/contract'
import type { MasterKeys } from '@sluice/db'

/**
 * The installation's master key: the given one, else `<dataDir>/master.key`, made once and readable by its owner only.
 * `old` opens what it wrapped until everything is wrapped by the current one.
 */
export async function readMasterKeys(
  dataDir: string,
  given: Buffer | null,
  old: Buffer | null = null,
): Promise<MasterKeys> {
  const key = given ?? (await readOrMake(join(dataDir, 'master.key')))
  const id = idOf(key)
  return { current: id, keys: new Map([...(old ? [[idOf(old), old] as const] : []), [id, key]]) }
}

/** The id of the key that is there; null: none, and none is made. */
export async function findKeyId(dataDir: string, given: Buffer | null): Promise<string | null> {
  const key = given ?? (await readKey(join(dataDir, 'master.key')))
  return key && idOf(key)
}

/** Tells keys apart in the database without saying anything about them. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('master-key-id').update(key).digest('hex').slice(0, 12)

async function readOrMake(path: string): Promise<Buffer> {
  const known = await readKey(path)
  if (known) return known
  const part = `${path}.${process.pid}.part`
  await writeFile(part, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  // A link fails when another process made the key first; then both use that one.
  await link(part, path).catch(() => undefined)
  await rm(part, { force: true })
  await chmod(path, 0o600)
  return (await readKey(path))! // written by us or by the other process
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === 32) return key
  throw new Failure({
    code: 'settings.masterKey',
    message: `${path} does not hold a key of 32 bytes in base64. Restore it from a backup: without it stored secrets cannot be opened.`,
  })
}
