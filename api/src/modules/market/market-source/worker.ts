import type { Database } from '@sluice/db'
import { type Background, createBackground } from '../../../http/background.ts'
import { type FollowDeps, lookInto } from './follow.ts'
import { listDue } from './store.ts'

const EVERY_MS = 30_000
/** Of one look; several processes have other sources meanwhile. */
const LOOK_MS = 300_000

interface FollowerDeps extends FollowDeps {
  readonly database: Database
  readonly log: { warn(details: object, message: string): void }
}

/** How the operation log names that nobody pressed anything. */
const looker = { userId: null, username: 'operator', action: 'marketSource.look', operation: 'update', ip: null }

/** Looks into followed markets when their time has come. Any process may: one at a time has each. */
export function createMarketFollower(deps: FollowerDeps): Background {
  const follower: Background = createBackground({
    everyMs: EVERY_MS,
    work: () => followDue(deps, () => follower.isStopping),
    onError: error => deps.log.warn({ err: error }, 'following the markets of other installations'),
  })
  return follower
}

export async function followDue(deps: FollowDeps, isStopping: () => boolean = () => false): Promise<void> {
  const due = await deps.database.withSystem(tx => listDue(tx, new Date(deps.now()).toISOString()))
  for (const { id, tenant_id: tenantId } of due) {
    if (isStopping()) return
    await lookInto(deps, { tenantId, id }, looker, { budgetMs: LOOK_MS })
  }
}
