/**
 * What people are told of. A to-do stays open until its cause is gone; a message only tells. `about`: what its object is,
 * so that nobody is told of a strategy they may not see. `permission`: who may see the kind, null for everybody.
 * `leadsTo`: the console's page of what it speaks of, `{id}` for its object; those who see the kind may open it.
 */
export const noticeKinds = {
  'run.failed': {
    about: 'strategy',
    group: 'todo',
    level: 'error',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}?tab=runs',
  },
  'run.partial': {
    about: 'strategy',
    group: 'todo',
    level: 'warning',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}?tab=runs',
  },
  'run.imbalance': {
    about: 'strategy',
    group: 'todo',
    level: 'fatal',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}?tab=runs',
  },
  'process.lost': {
    about: 'strategy',
    group: 'message',
    level: 'warning',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}?tab=runs',
  },
  'job.setAside': {
    about: 'strategy',
    group: 'message',
    level: 'error',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}',
  },
  'discovery.setAside': {
    about: 'connector',
    group: 'message',
    level: 'error',
    permission: 'connector:query',
    leadsTo: '/connector/detail/{id}',
  },
  'tenantExport.setAside': {
    about: null,
    group: 'message',
    level: 'error',
    permission: 'tenant:query',
    leadsTo: '/system/tenant',
  },
  'follow.lag': {
    about: 'strategy',
    group: 'todo',
    level: 'warning',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}',
  },
  'error.found': {
    about: 'strategy',
    group: 'todo',
    level: 'error',
    permission: 'strategy:query',
    leadsTo: '/strategy/error/data?strategy={id}',
  },
  'error.assigned': {
    about: null,
    group: 'todo',
    level: 'info',
    permission: 'strategy:query',
    leadsTo: '/strategy/error/data?open={id}',
  },
  'strategy.health': {
    about: 'strategy',
    group: 'todo',
    level: 'warning',
    permission: 'strategy:query',
    leadsTo: '/strategy/health?strategy={id}',
  },
  'catalogue.changed': {
    about: 'strategy',
    group: 'todo',
    level: 'warning',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}',
  },
  'canary.ready': {
    about: 'strategy',
    group: 'todo',
    level: 'info',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}?tab=publish',
  },
  'canary.rolledBack': {
    about: 'strategy',
    group: 'todo',
    level: 'error',
    permission: 'strategy:query',
    leadsTo: '/strategy/detail/{id}?tab=publish',
  },
  'alert.strategy': {
    about: 'strategy',
    group: 'todo',
    level: 'error',
    permission: 'strategy:query',
    leadsTo: '/strategy/health?strategy={id}',
  },
  'alert.connector': {
    about: 'connector',
    group: 'todo',
    level: 'error',
    permission: 'connector:query',
    leadsTo: '/connector/detail/{id}',
  },
  'alert.system': {
    about: null,
    group: 'todo',
    level: 'error',
    permission: 'strategy:query',
    leadsTo: '/strategy/health?tab=delivery',
  },
  'account.open': {
    about: 'connector',
    group: 'todo',
    level: 'error',
    permission: 'connector:query',
    leadsTo: '/connector/detail/{id}?tab=calls',
  },
  'credential.expiring': {
    about: 'connector',
    group: 'todo',
    level: 'warning',
    permission: 'connector:query',
    leadsTo: '/connector/detail/{id}',
  },
  'quota.records': {
    about: null,
    group: 'message',
    level: 'warning',
    permission: 'strategy:query',
    leadsTo: '/system/quota',
  },
  'quota.storage': {
    about: null,
    group: 'message',
    level: 'warning',
    permission: 'strategy:query',
    leadsTo: '/system/quota',
  },
  'package.withdrawn': {
    about: null,
    group: 'message',
    level: 'warning',
    permission: 'market:query',
    leadsTo: '/lite/detail/{id}',
  },
  'approval.asked': {
    about: null,
    group: 'todo',
    level: 'info',
    permission: null,
    leadsTo: '/api-assets/approval',
  },
  'approval.approved': {
    about: null,
    group: 'message',
    level: 'info',
    permission: null,
    leadsTo: '/api-assets/approval?tab=mine',
  },
  'approval.refused': {
    about: null,
    group: 'message',
    level: 'warning',
    permission: null,
    leadsTo: '/api-assets/approval?tab=mine',
  },
  'account.security': {
    about: null,
    group: 'message',
    level: 'warning',
    permission: null,
    leadsTo: '/account/settings/security',
  },
  'token.expiring': {
    about: null,
    group: 'message',
    level: 'warning',
    permission: null,
    leadsTo: '/account/settings/security',
  },
} as const satisfies Record<string, NoticeRule>

interface NoticeRule {
  readonly about: 'strategy' | 'connector' | null
  readonly group: 'message' | 'todo'
  readonly level: 'info' | 'warning' | 'error' | 'fatal'
  readonly permission: string | null
  readonly leadsTo: `/${string}`
}

export type NoticeKind = keyof typeof noticeKinds

/** The names of all kinds, in the order people choose among them. */
export const noticeKindNames = Object.keys(noticeKinds) as readonly NoticeKind[] // the object's own keys

/** Nobody can switch these off, who might have taken the account: in the console, and by mail to a confirmed address. */
export const alwaysTold: readonly NoticeKind[] = ['account.security']
