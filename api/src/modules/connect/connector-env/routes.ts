import { judgeTest, newId, type ParamValues } from '@sluice/contract'
import type { Vault } from '@sluice/db'
import { type Engine, noticeCredentials } from '@sluice/engine'
import { orNameTaken } from '../../../http/name-taken.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { ConnectorService } from '../connector/index.ts'
import {
  checkConnectorValues,
  describeStep,
  insertConnector,
  isOwnPlatform,
  maskParams,
  recordVersion,
  requireConnectorRoom,
  requireSecretsAnew,
  sealParams,
} from '../connector/index.ts'
import { findManifest, withOwnPlatforms } from '../platform/index.ts'
import type { connectorEnv, Environment } from './contract.ts'
import { describeVersion } from './describe-version.ts'
import {
  activate,
  deleteEnv,
  type Env,
  type EnvRow,
  findVersion,
  listEnvs,
  listHours,
  listStarted,
  listVersions,
  restoreFacts,
  saveEnv,
  setEnvTest,
} from './store.ts'
import { sumCalls } from './sum-calls.ts'

export interface ConnectorEnvDeps {
  readonly engine: Engine
  readonly vault: Vault
  readonly connector: ConnectorService
  readonly now: () => number
}

type Routes = Handlers<typeof connectorEnv>
type Row = Awaited<ReturnType<ConnectorService['require']>>

const ENVS: readonly Env[] = ['production', 'test', 'development']

export function createConnectorEnvRoutes(deps: ConnectorEnvDeps): Routes {
  const service = deps.connector
  const paramsOf = async (row: Row, ctx: RouteContext) => {
    const engine = await ctx.tenant(tx => withOwnPlatforms(deps.engine, tx))
    return findManifest(engine, row.platform_id)?.params ?? []
  }
  const list = async (id: string, ctx: RouteContext): Promise<Environment[]> => {
    const row = await service.require(id, ctx)
    const params = await paramsOf(row, ctx)
    const others = await ctx.tenant(tx => listEnvs(tx, id))
    return ENVS.map(env => {
      if (env === row.env) return describeEnv(env, { ...row, params: maskParams(params, row.params) }, true)
      const other = others.find(each => each.env === env)
      return describeEnv(env, other ? { ...other, params: maskParams(params, other.params) } : null, false)
    })
  }
  return {
    list: ({ params }, ctx) => list(params.id, ctx),
    async save({ params, body }, ctx) {
      const row = await service.require(params.id, ctx)
      if (params.env === row.env) throw refuse('conflict.envActive')
      const known = (await ctx.tenant(tx => listEnvs(tx, row.id))).find(each => each.env === params.env)
      const stored: ParamValues = known?.params ?? {}
      const manifestParams = await paramsOf(row, ctx)
      await checkConnectorValues(manifestParams, body.params, stored, ctx)
      const isOwn = isOwnPlatform({ id: row.platform_id })
      requireSecretsAnew(manifestParams, body.params, stored, { isOwnPlatform: isOwn, ctx })
      const place = { tenantId: ctx.principal.tenantId, connectorId: row.id }
      const sealed = await sealParams(deps.vault, place, manifestParams, body.params, stored)
      await ctx.tenant(async tx => {
        await saveEnv(tx, row.id, params.env, {
          params: sealed,
          status: 'untested',
          last_test_at: null,
          last_test: null,
        })
        await ctx.audit(tx, { ...auditOf(row), after: { env: params.env, params: maskParams(manifestParams, sealed) } })
      })
      return (await list(row.id, ctx)).find(each => each.env === params.env)! // all three are listed
    },
    async test({ params }, ctx) {
      const row = await service.require(params.id, ctx)
      if (params.env === row.env) return service.test(row.id, ctx)
      const known = await requireEnv(row.id, params.env, ctx)
      const { tenantId } = ctx.principal
      const place = { connectorId: row.id, env: params.env }
      const steps = [...(await deps.engine.connections.test(tenantId, row.platform_id, known.params, place))]
      await ctx.tenant(tx => setEnvTest(tx, row.id, params.env, steps, judgeTest(steps)))
      return steps.map(step => describeStep(deps.engine, step, ctx))
    },
    switch: ({ params, body }, ctx) => switchEnv(deps, service, params.id, body, ctx),
    async versions({ params, query: { page, pageSize } }, ctx) {
      const row = await service.require(params.id, ctx)
      const manifestParams = await paramsOf(row, ctx)
      const rows = await ctx.tenant(tx => listVersions(tx, row.id, pageSize, (page - 1) * pageSize))
      const shown = rows.slice(0, pageSize).map((each, at) => describeVersion(each, rows[at + 1], manifestParams))
      return new Page(shown, Number(rows[0]?.total ?? 0))
    },
    restore: ({ params, body }, ctx) => restore(deps, service, params.id, body, ctx),
    copy: async ({ params, body }, ctx) => {
      const row = await service.require(params.id, ctx)
      return copy(deps, service, row, body.name, await paramsOf(row, ctx), ctx)
    },
    async calls({ params }, ctx) {
      const row = await service.require(params.id, ctx)
      return sumCalls(await ctx.tenant(tx => listHours(tx, row.id)))
    },
  }
}

