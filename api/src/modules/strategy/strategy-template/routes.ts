import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { callRoute } from '../../../http/call-route.ts'
import { sayWords } from '../../../http/messages.ts'
import { orNameTaken } from '../../../http/name-taken.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { describeBadge, withOwnPlatforms } from '../../connect/platform/index.ts'
import { mapping } from '../../mapping/mapping/contract.ts'
import { createMappingRoutes } from '../../mapping/mapping/index.ts'
import { findConfig, findHead, findPlatforms, openPlaces, orRefuse } from '../strategy/index.ts'
import { type StrategyTemplate, type strategyTemplate, TemplateConfig } from './contract.ts'
import type { DeliveredMap, DeliveredTemplate } from './delivered.ts'
import {
  countTemplates,
  deleteTemplate,
  findMapId,
  findTemplate,
  insertTemplate,
  listTemplates,
  renameTemplate,
  type TemplateRow,
} from './store.ts'

export interface TemplateDeps {
  readonly engine: Engine
  readonly now: () => number
  /** What a new strategy may begin with in every tenant. Default none. */
  readonly templates?: readonly DeliveredTemplate[]
}

/** More of them nobody looks through. */
const MOST = 500

export function createStrategyTemplateRoutes(deps: TemplateDeps): Handlers<typeof strategyTemplate> {
  const templates = deps.templates ?? []
  return {
    async list(_input, ctx) {
      const { rows, known } = await ctx.tenant(async tx => ({
        rows: await listTemplates(tx),
        known: await withOwnPlatforms(deps.engine, tx),
      }))
      return [
        ...rows.map(row => describeRow(known, row, ctx)),
        ...templates.map(each => describeDelivered(known, each, ctx)),
      ]
    },
    create: ({ body }, ctx) => orNameTaken(body.name, () => create(deps, body, ctx)),
    update: ({ params: { id }, body: { name, description } }, ctx) =>
      orNameTaken(name, () =>
        ctx.tenant(async tx => {
          const before = requireTemplate(await findTemplate(tx, id))
          await renameTemplate(tx, id, name, description)
          const after = { name, description }
          await ctx.audit(tx, { ...auditOf(before), before: pickWords(before), after })
          return show(deps.engine, tx, id, ctx)
        }),
      ),
    remove: ({ params: { id } }, ctx) =>
      ctx.tenant(async tx => {
        const before = requireTemplate(await findTemplate(tx, id))
        await deleteTemplate(tx, id)
        await ctx.audit(tx, { ...auditOf(before), before: pickWords(before) })
        return []
      }),
    async use({ params: { id } }, ctx) {
      const delivered = templates.find(each => each.id === id)
      if (delivered) return openDelivered(deps, delivered, ctx)
      if (!UUID.test(id)) throw refuse('notFound.template')
      return ctx.tenant(async tx => {
        const row = requireTemplate(await findTemplate(tx, id))
        await ctx.audit(tx, auditOf(row))
        return { config: TemplateConfig.parse(row.config), maps: [] }
      })
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Entered {
  readonly strategy_id: string
  readonly name: string
  readonly description: string
}

/** What is published of a strategy: a draft behind a gate is nobody's example yet. */
const create = (deps: TemplateDeps, { strategy_id, name, description }: Entered, ctx: RouteContext) =>
  ctx.tenant(async tx => {
    if ((await countTemplates(tx)) >= MOST) throw refuse('conflict.tooManyTemplates', { value: String(MOST) })
    const head = orRefuse(await findHead(tx, strategy_id))
    const config = await findConfig(tx, head.id, head.version)
    const { source, target } = config
    const platforms = await findPlatforms(tx, [source.connector_id, target.connector_id])
    const id = newId(deps.now())
    await insertTemplate(tx, {
      id,
      name,
      description,
      source_platform: platforms.get(source.connector_id) ?? '',
      target_platform: platforms.get(target.connector_id) ?? '',
      config: openPlaces(config),
      userId: ctx.principal.userId,
      strategyId: head.id,
    })
    await ctx.audit(tx, { ...auditOf({ id, name }), after: { name, description, strategy_id, version: head.version } })
    return show(deps.engine, tx, id, ctx)
  })

/** Its value maps are found by name or made, all of them or none. */
const openDelivered = (deps: TemplateDeps, template: DeliveredTemplate, ctx: RouteContext) =>
  ctx.tenant(async tx => {
    const inside: RouteContext = { ...ctx, principal: ctx.principal, tenant: work => work(tx) }
    const maps = []
    for (const map of template.maps) maps.push(await findOrMakeMap(deps, tx, map, inside))
    const name = sayWords(template.name, ctx.language)
    await ctx.audit(tx, { ...auditOf({ id: null, name }), after: { template: template.id } })
    return { config: template.config(maps.map(map => map.id)), maps }
  })

/** Made as their screen does. */
async function findOrMakeMap(deps: TemplateDeps, tx: Tx, map: DeliveredMap, ctx: RouteContext) {
  const routes = createMappingRoutes(deps)
  const name = sayWords(map.name, ctx.language)
  const known = await findMapId(tx, name)
  if (known !== undefined) return { id: known, name, is_new: false }
  const body = { name, remark: sayWords(map.remark, ctx.language), trim: true, on_miss: map.onMiss }
  const { id, version } = await callRoute(mapping.create, routes.create, { body }, ctx)
  const upsert = map.lines.map(({ a, b }) => ({ a_value: a, b_value: b }))
  if (upsert.length > 0)
    await callRoute(mapping.saveLines, routes.saveLines, { params: { id }, body: { version, upsert, remove: [] } }, ctx)
  return { id, name, is_new: true }
}

const auditOf = ({ id, name }: { readonly id: string | null; readonly name: string }) => ({
  objectType: 'strategyTemplate',
  ...(id !== null && { objectId: id }),
  objectName: name,
})

const pickWords = ({ name, description }: TemplateRow) => ({ name, description })

const requireTemplate = (row: TemplateRow | undefined): TemplateRow => {
  if (row === undefined) throw refuse('notFound.template')
  return row
}

async function show(engine: Engine, tx: Tx, id: string, ctx: RouteContext): Promise<StrategyTemplate> {
  return describeRow(await withOwnPlatforms(engine, tx), requireTemplate(await findTemplate(tx, id)), ctx)
}

function describeRow(known: Engine, row: TemplateRow, ctx: RouteContext): StrategyTemplate {
  const { id, name, description, username, updated_at } = row
  const { source, target } = TemplateConfig.parse(row.config)
  return {
    ...{ id, name, description, username, updated_at, is_delivered: false },
    source: describePlace(known, row.source_platform, source.resource ?? null, ctx),
    target: describePlace(known, row.target_platform, target.resource ?? null, ctx),
  }
}

function describeDelivered(known: Engine, template: DeliveredTemplate, ctx: RouteContext): StrategyTemplate {
  const { id, name, description, source, target } = template
  return {
    ...{ id, username: '', updated_at: null, is_delivered: true },
    name: sayWords(name, ctx.language),
    description: sayWords(description, ctx.language),
    source: describePlace(known, source.platform, source.resource, ctx),
    target: describePlace(known, target.platform, target.resource, ctx),
  }
}

function describePlace(known: Engine, platformId: string | null, resource: string | null, ctx: RouteContext) {
  if (platformId === null) return { platform_id: null, platform_name: '', platform_icon: null, resource }
  const { platform_name, platform_icon } = describeBadge(known, platformId, ctx.language)
  return { platform_id: platformId, platform_name, platform_icon, resource }
}
