import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux has it; files in it are gone with the machine. */
export const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 2 * 1024 ** 3

/** Where what tests make lies in memory and no write waits for a disk; the usual place where that has no room. */
export function memoryDirectory(): string {
  return hasRoom() ? IN_MEMORY : tmpdir()
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
