import type { StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { sayWords } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { describeBadge, withOwnPlatforms } from '../../connect/platform/index.ts'
import type { Strategy } from '../strategy/contract.ts'
import {
  findConfig,
  findHead,
  findPlatforms,
  orRefuse,
  readDocuments,
  type StrategyDocument,
  type StrategyHead,
  type StrategyService,
  tryOne,
} from '../strategy/index.ts'
import type { strategyCopy } from './contract.ts'

const TAIL = { zh: '-副本', en: ' (copy)' }
const LONGEST_NAME = 100

interface Replaced {
  readonly source_connector_id?: string | undefined
  readonly target_connector_id?: string | undefined
}

interface CopyDeps {
  readonly engine: Engine
  readonly strategy: StrategyService
}

export function createStrategyCopyRoutes({ engine, strategy: service }: CopyDeps): Handlers<typeof strategyCopy> {
  return {
    async batch({ body: { items } }, ctx) {
      const results = []
      for (const { id, name, code, ...connectors } of items) {
        const make = async () => {
          const { head, config } = await readOriginal(id, ctx, connectors)
          return service.create({ ...carry(head), name, code, config }, ctx)
        }
        const { made, ...result } = await makeOne(id, make, ctx)
        results.push({ ...result, copy_id: made })
      }
      return results
    },
    async parse({ body }, ctx) {
      const known = await ctx.tenant(tx => withOwnPlatforms(engine, tx))
      const nameOf = (id: string) => describeBadge(known, id, ctx.language).platform_name
      const describeEnd = (end: StrategyDocument['source']) => ({ ...end, platform_name: nameOf(end.platform_id) })
      return (await readDocuments(body.text, ctx)).map(({ name, group, config, source, target }) => ({
        name,
        group,
        resource: config.source.resource,
        source: describeEnd(source),
        target: describeEnd(target),
      }))
    },
    async import({ body: { text, items } }, ctx) {
      const documents = await readDocuments(text, ctx)
      const results = []
      for (const { at, name, source_connector_id, target_connector_id } of items) {
        const make = () => {
          const document = documents[at]
          if (document === undefined) throw refuse('invalid.import', { field: 'at', value: String(at) })
          const { group, remark, tags, config } = document
          const source = { ...config.source, connector_id: source_connector_id }
          const target = { ...config.target, connector_id: target_connector_id }
          return service.create({ name, group, remark, tags, config: { ...config, source, target } }, ctx)
        }
        const { made, id: _, ...result } = await makeOne(String(at), make, ctx)
        results.push({ ...result, at, id: made })
      }
      return results
    },
    async one({ params, body }, ctx) {
      const { head, config } = await readOriginal(params.id, ctx)
      const tail = sayWords(TAIL, ctx.language)
      const name = body.name ?? `${head.name.slice(0, LONGEST_NAME - tail.length)}${tail}`
      return service.create({ ...carry(head), name, code: body.code, config }, ctx)
    },
    async quote({ body: { strategy_id, source_connector_id, target_connector_id, ...header } }, ctx) {
      const connectors = { source_connector_id, target_connector_id }
      const { head, config } = await readOriginal(strategy_id, ctx, connectors)
      return service.create({ ...header, config }, ctx, { id: head.id, version: head.version })
    },
  }
}

/** One of several: a refusal stops no other. */
async function makeOne(id: string, make: () => Promise<Strategy>, ctx: RouteContext) {
  const made: string[] = []
  const result = await tryOne(id, async () => void made.push((await make()).id), ctx)
  return { ...result, made: made[0] ?? null }
}

const carry = ({ group_name: group, remark, tags }: StrategyHead) => ({ group, remark, tags: [...tags] })

/** The original as saved now, over other connectors where some are given. */
const readOriginal = (
  id: string,
  ctx: RouteContext,
  connectors: Replaced = {},
): Promise<{ head: StrategyHead; config: StrategyConfig }> =>
  ctx.tenant(async tx => {
    const head = orRefuse(await findHead(tx, id))
    const config = await findConfig(tx, id, head.version)
    return { head, config: await replace(tx, config, connectors) }
  })

/** Resources, options and fields are those of a platform, so another connector has to be of the same one. */
async function replace(tx: Tx, config: StrategyConfig, connectors: Replaced): Promise<StrategyConfig> {
  const replaced = { ...config }
  for (const side of ['source', 'target'] as const) {
    const field = `${side}_connector_id` as const
    const wanted = connectors[field]
    const { connector_id: original } = config[side]
    if (wanted === undefined || wanted === original) continue
    const platforms = await findPlatforms(tx, [original, wanted])
    const platform = platforms.get(wanted)
    if (platform === undefined) throw refuse('notFound.connector', { field })
    if (platform !== platforms.get(original)) throw refuse('invalid.otherPlatform', { field, value: platform })
    if (side === 'source') replaced.source = { ...config.source, connector_id: wanted }
    else replaced.target = { ...config.target, connector_id: wanted }
  }
  return replaced
}
