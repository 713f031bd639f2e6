import { Failure, isRetireKind, listRetireKinds, newId, type RetireKind } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { cancel } from '@sluice/work'
import { REPLAY_CHANNEL } from '../sql/channels.ts'
import { addReplayJob } from '../sql/replay-order-rows.ts'
import { readPublished } from '../sql/strategy-rows.ts'
import { requireChanges } from '../stage/apply-corrections.ts'
import { replayKind } from './job-rows.ts'
import { previewReplay } from './preview-replay.ts'
import type { ReplayDeps, ReplayRequest, Replays } from './replays.ts'

export function createReplays(deps: ReplayDeps): Replays {
  return {
    request: (tx, request) => requestReplay(tx, request, deps.now()),
    async cancel(tx, { tenantId, jobId }) {
      const changed = await cancel(tx, replayKind, 'w.tenant_id = $1 and w.id = $2', [tenantId, jobId])
      await tx.query('select pg_notify($1, $2)', [REPLAY_CHANNEL, ''])
      return changed > 0
    },
    preview: request => previewReplay(deps, request),
  }
}

async function requestReplay(tx: Tx, request: ReplayRequest, nowMs: number): Promise<string> {
  const { tenantId, strategyId, groupId, kind, selection, userId } = request
  if (kind === 'correct') requireChanges(request.changes)
  if (isRetireKind(kind)) await requireRetirement(tx, tenantId, strategyId, kind)
  const changes = kind === 'correct' ? request.changes : null
  const id = newId(nowMs)
  await addReplayJob(tx, { tenantId, id, strategyId, groupId, kind, changes, userId }, selection)
  return id
}

/** @throws Failure `replay.retire` */
async function requireRetirement(tx: Tx, tenantId: string, strategyId: string, kind: RetireKind): Promise<void> {
  const { config } = await readPublished(tx, tenantId, strategyId)
  if (listRetireKinds(config.source).includes(kind)) return
  throw new Failure({
    code: 'replay.retire',
    message: 'The settings of the strategy do not say how documents without rows are written.',
    field: 'kind',
    advice: 'Choose the fields in the settings of the strategy, or decide otherwise.',
  })
}
