import type { api } from '../../../../lib/api.ts'

/** Whose calls a change would break, and of how many that is said. */
export type Callers = Awaited<ReturnType<typeof api.strategyCallers.check>>['content']

/** Which target fields go, and what would miss them. */
export type FieldImpact = Awaited<ReturnType<typeof api.lineage.change>>['content']

/** Calls that a change is held against. */
export const CALLS_DAYS = 7
