import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SOCKET_NAME = '.s.PGSQL.5432'

// sun_path holds 107 bytes on Linux and 103 on macOS, the final zero not counted.
const MAX_SOCKET_BYTES = 103

/**
 * A short path to the directory with the socket. The server binds inside its own directory; where that path is too
 * long for a socket address, the client takes a private link to it.
 */
export function linkSocket(directory: string): { readonly directory: string; unlink(): void } {
  if (Buffer.byteLength(join(directory, SOCKET_NAME)) <= MAX_SOCKET_BYTES) return { directory, unlink: () => undefined }
  const home = mkdtempSync(join(tmpdir(), 'sluice-'))
  const link = join(home, 'pg')
  symlinkSync(directory, link)
  return { directory: link, unlink: () => rmSync(home, { recursive: true, force: true }) }
}
