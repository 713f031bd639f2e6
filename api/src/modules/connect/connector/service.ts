import {
  judgeTest,
  newId,
  type ParamValues,
  type Parsed,
  type Right,
  type TestStep,
  translateTold,
} from '@sluice/contract'
import { getSqlState, SqlState, type Tx, type Vault } from '@sluice/db'
import {
  checkParams,
  type Engine,
  findCredentialEnd,
  noticeCredentials,
  settleNotices,
  tellTrouble,
} from '@sluice/engine'
import { writeMessage } from '../../../http/messages.ts'
import { orNameTaken } from '../../../http/name-taken.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import { isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { MASK } from '../../../http/write-audit.ts'
import { describeBadge, findManifest, readConnectorRules, withOwnPlatforms } from '../platform/index.ts'
import type { Connector, connector } from './contract.ts'
import { isOwnPlatform, requireSecretsAnew } from './moved-secrets.ts'
import { requireConnectorRoom } from './require-room.ts'
import { lendSecrets, maskParams, sealParams } from './secrets.ts'
import {
  type ConnectorRow,
  deleteConnector,
  findConnector,
  insertConnector,
  isFile,
  leaveEnv,
  listUses,
  recordVersion,
  saveTest,
  searchConnectors,
  updateConnector,
} from './store.ts'

export interface ConnectorDeps {
  readonly engine: Engine
  readonly vault: Vault
  readonly now: () => number
}

type Contract = typeof connector
type CreateBody = Parsed<Contract['create']>['body']
type UpdateBody = Parsed<Contract['update']>['body']
type ListQuery = Parsed<Contract['list']>['query']
type TestBody = Parsed<Contract['testParams']>['body']
type Manifest = NonNullable<ReturnType<typeof findManifest>>

export interface ConnectorService {
  create(body: CreateBody, ctx: RouteContext): Promise<Connector>
  update(id: string, body: UpdateBody, ctx: RouteContext): Promise<Connector>
  list(query: ListQuery, ctx: RouteContext): Promise<Page<Connector[]>>
  get(id: string, ctx: RouteContext): Promise<Connector>
  delete(id: string, ctx: RouteContext): Promise<void>
  testParams(body: TestBody, ctx: RouteContext): Promise<TestStep[]>
  test(id: string, ctx: RouteContext): Promise<TestStep[]>
  /** The row, or 404. For what the engine then does with the far system. */
  require(id: string, ctx: RouteContext): Promise<ConnectorRow>
}

/** Works with the platforms that the caller's tenant knows. */
export function createConnectorService(deps: ConnectorDeps): ConnectorService {
  const { engine } = deps
  const forTenant = async (ctx: RouteContext): Promise<ConnectorService> =>
    createScopedService({ ...deps, engine: await ctx.tenant(tx => withOwnPlatforms(engine, tx)) })
  return {
    create: async (body, ctx) => (await forTenant(ctx)).create(body, ctx),
    update: async (id, body, ctx) => (await forTenant(ctx)).update(id, body, ctx),
    list: async (query, ctx) => (await forTenant(ctx)).list(query, ctx),
    get: async (id, ctx) => (await forTenant(ctx)).get(id, ctx),
    delete: async (id, ctx) => (await forTenant(ctx)).delete(id, ctx),
    testParams: async (body, ctx) => (await forTenant(ctx)).testParams(body, ctx),
    test: async (id, ctx) => (await forTenant(ctx)).test(id, ctx),
    require: async (id, ctx) => (await forTenant(ctx)).require(id, ctx),
  }
}

function createScopedService(deps: ConnectorDeps): ConnectorService {
  const { engine } = deps
  const require = async (id: string, ctx: RouteContext): Promise<ConnectorRow> =>
    orRefuse(await ctx.tenant(tx => findConnector(tx, id)))
  const show = (row: ConnectorRow, ctx: RouteContext) => describe(deps, row, ctx)
  return {
    create: async (body, ctx) => show(await create(deps, body, ctx), ctx),
    update: async (id, body, ctx) => show(await update(deps, await require(id, ctx), body, ctx), ctx),
    async list(query, ctx) {
      const filter = readFilter(engine, query)
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchConnectors(tx, { ...filter, limit, offset })),
      )
      const content = rows.map(row => show(row, ctx))
      return new Page(content, total)
    },
    get: async (id, ctx) => show(await require(id, ctx), ctx),
    delete: (id, ctx) => remove(deps, id, ctx),
    testParams: async (body, ctx) => (await testParams(deps, body, ctx)).map(step => describeStep(engine, step, ctx)),
    async test(id, ctx) {
      const row = await require(id, ctx)
      const steps = [...(await engine.connections.testSaved(ctx.principal.tenantId, row.id))]
      await ctx.tenant(tx => saveTest(tx, row.id, steps, judgeTest(steps)))
      return steps.map(step => describeStep(engine, step, ctx))
    },
    require,
  }
}

