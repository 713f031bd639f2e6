import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newId } from '@sluice/contract'
import type { EngineDeps } from '@sluice/engine'
import type { Settings } from './env.ts'
import type { OwnPlaces } from './own-places.ts'
import { version } from './version.ts'

/** How this process shows itself to the others of the installation. */
export async function describeSelf(
  settings: Settings,
  of: { readonly keyId: string; readonly filesDir: string; readonly own: OwnPlaces },
): Promise<NonNullable<EngineDeps['process']>> {
  return {
    id: newId(),
    host: hostname(),
    pid: process.pid,
    version,
    roles: settings.roles,
    labels: settings.labels,
    mode: settings.mode,
    keyId: of.keyId,
    filesId: await readMark(of.filesDir),
    concurrency: settings.roles.includes('worker') ? settings.concurrency : 0,
    get places() {
      return of.own.shown
    },
  }
}

/** A mark of the directory itself, made once: processes that read the same mark share their files. */
async function readMark(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, '.mark')
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known !== null) return known
  const part = `${path}.${randomUUID()}`
  await writeFile(part, randomUUID(), { mode: 0o600, flush: true })
  // A link fails when another process was first; then both read that one's.
  await link(part, path).catch(() => undefined)
  await rm(part, { force: true })
  return readFile(path, 'utf8')
}