const describeEnv = (
  env: Env,
  row: Pick<EnvRow, 'params' | 'status' | 'last_test_at' | 'updated_at'> | null,
  isActive: boolean,
): Environment => ({
  env,
  is_active: isActive,
  is_set: row !== null,
  params: row?.params ?? {},
  status: row?.status ?? 'untested',
  last_test_at: row?.last_test_at ?? null,
  updated_at: row?.updated_at ?? null,
})

async function requireEnv(id: string, env: Env, ctx: RouteContext): Promise<EnvRow> {
  const row = (await ctx.tenant(tx => listEnvs(tx, id))).find(each => each.env === env)
  if (!row) throw refuse('conflict.envEmpty')
  return row
}

/** Started strategies move with it, so they are named first. Grants belong to their environment and stay. */
async function switchEnv(
  { engine, now }: ConnectorEnvDeps,
  service: ConnectorService,
  id: string,
  body: { readonly env: Env; readonly version: number; readonly confirmed: boolean },
  ctx: RouteContext,
) {
  const row = await service.require(id, ctx)
  if (row.env === body.env) throw refuse('conflict.envActive')
  const next = await requireEnv(id, body.env, ctx)
  await ctx.tenant(async tx => {
    const started = await listStarted(tx, id)
    if (started.length > 0 && !body.confirmed)
      throw refuse('conflict.confirmSwitch', { value: String(started.length), content: started })
    if (!(await activate(tx, id, { ...next, version: body.version }))) throw refuse('conflict.version')
    await saveEnv(tx, id, row.env, row)
    await deleteEnv(tx, id, body.env)
    await recordVersion(tx, id, 'switch', ctx.principal.username)
    await noticeCredentials(tx, now(), id)
    await ctx.audit(tx, { ...auditOf(row), before: { env: row.env }, after: { env: body.env } })
  })
  engine.connections.forget(ctx.principal.tenantId, id)
  return service.get(id, ctx)
}

async function restore(
  { engine, now }: ConnectorEnvDeps,
  service: ConnectorService,
  id: string,
  body: { readonly to_version: number; readonly version: number },
  ctx: RouteContext,
) {
  const row = await service.require(id, ctx)
  await ctx.tenant(async tx => {
    const old = await findVersion(tx, id, body.to_version)
    if (!old) throw refuse('notFound.version')
    // Of another environment: it comes back there only.
    if (old.env !== row.env) throw refuse('conflict.envVersion')
    const untested = { status: 'untested' as const, last_test_at: null, last_test: null }
    const isSaved = await activate(tx, id, { env: row.env, params: old.params, ...untested, version: body.version })
    if (!isSaved) throw refuse('conflict.version')
    await restoreFacts(tx, id, old)
    await recordVersion(tx, id, 'restore', ctx.principal.username)
    await noticeCredentials(tx, now(), id)
    await ctx.audit(tx, { ...auditOf(row), after: { restored: body.to_version } })
  })
  engine.connections.forget(ctx.principal.tenantId, id)
  return service.get(id, ctx)
}

async function copy(
  { now }: ConnectorEnvDeps,
  service: ConnectorService,
  row: Row,
  name: string,
  manifestParams: Parameters<typeof maskParams>[0],
  ctx: RouteContext,
) {
  const id = newId(now())
  const secret = (field: string): boolean => manifestParams.find(param => param.field === field)?.encryption ?? true
  const params = Object.fromEntries(
    Object.entries(row.params).map(([field, value]) => [field, secret(field) ? '' : value]),
  )
  await orNameTaken(name, () =>
    ctx.tenant(async tx => {
      const { userId } = ctx.principal
      await requireConnectorRoom(tx)
      await insertConnector(tx, { ...row, id, name, params, platformId: row.platform_id, userId })
      await recordVersion(tx, id, 'create', ctx.principal.username)
      await ctx.audit(tx, { objectType: 'connector', objectId: id, objectName: name, after: { copy_of: row.id } })
    }),
  )
  return service.get(id, ctx)
}

const auditOf = (row: Row) => ({ objectType: 'connector', objectId: row.id, objectName: row.name })
