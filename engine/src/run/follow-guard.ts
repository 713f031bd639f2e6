import { SourceConfig, toFailure } from '@sluice/contract'
import { Loop } from '@sluice/work'
import { closeQuietly } from '../connection/open-connection.ts'
import { openSourceOf } from '../connection/open-sides.ts'
import { claimIdleReaders, deleteReader, type FollowReader, hasReader, setReaderState } from '../sql/follow-rows.ts'
import { settleNotices } from '../sql/notice-rows.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import { checkLag, judgeLag } from './follow-lag.ts'
import { runIn } from './session.ts'

const BATCH = 20

/**
 * Readers nobody follows with: what the far system keeps for one that is left over is removed there, and one at rest is
 * measured, so that a strategy stopped for long never fills its source's disk.
 */
export function createFollowGuard(deps: EngineDeps, limits: EngineLimits): Loop {
  return new Loop({
    everyMs: limits.followLagMs,
    log: deps.log,
    name: 'guarding what sources keep',
    work: async () => {
      const before = new Date(Date.now() - limits.followLagMs).toISOString()
      const readers = await deps.database.withSystem(tx => claimIdleReaders(tx, before, BATCH))
      for (const reader of readers) await look(deps, reader)
    },
  })
}

/** One unreachable source keeps no other waiting for longer than its connection takes to fail. */
async function look(deps: EngineDeps, reader: FollowReader & { readonly left_over: boolean }): Promise<void> {
  const tenant = runIn(deps, { tenantId: reader.tenant_id })
  let opened: Awaited<ReturnType<typeof openSourceOf>> | undefined
  try {
    const config = SourceConfig.parse(reader.source)
    opened = await openSourceOf(deps, reader.tenant_id, config)
    if (reader.left_over) {
      await opened.source.forget?.(reader.id)
      await tenant(async tx => {
        await deleteReader(tx, reader)
        if (!(await hasReader(tx, reader)))
          await settleNotices(tx, reader.tenant_id, reader.strategy_id, ['follow.lag'])
      })
    } else {
      // What was said of it before is not said again at every look.
      const known = reader.lag === null ? 'fine' : judgeLag(reader.lag, config.retain)
      await checkLag(deps, opened.source, reader, config.retain, { runId: null, known })
    }
  } catch (error) {
    // Listed until it works, with what stands in the way.
    if (reader.left_over) await tenant(tx => setReaderState(tx, reader, 'retired', toFailure(error).toDetail()))
    else deps.log.warn({ err: toFailure(error), readerId: reader.id }, 'measuring a reader at rest')
  } finally {
    await closeQuietly(opened)
  }
}
