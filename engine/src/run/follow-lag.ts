import type { Source, SourceLag } from '@sluice/connector-kit'
import { Failure, type FailureDetail, type SourceConfig, toFailure } from '@sluice/contract'
import { type FollowReader, setReaderLag, setReaderState } from '../sql/follow-rows.ts'
import { raiseNotice, settleNotices } from '../sql/notice-rows.ts'
import { addRunLine, type RunLine } from '../sql/run-rows.ts'
import type { EngineDeps } from './deps.ts'
import { runIn, type Session } from './session.ts'

const DEFAULT_RETAIN: NonNullable<SourceConfig['retain']> = { maxBytes: 10 * 2 ** 30, whenFull: 'drop' }
const WARN_AT = 0.8

/** What a source's server keeps for us, against what it may. */
export function judgeLag({ bytes }: SourceLag, retain = DEFAULT_RETAIN): 'fine' | 'near' | 'full' {
  if (bytes === null || bytes < retain.maxBytes * WARN_AT) return 'fine'
  return bytes < retain.maxBytes ? 'near' : 'full'
}

/** Asks now and then, keeps the answer for the screens, warns once, and brakes before the source's disk is full. */
export function watchLag(session: Session, reader: FollowReader, source: () => Source): { look(): Promise<void> } {
  const { claim, config, deps, limits } = session
  let nextMs = Number.NEGATIVE_INFINITY
  let known: ReturnType<typeof judgeLag> = 'fine'
  return {
    async look() {
      if (performance.now() < nextMs) return
      nextMs = performance.now() + limits.followLagMs
      const place = { ...reader, strategy_id: claim.strategyId }
      const level = await checkLag(deps, source(), place, config.source.retain, { runId: claim.runId, known })
      if (level === 'full' && (config.source.retain ?? DEFAULT_RETAIN).whenFull === 'drop') throw isLost(braked)
      known = level
    },
  }
}

/** Lag asked, kept and judged; a full one is braked as the strategy says. Does not throw for a source that cannot say. */
export async function checkLag(
  deps: EngineDeps,
  source: Source,
  reader: FollowReader,
  retain: SourceConfig['retain'],
  { runId, known }: { readonly runId: string | null; readonly known: ReturnType<typeof judgeLag> },
): Promise<ReturnType<typeof judgeLag>> {
  const lag = await readLag(deps, source, reader)
  if (lag === null) return known
  const tenant = runIn(deps, { tenantId: reader.tenant_id })
  const level = judgeLag(lag, retain)
  const limit = retain ?? DEFAULT_RETAIN
  const drops = level === 'full' && limit.whenFull === 'drop'
  if (drops) await source.forget?.(reader.id)
  await tenant(async tx => {
    await setReaderLag(tx, reader, lag)
    if (drops) await setReaderState(tx, reader, 'lost', braked)
    if (level === 'fine') return settleNotices(tx, reader.tenant_id, reader.strategy_id, ['follow.lag'])
    if (level === known && !drops) return
    const line = describeLag(lag, limit, drops)
    await addRunLine(tx, { tenantId: reader.tenant_id, strategyId: reader.strategy_id, runId }, line)
    await raiseNotice(tx, {
      tenantId: reader.tenant_id,
      kind: 'follow.lag',
      objectId: reader.strategy_id,
      cause: line.code,
      text: line.text,
      isOnce: true,
    })
  })
  return level
}

async function readLag(deps: EngineDeps, source: Source, reader: FollowReader): Promise<SourceLag | null> {
  try {
    return (await source.readLag?.(reader.id, reader.position)) ?? null
  } catch (error) {
    deps.log.warn({ err: toFailure(error), readerId: reader.id }, 'asking how far a reader is behind')
    return null
  }
}

function describeLag(lag: SourceLag, limit: NonNullable<SourceConfig['retain']>, drops: boolean): RunLine {
  const params = { bytes: lag.bytes, maxBytes: limit.maxBytes, drops: drops ? 1 : 0 }
  const megabytes = Math.round((lag.bytes ?? 0) / 2 ** 20)
  if (drops) return { level: 'fatal', text: `${braked.message} (${megabytes} MB)`, code: 'follow.braked', params }
  const share = Math.round(((lag.bytes ?? 0) / limit.maxBytes) * 100)
  return {
    level: 'error',
    text: `The source's server keeps ${megabytes} MB for this strategy, ${share} % of what it may.`,
    code: 'follow.nearFull',
    params,
  }
}

const braked: FailureDetail = {
  code: 'follow.lost',
  message: 'What the source kept for this strategy was dropped, because it had grown to its limit.',
  retry: 'never',
  advice: 'Run the strategy in full: it reads everything anew and then follows.',
}

/** The far system no longer has what comes next. */
export const isLost = (detail: FailureDetail | null): Failure =>
  new Failure({
    code: 'follow.lost',
    message: detail?.message ?? 'The source no longer has the changes that come next.',
    advice: detail?.advice ?? 'Run the strategy in full: it reads everything anew and then follows.',
  })
