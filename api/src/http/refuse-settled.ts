import type { Failure } from '@sluice/contract'
import { getSqlState, SqlState } from '@sluice/db'
import { refuse } from './refuse.ts'

/** The database keeps settled months as they are; it says which month was asked for. undefined: another error. */
export function refuseSettled(error: unknown): Failure | undefined {
  const state = getSqlState(error)
  if (state !== SqlState.periodSettled && state !== SqlState.periodArchived) return undefined
  const value = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  const code = state === SqlState.periodSettled ? 'conflict.periodSettled' : 'conflict.periodArchived'
  return refuse(code, { value, cause: error })
}
