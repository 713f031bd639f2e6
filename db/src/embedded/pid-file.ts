import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { isAlive } from './process-state.ts'
import { linkSocket, SOCKET_NAME } from './socket.ts'

const ANSWER_LIMIT_MS = 2000

/** What postmaster.pid says: line 1 is the process, line 8 its status. */
export interface PidFile {
  readonly pid: number
  /** starting, stopping, ready, standby; empty before the first status. */
  readonly status: string
}

export function readPidFile(directory: string): PidFile | null {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
    // Half written: the number may be cut, so it counts as absent for this look.
    return lines.length < 2 ? null : { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

/** absent: none, or a file PostgreSQL itself sees through; stale: a file whose number now belongs to a stranger. */
export type Sight = { readonly state: 'ready' | 'busy' | 'absent' | 'stale'; readonly pid: number }

/** Whether a server lives in the directory. The socket counts more than the number, which is reused after a reboot. */
export async function seePostmaster(directory: string): Promise<Sight> {
  const file = readPidFile(directory)
  if (!file) return { state: 'absent', pid: 0 }
  const { pid, status } = file
  if (await answers(directory)) return { state: status === 'ready' ? 'ready' : 'busy', pid }
  if (!isAlive(pid)) return { state: 'absent', pid }
  return { state: isPostmaster(pid, directory) ? 'busy' : 'stale', pid }
}

/** PostgreSQL would take a stranger of the same user for its server and refuse to start. */
export function removeStaleFiles(directory: string): void {
  for (const name of ['postmaster.pid', `${SOCKET_NAME}.lock`, SOCKET_NAME])
    rmSync(join(directory, name), { force: true })
}

function isPostmaster(pid: number, directory: string): boolean {
  try {
    // The server works in its own directory, which is proof; elsewhere only the name of the program can be asked.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === directory
    return execFileSync('/bin/ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false
  }
}

function answers(directory: string): Promise<boolean> {
  const link = linkSocket(directory)
  return new Promise<boolean>(resolve => {
    const socket = createConnection(join(link.directory, SOCKET_NAME))
    const settle = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.setTimeout(ANSWER_LIMIT_MS, () => settle(false))
  }).finally(() => link.unlink())
}
