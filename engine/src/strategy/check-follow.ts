import { type CheckLine, type StrategyConfig, toFailure } from '@sluice/contract'
import { closeQuietly } from '../connection/open-connection.ts'
import { openSourceOf } from '../connection/open-sides.ts'
import type { StrategyDeps } from './strategies.ts'

const line = (level: CheckLine['level'], item: string, message: string, field = 'source.follow'): CheckLine => ({
  level,
  group: 'source',
  item,
  message,
  field,
})

const failed = (item: string, { message, advice }: { message: string; advice?: string | undefined }): CheckLine => ({
  ...line('error', item, message),
  ...(advice !== undefined && { advice }),
})

/** Whether the source can be followed, with the rights and settings that takes, and what has no meaning then. */
export async function checkFollow(deps: StrategyDeps, tenantId: string, config: StrategyConfig): Promise<CheckLine[]> {
  const { source } = config
  if (!source.follow) return []
  return [...checkOptions(config), ...(await checkSource(deps, tenantId, source))]
}

function checkOptions({ source, schedule }: StrategyConfig): CheckLine[] {
  const lines: CheckLine[] = []
  if (source.increment)
    lines.push(
      line(
        'info',
        'source.followIncrement',
        'The increment field has no meaning while the source is followed.',
        'source.increment',
      ),
    )
  if (source.idCheck)
    lines.push(
      line(
        'warning',
        'source.followIdCheck',
        'Changes of known records are left out, because known keys are never taken again.',
        'source.idCheck',
      ),
    )
  if (source.filter)
    lines.push(
      line(
        'warning',
        'source.followFilter',
        'A record that no longer meets the filter stays at the target as it was.',
        'source.filter',
      ),
    )
  if ((source.deletes?.policy ?? 'ignore') === 'ignore')
    lines.push(
      line(
        'warning',
        'source.followDeletes',
        'Deleted records are left alone at the target; choose what a deletion means.',
        'source.deletes.policy',
      ),
    )
  if (schedule.cron !== null)
    lines.push(
      line('info', 'schedule.follow', 'The schedule has no meaning while the source is followed.', 'schedule.cron'),
    )
  return lines
}

async function checkSource(
  deps: StrategyDeps,
  tenantId: string,
  source: StrategyConfig['source'],
): Promise<CheckLine[]> {
  let opened: Awaited<ReturnType<typeof openSourceOf>> | undefined
  try {
    opened = await openSourceOf(deps, tenantId, source)
    if (!opened.source.follow)
      return [line('error', 'source.follow', 'This source cannot be followed; it can only be read.')]
    const lines: CheckLine[] = []
    for await (const { name, ok, error } of opened.source.checkFollow?.() ?? [])
      if (!ok && error) lines.push(failed(`source.${name}`, error))
    return lines
  } catch (error) {
    return [failed('source.follow', toFailure(error))]
  } finally {
    await closeQuietly(opened)
  }
}
