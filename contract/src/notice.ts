/**
 * What people are told of. A to-do stays open until its cause is gone; a message only tells. `about`: what its object is,
 * so that nobody is told of a strategy they may not see. `permission`: who may see the kind, null for everybody.
 */
export const noticeKinds = {
  'run.failed': { about: 'strategy', group: 'todo', level: 'error', permission: 'strategy:query' },
  'run.imbalance': { about: 'strategy', group: 'todo', level: 'fatal', permission: 'strategy:query' },
  'process.lost': { about: 'strategy', group: 'message', level: 'warning', permission: 'strategy:query' },
  'follow.lag': { about: 'strategy', group: 'todo', level: 'warning', permission: 'strategy:query' },
  'account.open': { about: 'connector', group: 'todo', level: 'error', permission: 'connector:query' },
  'credential.expiring': { about: 'connector', group: 'todo', level: 'warning', permission: 'connector:query' },
  'quota.records': { about: null, group: 'message', level: 'warning', permission: 'strategy:query' },
  'quota.storage': { about: null, group: 'message', level: 'warning', permission: 'strategy:query' },
  'approval.asked': { about: null, group: 'todo', level: 'info', permission: null },
  'token.expiring': { about: null, group: 'message', level: 'warning', permission: null },
} as const satisfies Record<string, NoticeRule>

interface NoticeRule {
  readonly about: 'strategy' | 'connector' | null
  readonly group: 'message' | 'todo'
  readonly level: 'info' | 'warning' | 'error' | 'fatal'
  readonly permission: string | null
}

export type NoticeKind = keyof typeof noticeKinds

/** The names of all kinds, in the order people choose among them. */
export const noticeKindNames = Object.keys(noticeKinds) as readonly NoticeKind[] // the object's own keys
