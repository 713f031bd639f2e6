/** The error classes of PostgreSQL that the product acts on. Appendix A of its manual. */
export const SqlState = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  checkViolation: '23514',
  insufficientPrivilege: '42501',
  duplicateObject: '42710',
  serializationFailure: '40001',
  deadlock: '40P01',
  queryCanceled: '57014',
  tooManyConnections: '53300',
  /** Ours: a line of a settled month would change, or would be known twice because its month lies in an archive. */
  periodSettled: 'SL001',
  periodArchived: 'SL002',
} as const

/** SQLSTATE of an error of the database, or undefined for every other error. */
export function getSqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** `constraint` narrows to one unique index or key. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (getSqlState(error) !== SqlState.uniqueViolation) return false
  return (
    constraint === undefined || (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  )
}

/** The same transaction, run again from its beginning, may succeed: deadlocks and serialization failures. */
export function isWorthRetrying(error: unknown): boolean {
  const state = getSqlState(error)
  return state === SqlState.serializationFailure || state === SqlState.deadlock
}
