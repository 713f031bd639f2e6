import type { Manifest } from '@sluice/connector-kit'
import { type StrategyConfig, toFailure } from '@sluice/contract'
import { loadPlatform } from '../connection/load-platform.ts'
import { readConnector } from '../connection/open-connection.ts'
import { openReplacementOf, openTargetOf } from '../connection/open-sides.ts'
import type { Guarantee, StrategyDeps } from './strategies.ts'

const REASONS = {
  transaction:
    'Each row and the note that it was written commit together at the target, so a write whose answer is lost is repeated safely, appending too.',
  upsert:
    'Rows are written by their key: writing the same row twice changes nothing, so an unanswered write is repeated safely.',
  idempotencyKey: 'The far system refuses to do one key twice, so an unanswered write is repeated safely.',
  none: 'A repeat may double, so a write whose answer is lost waits as "unknown" for a person.',
} as const

const BELIEVED = 'It is not asked how many rows it took: what it answers is believed.'

const REPLACE =
  'The whole set is written beside the old one and exchanged in one step; readers see the old set or the new one, and a run that breaks off changes nothing.'

/** Asked of the opened target, because it depends on mode and key. Never throws. */
export async function readGuarantee(deps: StrategyDeps, tenantId: string, config: StrategyConfig): Promise<Guarantee> {
  try {
    if (config.target.mode === 'replace') return await readReplacement(deps, tenantId, config)
    const { target, close } = await openTargetOf(deps, tenantId, config.target)
    const kind = target.guarantee
    const reason = target.isCounted ? REASONS[kind] : `${REASONS[kind]} ${BELIEVED}`
    await close()
    if (kind !== 'none') return { kind, reason, advice: null }
    const { platform_id } = await readConnector(deps, tenantId, config.target.connector_id)
    const { manifest } = await loadPlatform(deps, tenantId, platform_id)
    return { kind, reason, advice: adviseBetter(manifest, config) }
  } catch (error) {
    const { message, advice } = toFailure(error)
    return { kind: 'unknown', reason: `The target cannot be opened: ${message}`, advice: advice ?? null }
  }
}

/** A place is made beside the target and taken away again: whether that may be done is part of the answer. */
async function readReplacement(deps: StrategyDeps, tenantId: string, config: StrategyConfig): Promise<Guarantee> {
  const { replacement, close } = await openReplacementOf(deps, tenantId, config.target, 'check')
  await replacement.discard().finally(close)
  return { kind: 'transaction', reason: REPLACE, advice: null }
}

/** By the options a target offers, whatever its name. */
function adviseBetter(manifest: Manifest, { target }: StrategyConfig): string {
  const has = (field: string): boolean => manifest.targetParams.some(param => param.field === field)
  if (has('checkpoint'))
    return 'Write by key (mode "upsert"), or switch on "Append exactly once" in the options of the target.'
  if (has('idempotency_header')) return 'Name the header or the field in which the far system takes an idempotency key.'
  return target.mode === 'insert'
    ? 'Write by key (mode "upsert") where the target has one.'
    : 'Watch the records in the state "unknown" and settle them by hand.'
}
