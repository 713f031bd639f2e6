import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { REPLAY_CHANNEL } from '../sql/channels.ts'
import { addReplayJob } from '../sql/replay-order-rows.ts'
import { requireChanges } from '../stage/apply-corrections.ts'
import { previewReplay } from './preview-replay.ts'
import type { ReplayDeps, ReplayRequest, Replays } from './replays.ts'

export function createReplays(deps: ReplayDeps): Replays {
  return {
    request: (tx, request) => requestReplay(tx, request, deps.now()),
    async cancel(tx, { tenantId, jobId }) {
      const changed = await tx.execute(
        `update replay_job set cancel = true where tenant_id = $1 and id = $2 and state in ('choosing', 'running')`,
        [tenantId, jobId],
      )
      await tx.query('select pg_notify($1, $2)', [REPLAY_CHANNEL, ''])
      return changed > 0
    },
    preview: request => previewReplay(deps, request),
  }
}

async function requestReplay(tx: Tx, request: ReplayRequest, nowMs: number): Promise<string> {
  const { tenantId, strategyId, groupId, kind, selection, userId } = request
  if (kind === 'correct') requireChanges(request.changes)
  const changes = kind === 'correct' ? request.changes : null
  const id = newId(nowMs)
  await addReplayJob(tx, { tenantId, id, strategyId, groupId, kind, changes, userId }, selection)
  return id
}
