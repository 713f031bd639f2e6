import { exponentOf, sayMinor } from '@sluice/bills'
import { newId, type UploadedFile } from '@sluice/contract'
import { cleanName } from '../../../http/open-upload.ts'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { type AccountRow, findAccount } from '../recon-account/index.ts'
import type { billImport, ImportDetail, ImportFile } from './contract.ts'
import { describe } from './describe.ts'
import { cancelJob, queueJob } from './job-store.ts'
import { createMappingRoutes } from './mapping-routes.ts'
import { readControl } from './read-control.ts'
import {
  type FileRow,
  findBefore,
  findFile,
  findLate,
  insertFile,
  lockFile,
  type NewFile,
  searchFiles,
  setReverted,
  takeBack,
} from './store.ts'

interface BillImportDeps {
  readonly uploads: UploadStore
  readonly now: () => number
}

type Routes = Handlers<typeof billImport>

export function createBillImportRoutes(deps: BillImportDeps): Routes {
  const { uploads } = deps
  return {
    upload: ({ params, query, file }, ctx) => upload(deps, { accountId: params.id, period: query, file }, ctx),
    async list({ query }, ctx) {
      const filter = { account: query.account_id ?? null, state: query.state ?? null }
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchFiles(tx, filter, limit, offset)),
      )
      return new Page(
        rows.map(row => describe(row, ctx)),
        total,
      )
    },
    get: ({ params }, ctx) => getDetail(params.id, ctx),
    load: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const file = orRefuse(await lockFile(tx, params.id))
        if (file.job !== null && file.job.state !== 'failed' && file.job.state !== 'cancelled')
          throw refuse('conflict.billBusy')
        if (file.state !== 'checked' && file.state !== 'reverted')
          throw refuse('conflict.billState', { value: file.state })
        const account = requireActive(await findAccount(tx, file.account_id))
        const { control = null } = body
        if (control) readControl(control, account.currency)
        if (file.counted?.proof === 'control' && !control) throw refuse('invalid.billControl', { field: 'control' })
        const { userId } = ctx.principal
        await queueJob(tx, { id: newId(deps.now()), file_id: file.id, step: 'load', control, userId })
        await ctx.audit(tx, { ...auditOf(file), after: { rows: file.rows_total } })
        return describe(orRefuse(await findFile(tx, file.id)), ctx)
      }),
    cancel: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const file = orRefuse(await findFile(tx, params.id))
        if ((await cancelJob(tx, file.id)) === 0) throw refuse('conflict.billIdle')
        await ctx.audit(tx, auditOf(file))
        return describe(orRefuse(await findFile(tx, file.id)), ctx)
      }),
    revert: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const file = orRefuse(await lockFile(tx, params.id))
        if (file.state !== 'loaded') throw refuse('conflict.billState', { value: file.state })
        const left = await takeBack(tx, file.id, file.account_id)
        if (left > 0) throw refuse('conflict.billSettled', { value: String(left) })
        await setReverted(tx, file.id)
        await ctx.audit(tx, { ...auditOf(file), before: { state: 'loaded' }, after: { state: 'reverted' } })
        return describe(orRefuse(await findFile(tx, file.id)), ctx)
      }),
    ...createMappingRoutes(deps),
    async download({ params }, ctx) {
      const row = await ctx.tenant(async tx => {
        const found = orRefuse(await findFile(tx, params.id))
        await ctx.audit(tx, auditOf(found))
        return found
      })
      return new FileAnswer(row.name, 'application/octet-stream', uploads.read(row.path))
    },
  }
}

interface UploadInit {
  readonly accountId: string
  readonly period: NewFile['period']
  readonly file: UploadedFile
}

/** Keeps a file, and has it read; what is found will stand beside it, and nothing of it counts yet. */
async function upload({ uploads, now }: BillImportDeps, init: UploadInit, ctx: RouteContext): Promise<ImportFile> {
  const { tenantId, userId } = ctx.principal
  const account = requireActive(await ctx.tenant(tx => findAccount(tx, init.accountId)))
  const id = newId(now())
  const written = await uploads.write(tenantId, id, init.file)
  const name = cleanName(init.file.filename)
  try {
    await ctx.tenant(async tx => {
      await insertFile(tx, { ...written, id, name, accountId: account.id, period: init.period, userId })
      await queueJob(tx, { id: newId(now()), file_id: id, step: 'check', control: null, userId })
      await ctx.audit(tx, { objectType: 'rawFile', objectId: id, objectName: name })
    })
  } catch (error) {
    await uploads.remove(written.path)
    throw error
  }
  return describe(orRefuse(await ctx.tenant(tx => findFile(tx, id))), ctx)
}

/** What the first reading found, with what the account holds by now. */
async function getDetail(id: string, ctx: RouteContext): Promise<ImportDetail> {
  const file = orRefuse(await ctx.tenant(tx => findFile(tx, id)))
  const { counted } = file
  const from = file.period_from
  const before = from === null ? undefined : await ctx.tenant(tx => findBefore(tx, file.account_id, from))
  const late = file.state === 'loaded' ? await ctx.tenant(tx => findLate(tx, id)) : undefined
  const say = (minor: string) => sayMinor(BigInt(minor), exponentOf(file.currency))
  return {
    late: late ?? null,
    file: describe(file, ctx),
    columns: counted?.columns.map(column => ({ ...column })) ?? [],
    figures: counted?.figures ?? [],
    opening: counted?.opening ?? null,
    closing: counted?.closing ?? null,
    before: before?.balance_minor === null || before === undefined ? null : say(before.balance_minor),
    gap_days: before === undefined ? 0 : Math.max(0, before.days - 1),
    repeated: counted?.repeated ?? 0,
    known: file.state === 'loaded' ? file.rows_duplicate : (counted?.known ?? 0),
    problems: counted?.problems.map(problem => ({ ...problem, message: ctx.tell(problem.message) })) ?? [],
    problem_count: counted?.problemCount ?? 0,
    proof: counted?.proof ?? null,
    is_proved: counted?.isProved ?? false,
    lines: counted?.lines ?? [],
  }
}

function requireActive(account: AccountRow | undefined): AccountRow {
  if (!account) throw refuse('notFound.reconAccount')
  if (account.status !== 'active') throw refuse('conflict.accountState', { value: account.name })
  return account
}

function orRefuse(row: FileRow | undefined): FileRow {
  if (!row) throw refuse('notFound.rawFile')
  return row
}

const auditOf = (row: FileRow) => ({ objectType: 'rawFile', objectId: row.id, objectName: row.name })
