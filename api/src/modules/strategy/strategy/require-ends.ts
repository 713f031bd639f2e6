import type { ParamValues, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { findNearest } from '../../../http/nearest-key.ts'
import { refuse } from '../../../http/refuse.ts'
import { findManifest, withOwnPlatforms } from '../../connect/platform/index.ts'
import { findPlatforms } from './store.ts'

/**
 * Both ends are connectors of the tenant that can be what they are to be, and every option is one that the platform has.
 * What was saved `before` with an option that the platform has lost since can still be saved: the check-list tells it.
 * @throws Failure `notFound.connector`, `invalid.role`, `invalid.unknownField`
 */
export async function requireEnds(
  engine: Engine,
  tx: Tx,
  config: StrategyConfig,
  before?: StrategyConfig,
): Promise<void> {
  const platforms = await findPlatforms(tx, [config.source.connector_id, config.target.connector_id])
  const known = await withOwnPlatforms(engine, tx)
  for (const role of ['source', 'target'] as const) {
    const field = `config.${role}.connector_id`
    const platformId = platforms.get(config[role].connector_id)
    if (platformId === undefined) throw refuse('notFound.connector', { field })
    const manifest = findManifest(known, platformId)
    if (!manifest?.roles.includes(role)) throw refuse('invalid.role', { field, value: role })
    const params = role === 'source' ? manifest.sourceParams : manifest.targetParams
    const isSame = before?.[role].connector_id === config[role].connector_id
    requireOptions(role, { given: config[role].options, kept: isSame ? before[role].options : {} }, params)
  }
}

function requireOptions(
  role: 'source' | 'target',
  { given, kept }: { readonly given: ParamValues; readonly kept: ParamValues },
  params: readonly { readonly field: string }[],
): void {
  const names = params.map(param => param.field)
  const unknown = Object.keys(given).find(name => !names.includes(name) && !Object.hasOwn(kept, name))
  if (unknown === undefined) return
  const near = findNearest(unknown, names)
  const field = `config.${role}.options.${unknown}`
  throw near === null
    ? refuse('invalid.unknownField', { field })
    : refuse('invalid.unknownFieldNear', { field, value: near })
}
