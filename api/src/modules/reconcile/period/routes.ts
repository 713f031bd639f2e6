import { exponentOf, sayMinor } from '@sluice/bills'
import { newId, PublicFailure, translateTold } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { writeMessage } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { reverseVouchers } from '../voucher/index.ts'
import { auditOf } from './audit-step.ts'
import { readPoints } from './check-list.ts'
import type { Period, period } from './contract.ts'
import { type Figures, readMonths } from './figures.ts'
import { giveUp, STEPS } from './give-up.ts'
import { cancelJob, findLiveStep, type PeriodWork, queueJob } from './job-store.ts'
import { findPlace, type PlaceRow } from './month-rows.ts'
import { dropCarried, forgetSnapshot, holdLines, keepNote, setState } from './store.ts'

interface PeriodDeps {
  readonly archive: UploadStore
  readonly now: () => number
}
type Routes = Handlers<typeof period>
interface Where {
  readonly id: string
  readonly month: string
}

/** Sums of open months are those of their lines; ten million of them cost this much, and no more. */
const WITHIN = { statementTimeoutMs: 20_000 } as const

export function createPeriodRoutes({ archive, now }: PeriodDeps): Routes {
  const start = (step: PeriodWork['step'], params: Where, ctx: RouteContext, note?: string) =>
    startStep({ step, params, note, id: newId(now()) }, ctx)
  return {
    list: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const place = await requirePlace(tx, params.id)
        return (await readMonths(tx, params.id, place)).toReversed().map(each => describe(each, place, ctx))
      }, WITHIN),
    get: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const { place, figures } = await read(tx, params)
        const kept = figures.row?.points
        const points = kept ?? (await readPoints(tx, params.id, place, figures))
        return { ...describe(figures, place, ctx), points: [...points] }
      }, WITHIN),
    close: ({ params, body }, ctx) => start('close', params, ctx, body.note),
    archive: ({ params }, ctx) => start('archive', params, ctx),
    restore: ({ params }, ctx) => start('restore', params, ctx),
    reopen: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const { place, figures, month } = await read(tx, params)
        const { row } = figures
        if (row?.state !== 'closed') throw refuse('conflict.periodState', { value: params.month })
        if (row.closer_id === ctx.principal.userId) throw refuse('conflict.periodSelf')
        const last = place.locked_before
        if (last !== null && nextOf(month) < last) throw refuse('conflict.periodLater', { value: monthBefore(last) })
        const { userId } = ctx.principal
        await forgetSnapshot(tx, params.id, month, { userId, reason: body.reason })
        await dropCarried(tx, params.id, month)
        const reversed = await reverseVouchers(tx, { accountId: params.id, month, userId, nowMs: now() })
        await setState(tx, params.id, month, 'open')
        await ctx.audit(tx, {
          ...auditOf(params.id, place.name, month),
          before: { state: 'closed', hash: row.content_hash?.toString('hex'), closing_minor: row.closing_minor },
          after: { state: 'open', reason: body.reason, ...(reversed.length > 0 && { reversed }) },
        })
        return answer(tx, params, ctx)
      }, WITHIN),
    cancel: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const { place, month } = await read(tx, params)
        const step = await findLiveStep(tx, params.id, month)
        if (step === undefined || (await cancelJob(tx, params.id, month)) === 0) throw refuse('conflict.periodIdle')
        // One that had not begun ends here; one under way undoes itself.
        if ((await findLiveStep(tx, params.id, month)) === undefined)
          await giveUp(tx, { accountId: params.id, month, step })
        await ctx.audit(tx, { ...auditOf(params.id, place.name, month), after: { cancelled: step } })
        return answer(tx, params, ctx)
      }, WITHIN),
    async download({ params }, ctx) {
      const { name, path } = await ctx.tenant(async tx => {
        const { place, figures, month } = await read(tx, params)
        const path = figures.row?.archive_path
        if (path === null || path === undefined) throw refuse('conflict.periodState', { value: params.month })
        await ctx.audit(tx, auditOf(params.id, place.name, month))
        return { name: `${place.name}-${params.month}.parquet`, path }
      }, WITHIN)
      return new FileAnswer(name, 'application/vnd.apache.parquet', archive.read(path))
    },
  }
}

interface Start {
  readonly step: PeriodWork['step']
  readonly params: Where
  readonly note: string | undefined
  /** Of the job. */
  readonly id: string
}