/** A step as the caller reads it. It is stored as it was said. */
export const describeStep = (engine: Engine, step: TestStep, { tell }: RouteContext): TestStep => ({
  ...step,
  label: engine.fillWords(step.label),
  ...(step.detail === undefined ? {} : { detail: tell(step.detail) }),
  ...(step.rights === undefined ? {} : { rights: step.rights.map(right => describeRight(engine, right, tell)) }),
  ...(step.error === undefined ? {} : { error: translateTold(step.error, tell) }),
})

const describeRight = (engine: Engine, right: Right, tell: RouteContext['tell']): Right => ({
  ...right,
  label: engine.fillWords(right.label),
  ...(right.detail === undefined ? {} : { detail: tell(right.detail) }),
  ...(right.advice === undefined ? {} : { advice: tell(right.advice) }),
})

async function create(deps: ConnectorDeps, body: CreateBody, ctx: RouteContext): Promise<ConnectorRow> {
  const manifest = requireManifest(deps.engine, body.platform_id)
  await checkValues(manifest, body.params, {}, ctx)
  const id = newId(deps.now())
  const place = { tenantId: ctx.principal.tenantId, connectorId: id }
  const params = await sealParams(deps.vault, place, manifest.params, body.params, {})
  return orNameTaken(body.name, () =>
    ctx.tenant(async tx => {
      const { platform_id: platformId, ...rest } = body
      const rules = await readConnectorRules(tx, platformId)
      if (rules.isStopped) throw refuse('conflict.platformStopped', { field: 'platform_id' })
      await requireConnectorRoom(tx)
      await insertConnector(tx, {
        ...rest,
        ...limitsOf(body, rules.limits),
        id,
        platformId,
        params,
        userId: ctx.principal.userId,
      })
      await recordVersion(tx, id, 'create', ctx.principal.username)
      const row = orRefuse(await findConnector(tx, id))
      await ctx.audit(tx, { ...auditOf(row), after: snapshot(deps.engine, row) })
      return row
    }),
  )
}

async function update(
  deps: ConnectorDeps,
  stored: ConnectorRow,
  body: UpdateBody,
  ctx: RouteContext,
): Promise<ConnectorRow> {
  const manifest = requireManifest(deps.engine, stored.platform_id)
  await checkValues(manifest, body.params, stored.params, ctx)
  requireSecretsAnew(manifest.params, body.params, stored.params, { isOwnPlatform: isOwnPlatform(manifest), ctx })
  const { id } = stored
  const { tenantId } = ctx.principal
  const params = await sealParams(
    deps.vault,
    { tenantId, connectorId: id },
    manifest.params,
    body.params,
    stored.params,
  )
  const row = await orNameTaken(body.name, () =>
    ctx.tenant(async tx => {
      const env = body.env ?? stored.env
      await leaveEnv(tx, id, env)
      const isSaved = await updateConnector(tx, { ...body, ...limitsOf(body, stored), env, id, params })
      if (!isSaved) throw refuse('conflict.version')
      await recordVersion(tx, id, 'update', ctx.principal.username)
      await noticeCredentials(tx, deps.now(), id)
      const after = orRefuse(await findConnector(tx, id))
      const before = snapshot(deps.engine, stored)
      await ctx.audit(tx, { ...auditOf(after), before, after: snapshot(deps.engine, after) })
      return after
    }),
  )
  deps.engine.connections.forget(tenantId, id)
  return row
}

async function remove(deps: ConnectorDeps, id: string, ctx: RouteContext): Promise<void> {
  await ctx.tenant(async tx => {
    const row = orRefuse(await findConnector(tx, id))
    await requireUnused(tx, () => listUses(tx, id), inUse)
    await deleteUnused(tx, id)
    await settleNotices(tx, ctx.principal.tenantId, id, ['credential.expiring'])
    await ctx.audit(tx, { ...auditOf(row), before: snapshot(deps.engine, row) })
  })
  deps.engine.connections.forget(ctx.principal.tenantId, id)
}

async function deleteUnused(tx: Tx, id: string): Promise<void> {
  try {
    await deleteConnector(tx, id)
  } catch (error) {
    // A strategy was saved with it between the question and the delete.
    if (getSqlState(error) === SqlState.foreignKeyViolation) throw inUse([])
    throw error
  }
}

const inUse = (uses: readonly { readonly name: string }[]) =>
  refuse('conflict.inUse', {
    value: uses
      .slice(0, 5)
      .map(use => use.name)
      .join(', '),
    content: uses,
  })

async function testParams(deps: ConnectorDeps, body: TestBody, ctx: RouteContext): Promise<TestStep[]> {
  const manifest = requireManifest(deps.engine, body.platform_id)
  const { tenantId } = ctx.principal
  const isMasked = Object.values(body.params).includes(MASK)
  // An address of one's own choice is dialled for who may save it: others could look around in the network by it.
  const right = isMasked || !isAllowed(ctx.principal, 'connector:add') ? 'connector:update' : 'connector:add'
  if (!isAllowed(ctx.principal, right)) throw refuse('permission.missing', { value: right })
  if (body.id === undefined) return [...(await deps.engine.connections.test(tenantId, manifest.id, body.params))]
  const stored = orRefuse(await ctx.tenant(tx => findConnector(tx, body.id ?? '')))
  if (stored.platform_id !== manifest.id) throw refuse('notFound.connector')
  requireSecretsAnew(manifest.params, body.params, stored.params, { isOwnPlatform: isOwnPlatform(manifest), ctx })
  const params = lendSecrets(body.params, stored.params)
  return [
    ...(await deps.engine.connections.test(tenantId, manifest.id, params, { connectorId: stored.id, env: stored.env })),
  ]
}

