import { StrategyConfig } from '@sluice/contract'
import { requireRight } from '../../../../http/call-route.ts'
import { writeMessage } from '../../../../http/messages.ts'
import { parseInput } from '../../../../http/parse-input.ts'
import { refuse } from '../../../../http/refuse.ts'
import { strategy } from '../../../strategy/strategy/contract.ts'
import { replaceConfig } from '../../../strategy/strategy/index.ts'
import type { ConfigDocument } from '../files.ts'
import { isObject, type JsonObject, toJsonForm } from '../json.ts'
import { portConfig, resolveConfig } from '../port-strategy.ts'
import { countRecords, forgetStrategy, hasLiveRun, listStrategies, type StrategyRow } from '../store.ts'
import { type Found, type KindOf, resolveIn, type Scene, type Step } from './scene.ts'

export interface FoundStrategy extends Found {
  readonly row: StrategyRow
  readonly config: StrategyConfig
}

/** What a plan needs to see the effect on records. */
export interface StrategyStep extends Step {
  readonly config: StrategyConfig
}

/** Nothing is said of a tenant's configuration that leaves one out without a word. @throws Failure `conflict.strategyNotWhole` */
function readWhole({ code, config }: StrategyRow): StrategyConfig {
  const parsed = StrategyConfig.safeParse(config)
  if (parsed.success) return parsed.data
  const place = parsed.error.issues[0]?.path.join('.') ?? ''
  throw refuse('conflict.strategyNotWhole', { value: `${code} (${place})`, cause: parsed.error })
}

export const strategies = {
  kind: 'strategy',
  permission: 'strategy:query',
  async list({ tx, world }) {
    return (await listStrategies(tx)).map(row => {
      const config = readWhole(row)
      const { name, group_name: group, remark, tags } = row
      const spec = toJsonForm({ name, group, remark, tags: written(tags), ...portConfig(world, config) }) as JsonObject
      return { id: row.id, key: row.code, name, version: row.version, spec, row, config }
    })
  },
  async plan(scene: Scene, document: ConfigDocument, found: FoundStrategy | undefined): Promise<StrategyStep> {
    if (!isObject(document.spec)) throw refuse('invalid.configHead', { field: 'spec', value: 'spec' })
    const { name, group, remark, tags, ...rest } = document.spec
    const header = toJsonForm({ name, group, remark, tags }) as JsonObject
    const body = { ...header, code: document.key, config: resolveConfig(rest, resolveIn(scene)) }
    const parsed = parseInput(strategy.create, { params: undefined, query: undefined, body }, scene.ctx)
    const given = strategy.create.body.parse(parsed.body)
    const { config, code: _code, ...rows } = given
    return {
      name: given.name,
      spec: toJsonForm({ ...rows, tags: written(rows.tags), ...portConfig(scene.world, config) }) as JsonObject,
      notes: found ? noteChange(scene, found, config) : [],
      config,
      async apply() {
        const { strategy: service } = scene.deps.parts
        if (found) {
          requireRight(scene.ctx, strategy.update)
          const change = { ...rows, config: replaceConfig(config), version: found.version }
          await service.saveIn(scene.tx, found.id, change, scene.ctx)
        } else {
          requireRight(scene.ctx, strategy.create)
          const id = await service.createIn(scene.tx, { ...given, code: document.key }, scene.ctx)
          // Those behind it name it.
          scene.world.remember({ kind: 'strategy', id, key: document.key, version: 1 })
        }
      },
    }
  },
  async remove(scene: Scene, found: FoundStrategy) {
    requireRight(scene.ctx, strategy.batchDelete)
    if (!scene.isTrial || (await isSmall(scene, found.id))) return scene.deps.parts.life.delete(found.id, scene.ctx)
    if (found.row.status === 'running') throw refuse('conflict.running')
    if (await hasLiveRun(scene.tx, found.id)) throw refuse('conflict.liveRun')
    await forgetStrategy(scene.tx, found.id)
  },
} satisfies KindOf<FoundStrategy>

/** In order, as they are stored; a file does not speak of none. */
const written = (tags: readonly string[]) => (tags.length === 0 ? undefined : [...new Set(tags)].sort())

/** Deleting more only to undo it would keep everybody waiting. */
const SMALL = 20_000
const isSmall = async ({ tx }: Scene, id: string): Promise<boolean> =>
  Number((await countRecords(tx, [id])).get(id) ?? 0) <= SMALL

function noteChange({ ctx }: Scene, { row, config: before }: FoundStrategy, after: StrategyConfig): string[] {
  const isOther =
    before.source.connector_id !== after.source.connector_id ||
    before.source.resource !== after.source.resource ||
    before.source.increment?.field !== after.source.increment?.field
  return [
    ...(row.status === 'running' ? [writeMessage('config.running', ctx.language, {}, '')] : []),
    ...(isOther && row.watermark !== null
      ? [writeMessage('config.cursorForgotten', ctx.language, { value: row.watermark }, '')]
      : []),
  ]
}
