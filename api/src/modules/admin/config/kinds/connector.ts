import { type ParamValue, ParamValues } from '@sluice/contract'
import { z } from 'zod'
import { requireRight } from '../../../../http/call-route.ts'
import { refuse } from '../../../../http/refuse.ts'
import { MASK } from '../../../../http/write-audit.ts'
import { ConnectorEnv, connector } from '../../../connect/connector/contract.ts'
import { findManifest, withOwnPlatforms } from '../../../connect/platform/index.ts'
import type { ConfigDocument } from '../files.ts'
import { type JsonObject, toJsonForm } from '../json.ts'
import { createPlaceholders, readPlaceholder, writePlaceholder } from '../name-secrets.ts'
import { type ConnectorRow, listConnectors } from '../store.ts'
import { splitKey } from '../world.ts'
import { call, type Found, type KindOf, parseSpec, type Scene, type Step, skip } from './scene.ts'

const Spec = z.strictObject({
  env: ConnectorEnv.default('production'),
  remark: z.string().max(500).default(''),
  rate_per_second: z.number().nullable().default(null),
  concurrency: z.int().nullable().default(null),
  params: ParamValues.default({}),
})
type Spec = z.output<typeof Spec>

interface FoundConnector extends Found {
  readonly row: ConnectorRow
}
type Params = NonNullable<ReturnType<typeof findManifest>>['params']

const isEmpty = (value: ParamValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What a file must not hold: secrets, and files, which are the tenant's own. */
const isHidden = (params: Params, field: string): boolean => {
  const param = params.find(each => each.field === field)
  return param === undefined || param.encryption || param.type === 'file'
}

export const connectors: KindOf<FoundConnector> = {
  kind: 'connector',
  permission: 'connector:query',
  async list({ tx, world, deps }) {
    const known = await withOwnPlatforms(deps.engine, tx)
    const rows = await listConnectors(tx)
    const keys = rows.map(row => `${world.writePlatform(row.platform_id)}/${row.name}`)
    const placeholder = createPlaceholders(keys.map(key => `connector/${key}`))
    return rows.map((row, at) => {
      const key = keys[at] ?? ''
      const params = findManifest(known, row.platform_id)?.params ?? []
      const shown = Object.entries(row.params).map(([field, value]) => [
        field,
        !isHidden(params, field) ? value : isEmpty(value) ? '' : placeholder(`connector/${key}`, field),
      ])
      const { env, remark, rate_per_second, concurrency } = row
      const spec = toJsonForm({ env, remark, rate_per_second, concurrency, params: Object.fromEntries(shown) })
      return { id: row.id, key, name: row.name, version: row.version, spec: spec as JsonObject, row }
    })
  },
  async plan(scene, document, found): Promise<Step> {
    const { platformId, name } = splitKey(scene.world, document.key)
    const spec = parseSpec(Spec, document.spec, scene.ctx)
    const known = await withOwnPlatforms(scene.deps.engine, scene.tx)
    const params = findManifest(known, platformId)?.params ?? []
    const { sent, shown } = await fillSecrets(scene, document, { spec, params, found })
    const body = { ...spec, name, params: sent }
    const { connector: routes } = scene.deps.parts
    return {
      name,
      spec: toJsonForm({ ...spec, params: shown }) as JsonObject,
      notes: [],
      async apply() {
        if (found) {
          const input = { params: { id: found.id }, body: { ...body, version: found.version } }
          await call(scene, connector.update, routes.update, input)
          scene.touched.add(found.id)
        } else await call(scene, connector.create, routes.create, { body: { ...body, platform_id: platformId } })
      },
    }
  },
  async remove(scene, { id }) {
    await call(scene, connector.delete, scene.deps.parts.connector.delete, { params: { id } })
    scene.touched.add(id)
  },
}

interface Filling {
  readonly spec: Spec
  readonly params: Params
  readonly found: FoundConnector | undefined
}

/** What is sent to be stored, and how it reads in a plan. Every secret that is missing is told. */
async function fillSecrets(scene: Scene, document: ConfigDocument, filling: Filling) {
  const sent: ParamValues = {}
  const shown: Record<string, unknown> = {}
  let isWhole = true
  for (const [field, value] of Object.entries(filling.spec.params)) {
    try {
      const filled = await fillOne(scene, filling, field, value)
      sent[field] = filled.sent
      shown[field] = filled.shown
    } catch (failure) {
      isWhole = false
      scene.complain(document, failure)
    }
  }
  return isWhole ? { sent, shown } : skip()
}

async function fillOne(scene: Scene, { params, found }: Filling, field: string, value: ParamValue) {
  const at = `spec.params.${field}`
  const name = readPlaceholder(value)
  const isSecret = params.find(each => each.field === field)?.encryption ?? true
  if (name === null) {
    if (isSecret && !isEmpty(value))
      throw refuse('invalid.configOpenSecret', { field: at, value: writePlaceholder(field) })
    return { sent: value, shown: value }
  }
  const stored = found?.row.params[field]
  const kept = { sent: isSecret ? MASK : (stored ?? ''), shown: found?.spec['params'] as JsonObject }
  const given = scene.secrets[name]
  if (given === undefined) {
    if (isEmpty(stored)) throw refuse('invalid.configSecret', { field: at, value: name })
    return { sent: kept.sent, shown: kept.shown[field] }
  }
  const next = readGiven(params, field, given, at)
  const plain = typeof next === 'string' ? next : JSON.stringify(next)
  const isSame = !isEmpty(stored) && (isSecret ? await isSealed(scene, found, field, plain) : same(stored, next))
  // Sent although it is stored: at another address a mask does not stand for it.
  if (isSame) return { sent: isSecret ? next : kept.sent, shown: kept.shown[field] }
  scene.stored.add(name)
  return { sent: next, shown: `${value} *` }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whoever may not change it may not find out by guessing either. */
async function isSealed({ deps, ctx }: Scene, found: FoundConnector | undefined, field: string, plain: string) {
  const sealed = found?.row.params[field]
  if (!found || typeof sealed !== 'string') return false
  requireRight(ctx, connector.update)
  try {
    return (await deps.vault.open(ctx.principal.tenantId, `connector/${found.id}/${field}`, sealed)) === plain
  } catch {
    return false // broken: it is to be replaced
  }
}

/** Lists come as JSON, everything else as text. */
function readGiven(params: Params, field: string, given: string, at: string): ParamValue {
  const type = params.find(each => each.field === field)?.type
  if (type !== 'keyvalue' && type !== 'multiselect') return given
  try {
    return JSON.parse(given) as ParamValue // the connector's schema judges it
  } catch {
    throw refuse('invalid.json', { field: at })
  }
}
