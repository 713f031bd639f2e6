import { Failure } from '@sluice/contract'
import { z } from 'zod'
import { writeMessage } from '../../../../http/messages.ts'
import { refuse } from '../../../../http/refuse.ts'
import {
  application,
  bodyPolicies,
  gatewayOperations,
  Masks,
  RowFilter,
} from '../../../gateway/application/contract.ts'
import { createWithoutSecret } from '../../../gateway/application/index.ts'
import { limitFields } from '../../../gateway/plan/contract.ts'
import { type GatewayRow, listGateways } from '../gateway-store.ts'
import { type JsonObject, toJsonForm } from '../json.ts'
import type { World } from '../world.ts'
import { call, type Found, type KindOf, parseSpec, resolveIn, type Scene, type Step } from './scene.ts'

const Key = z.string().min(1).max(200)
const Fields = z.array(z.string().trim().min(1).max(200)).max(200)
const Policy = z.enum(bodyPolicies).nullable().default(null)
const Api = z.strictObject({
  strategy: Key,
  operations: z.array(z.enum(gatewayOperations)).min(1),
  fields: Fields,
  masks: Masks.default({}),
  row_filter: RowFilter.default([]),
  body_policy: Policy,
})
const Asset = z.strictObject({
  asset: Key,
  connector: Key,
  fields: Fields,
  masks: Masks.default({}),
  body_policy: Policy,
})
const Spec = z.strictObject({
  remark: z.string().trim().max(500).default(''),
  rate_per_minute: limitFields.rate_per_minute.default(600),
  burst: limitFields.burst.default(60),
  quota_per_day: limitFields.quota_per_day.default(null),
  quota_per_month: limitFields.quota_per_month.default(null),
  concurrency: limitFields.concurrency.default(null),
  body_policy: z.enum(bodyPolicies).default('off'),
  body_days: z.int().min(1).max(90).default(7),
  apis: z.array(Api).max(200).default([]),
  assets: z.array(Asset).max(100).default([]),
  maps: z.array(Key).max(200).default([]),
})
type Spec = z.output<typeof Spec>

interface FoundGateway extends Found {
  readonly row: GatewayRow
}

/** A reference to something that is gone. */
const LOST = '?'
const byText =
  <T>(read: (each: T) => string) =>
  (one: T, other: T): number =>
    read(one) < read(other) ? -1 : 1

/** Whom it lets in, from where, until when and in which plan is of this tenant: it stays here. */
function toSpec(world: World, row: GatewayRow): Spec {
  const toNumber = (text: string | null): number | null => (text === null ? null : Number(text))
  const name = (kind: 'strategy' | 'api-asset' | 'connector' | 'mapping', id: string): string =>
    world.keyOf(kind, id) ?? `${LOST}${id}`
  const { remark, rate_per_minute, burst, concurrency, body_policy, body_days } = row
  const spec = {
    ...{ remark, rate_per_minute, burst, concurrency, body_policy, body_days },
    quota_per_day: toNumber(row.quota_per_day),
    quota_per_month: toNumber(row.quota_per_month),
    apis: row.scopes.map(({ strategy_id, ...rest }) => ({ strategy: name('strategy', strategy_id), ...rest })),
    assets: row.assets.map(({ asset_id, connector_id, ...rest }) => ({
      asset: name('api-asset', asset_id),
      connector: name('connector', connector_id),
      ...rest,
    })),
    maps: row.maps.map(id => name('mapping', id)),
  }
  return order(Spec.parse(spec)) // as the screens keep it
}

/** The same ones are the same file, in whatever order they were published. */
const order = (spec: Spec): Spec => ({
  ...spec,
  apis: [...spec.apis].sort(byText(each => each.strategy)),
  assets: [...spec.assets].sort(byText(each => each.asset)),
  maps: [...spec.maps].sort(),
})

/** APIs that are published for one caller: what it may do with which strategies, assets and value maps. */
export const gateways: KindOf<FoundGateway> = {
  kind: 'gateway',
  permission: 'gateway:query',
  async list({ tx, world, ctx }) {
    // Who sees a part of the strategies sees no application, as on its page.
    if (ctx.principal.groups !== null) return []
    return (await listGateways(tx)).map(row => {
      const { id, name, version } = row
      return { id, name, version, key: name, row, spec: toJsonForm(toSpec(world, row)) as JsonObject }
    })
  },
  async plan(scene, document, found): Promise<Step> {
    if (scene.ctx.principal.groups !== null) throw refuse('permission.whole')
    const given = order(parseSpec(Spec, document.spec, scene.ctx))
    const body = toBody(scene, document.key, given)
    const notes: string[] = []
    return {
      name: document.key,
      spec: toJsonForm(given) as JsonObject,
      notes,
      async apply() {
        if (!found) {
          await createWithoutSecret(scene.deps, body, scene.ctx)
          notes.push(writeMessage('config.gatewayNew', scene.ctx.language, {}, ''))
        } else await change(scene, found, body, notes)
      },
    }
  },
  async remove(scene, { id }) {
    if (scene.ctx.principal.groups !== null) throw refuse('permission.whole')
    await call(scene, application.delete, scene.deps.parts.application.delete, { params: { id } })
  },
}

function toBody(scene: Scene, name: string, { apis, assets, maps, ...settings }: Spec) {
  const resolve = resolveIn(scene)
  return {
    ...{ ...settings, name, expires_at: null, ip_allow: [], plan_id: null },
    scopes: apis.map(({ strategy, ...rest }, at) => ({
      strategy_id: resolve('strategy', strategy, `apis.${at}.strategy`).id,
      ...rest,
    })),
    assets: assets.map(({ asset, connector, ...rest }, at) => ({
      asset_id: resolve('api-asset', asset, `assets.${at}.asset`).id,
      connector_id: resolve('connector', connector, `assets.${at}.connector`).id,
      ...rest,
    })),
    map_ids: maps.map((key, at) => resolve('mapping', key, `maps.${at}`).id),
  }
}

/** So long those who call a former version go on as they did. */
const SUNSET_DAYS = 90
const DAY_MS = 86_400_000

/** What would break somebody who calls becomes a later version; what nobody calls is changed in its place. */
async function change(
  scene: Scene,
  { row }: FoundGateway,
  given: ReturnType<typeof toBody>,
  notes: string[],
): Promise<void> {
  const { id, version, expires_at, ip_allow, plan_id } = row
  const body = {
    ...given,
    ...{ version, expires_at: toIso(expires_at), ip_allow, plan_id },
    rate_per_minute: given.rate_per_minute === row.rate_per_minute ? row.own_rate : given.rate_per_minute,
    burst: given.burst === row.burst ? row.own_burst : given.burst,
  }
  const { application: routes } = scene.deps.parts
  const save = (onBreak: object) =>
    call(scene, application.update, routes.update, { params: { id }, body: { ...body, on_break: onBreak } })
  try {
    await scene.tx.savepoint(() => save({ way: 'inPlace' }))
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code !== 'conflict.breakingChange') throw failure
    const sunset = new Date(scene.deps.now() + SUNSET_DAYS * DAY_MS)
    await save({ way: 'version', sunset_at: sunset.toISOString() })
    notes.push(writeMessage('config.gatewayVersion', scene.ctx.language, { value: String(SUNSET_DAYS) }, ''))
  }
}

const toIso = (moment: string | null): string | null => (moment === null ? null : new Date(moment).toISOString())
