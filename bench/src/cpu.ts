import { readdirSync, readFileSync } from 'node:fs'

/** CPU microseconds so far: of a process itself, and of everything below it. 0 where the system does not tell. */
export function readCpuUs(pid: number): { readonly self: number; readonly below: number } {
  const children = Map.groupBy(listProcesses(), process => process.parent)
  const sum = (id: number): number =>
    (children.get(id) ?? []).reduce((total, child) => total + readUs(child.pid, 4) + sum(child.pid), 0)
  // Children that ended are in the figures of the process that waited for them.
  return { self: readUs(pid, 2), below: sum(pid) + readUs(pid, 4) - readUs(pid, 2) }
}

/** The parent of a process; null where the system does not tell. */
export const readParent = (pid: number): number | null => Number(readStat(pid)?.[1]) || null

/** 100 ticks a second on every Linux this runs on. */
const TICK_US = 10_000

/** `count` 2: user and system; 4: those of ended children too. */
const readUs = (pid: number, count: number): number =>
  (readStat(pid)?.slice(11, 11 + count) ?? []).reduce((total, ticks) => total + Number(ticks), 0) * TICK_US

function listProcesses(): { pid: number; parent: number }[] {
  try {
    const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
    return pids.map(name => ({ pid: Number(name), parent: readParent(Number(name)) ?? 0 }))
  } catch {
    return []
  }
}

/** The fields after the command's name, which may hold blanks. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
