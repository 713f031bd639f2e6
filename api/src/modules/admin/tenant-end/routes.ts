import { createHash, type randomBytes } from 'node:crypto'
import { lineOf, newId, PublicFailure, translateTold } from '@sluice/contract'
import { type Database, isUniqueViolation, type Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import type { TenantEnd, TenantExport, tenantEnd } from './contract.ts'
import {
  cancelExport,
  type EndRow,
  type ExportRow,
  findExport,
  findProof,
  findTenant,
  insertEnd,
  insertExport,
  listEnds,
  listExports,
  withdrawEnd,
} from './store.ts'

export interface TenantEndDeps {
  readonly database: Database
  /** Absent: this installation has no place for them. */
  readonly exports?: UploadStore
  /** How long an asked end can be taken back. */
  readonly waitDays: number
  readonly throttle: Throttle
  readonly randomBytes: typeof randomBytes
  readonly now: () => number
}

const KEY_BYTES = 32
const PROOFS_PER_ADDRESS = { burst: 20, everyMs: 60_000 }

export function createTenantEndRoutes(deps: TenantEndDeps): Handlers<typeof tenantEnd> {
  const { database, now } = deps
  return {
    get: (_input, ctx) =>
      ctx.tenant(async tx => {
        const ends = (await listEnds(tx)).map(describeEnd)
        return { ...(await findTenant(tx)), wait_days: deps.waitDays, ends }
      }),
    exports: (_input, ctx) => ctx.tenant(async tx => (await listExports(tx)).map(row => describeExport(row, ctx))),
    createExport: (_input, ctx) => createExport(deps, ctx),
    cancelExport: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const before = await requireExport(tx, params.id)
        if ((await cancelExport(tx, params.id)) === 0) throw refuse('conflict.state', { value: before.state })
        await ctx.audit(tx, { ...(await auditOf(tx, ctx)), before: { export: before.id, state: before.state } })
        return describeExport(await requireExport(tx, params.id), ctx)
      }),
    downloadExport: ({ params }, ctx) => download(deps, params.id, ctx),
    ask: ({ body }, ctx) => ask(deps, body.name, ctx),
    withdraw: (_input, ctx) =>
      ctx.tenant(async tx => {
        const end = await withdrawEnd(tx, ctx.principal.username)
        if (!end) throw refuse('notFound.tenantEnd')
        await ctx.audit(tx, { ...(await auditOf(tx, ctx)), before: { due_at: end.due_at } })
        return describeEnd(end)
      }),
    async proof({ params }, ctx) {
      await deps.throttle.take(`tenant-proof/address/${lineOf(ctx.ip)}`, PROOFS_PER_ADDRESS)
      const found = await database.withSystem(tx => findProof(tx, hashKey(params.key)))
      if (!found) throw refuse('notFound.tenantProof')
      return new FileAnswer(`${found.code}-removed.json`, 'application/json; charset=utf-8', toStream(found.proof))
    },
  }

  async function createExport({ exports }: TenantEndDeps, ctx: RouteContext): Promise<TenantExport> {
    if (!exports) throw refuse('unavailable.exports')
    const id = newId(now())
    try {
      return await ctx.tenant(async tx => {
        await insertExport(tx, id, ctx.principal)
        await ctx.audit(tx, { ...(await auditOf(tx, ctx)), after: { export: id } })
        return describeExport(await requireExport(tx, id), ctx)
      })
    } catch (error) {
      throw isUniqueViolation(error, 'tenant_export_open') ? refuse('conflict.tenantExport') : error
    }
  }
}

async function* toStream(text: string): AsyncGenerator<string> {
  yield text
}

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

async function ask({ waitDays, randomBytes, now }: TenantEndDeps, name: string, ctx: RouteContext) {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  try {
    return await ctx.tenant(async tx => {
      const tenant = await findTenant(tx)
      if (name.trim() !== tenant.name) throw refuse('conflict.tenantName', { field: 'name', value: tenant.name })
      const asked = {
        id: newId(now()),
        waitDays,
        askedBy: ctx.principal.username,
        keyHash: hashKey(key),
        now: new Date(now()),
      }
      const end = await insertEnd(tx, asked)
      await ctx.audit(tx, { ...(await auditOf(tx, ctx)), after: { due_at: end.due_at } })
      return { end: describeEnd(end), proof_key: key, proof_path: `/api/tenant-end/${key}` }
    })
  } catch (error) {
    throw isUniqueViolation(error, 'tenant_end_open') ? refuse('conflict.tenantEnd') : error
  }
}

async function download({ exports }: TenantEndDeps, id: string, ctx: RouteContext): Promise<FileAnswer> {
  const { job, code } = await ctx.tenant(async tx => {
    const found = await requireExport(tx, id)
    if (found.path === null) throw refuse('conflict.state', { value: found.state })
    await ctx.audit(tx, { ...(await auditOf(tx, ctx)), after: { export: id } })
    return { job: found, code: (await findTenant(tx)).code }
  })
  if (!exports || job.path === null) throw refuse('unavailable.exports')
  return new FileAnswer(`${code}-${job.created_at.slice(0, 10)}.zip`, 'application/zip', exports.read(job.path))
}

async function auditOf(tx: Tx, { principal }: RouteContext) {
  return { objectType: 'tenant', objectId: principal.tenantId, objectName: (await findTenant(tx)).name }
}

async function requireExport(tx: Tx, id: string): Promise<ExportRow> {
  const row = await findExport(tx, id)
  if (!row) throw refuse('notFound.job')
  return row
}

const Failed = PublicFailure.nullable().catch(null)

function describeExport(row: ExportRow, { tell }: RouteContext): TenantExport {
  const failure = Failed.parse(row.failure)
  const { id, state, total, done, rows, size_bytes, created_at, finished_at, expires_at } = row
  return {
    ...{ id, state, total, done, rows, size_bytes, created_at, finished_at, expires_at },
    sha256: row.sha256?.toString('hex') ?? null,
    failure: failure && translateTold(failure, tell),
    requested_by: row.requested_name,
  }
}

function describeEnd({ id, state, asked_by, asked_at, due_at, withdrawn_by, withdrawn_at }: EndRow): TenantEnd {
  return { id, state, asked_by, asked_at, due_at, withdrawn_by, withdrawn_at }
}
