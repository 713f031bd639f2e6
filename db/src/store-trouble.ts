import { Failure } from '@sluice/contract'
import { getSqlState } from './sql-state.ts'

/** full: nothing more can be written; away: the database does not answer. Both pass without anything being lost. */
export type StoreTrouble = 'full' | 'away'

// disk_full; 58030 is io_error, of which a full disk is one.
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const FULL_MESSAGE = /no space left on device|disk quota exceeded/i
const AWAY = /^(08|57P0[1-5]|53300)/
/** Of places outside: what lies beneath these is their trouble. */
const FAR = /^(?:egress|connector)\./
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'])
const AWAY_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** What is wrong with the store when `error` comes from it; null for every other error. */
export function findStoreTrouble(error: unknown): StoreTrouble | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (FULL.has(code) || (getSqlState(cause) === '58030' && FULL_MESSAGE.test(cause.message))) return 'full'
    if (cause instanceof Failure) {
      if (FAR.test(code)) return null
      if (/^database\.(unreachable|busy|starting|full)$/.test(code)) return findStoreTrouble(cause.cause) ?? 'away'
      continue
    }
    if (AWAY.test(getSqlState(cause) ?? '') || AWAY_MESSAGE.test(cause.message)) return 'away'
    // The socket of the server; a missing file of ours is another matter.
    if (AWAY_CODES.has(code) && ('syscall' in cause ? /connect|read|write/.test(String(cause.syscall)) : true))
      return 'away'
  }
  return null
}
