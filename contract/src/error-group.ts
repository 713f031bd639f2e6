import { retireKinds } from './retire.ts'

/**
 * What kind of trouble a failure is, by which people look for it and are told what helps.
 * limit: the far system asks for patience; duplicate: the target has it already; script: an expression of the mapping.
 */
export const errorCategories = [
  'network',
  'timeout',
  'auth',
  'limit',
  'parameter',
  'business',
  'duplicate',
  'mapping',
  'script',
] as const
export type ErrorCategory = (typeof errorCategories)[number]

/** What people made of a group. A new failure opens a resolved group again; an ignored one stays ignored. */
export const errorGroupStatuses = ['open', 'progress', 'ignored', 'resolved'] as const
export type ErrorGroupStatus = (typeof errorGroupStatuses)[number]

/**
 * Where the cause is most likely mended.
 * map: a line is missing in a value map; mapping: the rule of a field; data: the content of the records; connector: address
 * or rights; target: its resource and options; wait: it heals by itself; look: a person has to look at the far system.
 */
export const errorRepairs = ['map', 'mapping', 'data', 'connector', 'target', 'wait', 'look'] as const
export type ErrorRepair = (typeof errorRepairs)[number]

/**
 * remap: through the current mapping; correct: with changed fields first; refetch: read from the source again; resend: what
 * was sent, as it was; ignore: the records are left out; retire…: what becomes of a document that no row gives any more.
 */
export const replayKinds = ['remap', 'correct', 'refetch', 'resend', 'ignore', ...retireKinds] as const
export type ReplayKind = (typeof replayKinds)[number]

export const replayStates = ['choosing', 'running', 'done', 'failed', 'cancelled'] as const
export type ReplayState = (typeof replayStates)[number]

/** waiting: not yet touched; sent: put back, a run has it or will take it; excluded: not touched, with a reason. */
export const replayItemStates = [
  'waiting',
  'reading',
  'sent',
  'written',
  'failed',
  'unknown',
  'ignored',
  'excluded',
  'cancelled',
] as const
export type ReplayItemState = (typeof replayItemStates)[number]
