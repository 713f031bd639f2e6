import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const INSTALLED = '/usr/lib/postgresql'

/** How a server ends without having been asked. */
export type Crash = 'immediate' | 'postmaster' | 'backend'

export interface OwnServer {
  readonly url: string
  crash(how: Crash): void
  /** As a supervisor does it, over and over: nothing while it runs. */
  bringBack(): void
  stop(): void
}

/** A PostgreSQL of the operator's own, by the system's programs, at a port of 127.0.0.1. It runs as nobody privileged. */
export async function startOwnServer(): Promise<OwnServer> {
  const version = readdirSync(INSTALLED).sort((one, other) => Number(other) - Number(one))[0]
  const program = (name: string) => join(INSTALLED, version ?? '', 'bin', name)
  const place = mkdtempSync(join(tmpdir(), 'sluice-own-server-'))
  const user = findUser()
  const options = { cwd: place, stdio: 'ignore' as const, ...user }
  chmodSync(place, 0o700)
  if (user) chownSync(place, user.uid, user.gid)
  const data = join(place, 'data')
  execFileSync(program('initdb'), ['-D', data, '-U', 'sluice', '--auth=trust', '--no-sync'], options)
  const port = await findFreePort()
  const settings = ['-p', String(port), '-k', place, '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=100']
  let server: ChildProcess | null = null
  const bringBack = (): void => {
    if (server?.exitCode === null && server.signalCode === null) return
    server = spawn(program('postgres'), ['-D', data, ...settings], options)
    server.on('error', () => undefined)
  }
  const url = `postgresql://sluice@127.0.0.1:${port}/postgres`
  const ask = (sql: string): string =>
    spawnSync(program('psql'), [url, '-Atc', sql], { encoding: 'utf8' }).stdout.trim()
  bringBack()
  for (let tries = 0; ask('select 1') !== '1'; tries++) {
    if (tries > 100) throw new Error('the server of its own did not start')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    url,
    bringBack,
    crash(how) {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const busy =
        "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1"
      if (how === 'backend') process.kill(Number(ask(busy)), 'SIGKILL')
      else process.kill(postmaster, how === 'immediate' ? 'SIGQUIT' : 'SIGKILL')
    },
    stop() {
      spawnSync(program('pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], options)
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; Debian's package brings a user. */
function findUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const [uid, gid] = ['-u', '-g'].map(which => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })))
  return { uid: uid!, gid: gid! } // two were asked for
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  await once(server, 'close')
  return port
}