const checkValues = (manifest: Manifest, values: ParamValues, stored: ParamValues, ctx: RouteContext): Promise<void> =>
  checkConnectorValues(manifest.params, values, stored, ctx)

/** @throws Failure `invalid.params` with `params.<field>` for each problem */
export async function checkConnectorValues(
  params: Manifest['params'],
  values: ParamValues,
  stored: ParamValues,
  ctx: RouteContext,
): Promise<void> {
  const isKept = (field: string): boolean => values[field] === MASK && Boolean(stored[field])
  // A kept secret passed when it was entered; a mask that stands for nothing is an empty value.
  const shown = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value === MASK ? '' : value]))
  const problems = checkParams(params, shown).filter(({ field }) => !isKept(field))
  for (const param of params) {
    const value = shown[param.field]
    if (param.type !== 'file' || typeof value !== 'string' || value === '') continue
    if (!(await ctx.tenant(tx => isFile(tx, value))))
      problems.push({ field: param.field, message: writeMessage('notFound.file', ctx.language, {}, 'notFound.file') })
  }
  const content = problems.map(({ field, message }) => ({ field: `params.${field}`, message: ctx.tell(message) }))
  const first = content[0]
  if (first) throw refuse('invalid.params', { field: `${first.field}: ${first.message}`, content })
}

type Limits = Pick<ConnectorRow, 'rate_per_second' | 'concurrency'>

/** What is not sent stays as saved. */
const limitsOf = (body: Pick<CreateBody, keyof Limits>, saved: Limits): Limits => ({
  rate_per_second: body.rate_per_second === undefined ? saved.rate_per_second : body.rate_per_second,
  concurrency: body.concurrency === undefined ? saved.concurrency : body.concurrency,
})

function requireManifest(engine: Engine, platformId: string): Manifest {
  const manifest = findManifest(engine, platformId)
  if (!manifest) throw refuse('notFound.platform')
  return manifest
}

function orRefuse(row: ConnectorRow | undefined): ConnectorRow {
  if (!row) throw refuse('notFound.connector')
  return row
}

function readFilter(engine: Engine, query: ListQuery) {
  const byRole = query.role
    ? engine.connections.platforms().flatMap(manifest => (manifest.roles.includes(query.role!) ? [manifest.id] : [])) // role is set
    : null
  const platforms = query.platform_id
    ? [query.platform_id].filter(id => byRole === null || byRole.includes(id))
    : byRole
  return {
    platforms,
    env: query.env ?? null,
    status: query.status ?? null,
    pattern: query.keyword ? toPattern(query.keyword) : null,
    sort: query.sort,
  }
}

const auditOf = (row: ConnectorRow) => ({ objectType: 'connector', objectId: row.id, objectName: row.name })

/** What the operation log keeps of a connector: no secret, not even sealed. */
const snapshot = (engine: Engine, row: ConnectorRow) => ({
  platform_id: row.platform_id,
  name: row.name,
  env: row.env,
  params: maskParams(findManifest(engine, row.platform_id)?.params ?? [], row.params),
  remark: row.remark,
  rate_per_second: row.rate_per_second,
  concurrency: row.concurrency,
})

function describeTrouble(row: ConnectorRow, nowMs: number, tell: RouteContext['tell']): Connector['trouble'] {
  const { failing, open_until: openUntil, paused_until: pausedUntil } = row
  if (failing) {
    const { advice, technical } = failing.reason
    return {
      kind: openUntil === null ? 'failing' : 'open',
      until: openUntil,
      message: tell(tellTrouble(failing, openUntil === null ? null : Date.parse(openUntil), nowMs)),
      advice: advice === undefined ? null : tell(advice),
      technical: technical ?? null,
    }
  }
  if (pausedUntil === null) return null
  return { kind: 'paused', until: pausedUntil, message: null, advice: null, technical: null }
}

function describe({ engine, now }: ConnectorDeps, row: ConnectorRow, ctx: RouteContext): Connector {
  const manifest = findManifest(engine, row.platform_id)
  const end = findCredentialEnd(row.params, row.grant, now())
  const badge = describeBadge(engine, row.platform_id, ctx.language)
  const { paused_until: _paused, open_until: _open, failing: _failing, ...shown } = row
  return {
    ...shown,
    trouble: describeTrouble(row, now(), ctx.tell),
    ...badge,
    roles: [...badge.roles],
    needs_grant: manifest?.isGranted === true || row.params['auth'] === 'oauth2Code',
    credential: end && { kind: end.kind, ends_at: end.endsAt, state: end.state },
    last_test: row.last_test?.map(step => describeStep(engine, step, ctx)) ?? null,
    params: maskParams(manifest?.params ?? [], row.params),
  }
}