/** The month is locked from now on, and a job does the rest. */
async function startStep({ step, params, note, id }: Start, ctx: RouteContext): Promise<Period> {
  try {
    return await ctx.tenant(async tx => {
      if (!(await holdLines(tx))) throw refuse('conflict.periodBusy', { retry: 'later' })
      const { place, figures, month } = await read(tx, params)
      const state = figures.row?.state ?? 'open'
      // Removing what an archive holds may be asked for again, where it came to no end.
      if (state !== STEPS[step].before && !(step === 'archive' && state === 'archived'))
        throw refuse('conflict.periodState', { value: params.month })
      if (step === 'close') await requirePoints(tx, params.id, place, figures)
      if (state !== 'archived' || step === 'restore') await setState(tx, params.id, month, STEPS[step].during)
      if (note !== undefined) await keepNote(tx, params.id, month, note)
      await queueJob(tx, { id, account_id: params.id, month, step, userId: ctx.principal.userId })
      await ctx.audit(tx, {
        ...auditOf(params.id, place.name, month),
        before: { state },
        after: { asked: step, ...(note && { note }) },
      })
      return answer(tx, params, ctx)
    }, WITHIN)
  } catch (error) {
    throw isUniqueViolation(error, 'period_job_live') ? refuse('conflict.periodWorking') : error
  }
}

async function requirePoints(tx: Tx, accountId: string, place: PlaceRow, figures: Figures): Promise<void> {
  const points = (await readPoints(tx, accountId, place, figures)).filter(({ level }) => level === 'block')
  if (points.length > 0) throw refuse('conflict.periodPoints', { value: String(points.length), content: points })
}

async function requirePlace(tx: Tx, id: string): Promise<PlaceRow> {
  const place = await findPlace(tx, id)
  if (!place) throw refuse('notFound.reconAccount')
  return place
}

async function read(tx: Tx, { id, month: name }: Where) {
  const place = await requirePlace(tx, id)
  const month = `${name}-01`
  const figures = (await readMonths(tx, id, place)).find(each => each.month === month)
  if (!figures) throw refuse('invalid.month', { field: 'month', value: name })
  return { place, figures, month }
}

async function answer(tx: Tx, params: Where, ctx: RouteContext): Promise<Period> {
  const { place, figures } = await read(tx, params)
  return describe(figures, place, ctx)
}

const nextOf = (month: string): string => {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of, 1)).toISOString().slice(0, 10)
}
const monthBefore = (month: string): string => {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 2, 1)).toISOString().slice(0, 7)
}

function describe({ month, row, ...sums }: Figures, { currency }: PlaceRow, ctx: RouteContext): Period {
  const say = (minor: bigint) => sayMinor(minor, exponentOf(currency))
  return {
    month: month.slice(0, 7),
    state: row?.state ?? 'open',
    currency,
    opening: say(sums.openingMinor),
    in: say(sums.inMinor),
    out: say(sums.outMinor),
    closing: say(sums.openingMinor + sums.inMinor + sums.outMinor),
    documents: say(sums.documentsMinor),
    a_lines: sums.aLines,
    b_lines: sums.bLines,
    late: sums.late,
    carried: sums.carried,
    hash: row?.content_hash?.toString('hex') ?? null,
    note: row?.note ?? '',
    closed_by: (row?.content_hash ? row.closed_by : null) ?? '',
    closed_at: row?.content_hash ? row.closed_at : null,
    reopened_by: row?.reopened_by ?? '',
    reopened_at: row?.reopened_at ?? null,
    reopen_reason: row?.reopen_reason ?? '',
    archived_by: row?.archived_by ?? '',
    archived_at: row?.archived_at ?? null,
    archive_bytes: row?.archive_bytes ?? null,
    archive_sha256: row?.archive_sha256?.toString('hex') ?? null,
    restored_at: row?.restored_at ?? null,
    job: row?.job ? { ...row.job, failure: describeFailure(row.job.failure, ctx) } : null,
  }
}

const Failed = PublicFailure.nullable().catch(null)

function describeFailure(told: unknown, { tell, language }: RouteContext) {
  const failure = Failed.parse(told)
  if (failure === null) return null
  return {
    ...translateTold(failure, tell),
    message: writeMessage(failure.code, language, { value: failure.value ?? '' }, tell(failure.message)),
  }
}
