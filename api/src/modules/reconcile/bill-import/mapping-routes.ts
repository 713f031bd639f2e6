import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BillProfile, chooseMember, listMapped, packMembers, readHead } from '@sluice/bills'
import { Failure, newId } from '@sluice/contract'
import { isUniqueViolation } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { addVersion, findVersion, insertProfile, type ProfileMapping } from '../bill-profile/index.ts'
import { findAccount } from '../recon-account/index.ts'
import { type Checked, checkFile } from './check-file.ts'
import type { billImport, ImportHead, ImportTrial } from './contract.ts'
import { describe } from './describe.ts'
import { queueJob } from './job-store.ts'
import { withMembers } from './open-bill.ts'
import { type FileRow, findFile, lockFile, setParsing } from './store.ts'

interface MappingDeps {
  readonly uploads: UploadStore
  readonly now: () => number
}

type Routes = Pick<Handlers<typeof billImport>, 'unlock' | 'head' | 'tryMapping' | 'saveMapping'>
type Taught = Pick<BillProfile, 'headings'> & { readonly mapping: ProfileMapping }

/** A larger one is read by a job alone. */
const TRY_BYTES = 20 * 2 ** 20
/** So long the loop is held by reading before others have their turn. */
const HELD_MS = 15

/** What people do with a file that the product cannot read by itself: open its lock, say what its columns mean. */
export function createMappingRoutes(deps: MappingDeps): Routes {
  const { uploads } = deps
  return {
    unlock: ({ params, body }, ctx) => unlock(deps, { id: params.id, password: body.password }, ctx),
    async head({ params }, ctx) {
      const file = orRefuse(await ctx.tenant(tx => findFile(tx, params.id)))
      const head = await withMembers(billOf(file, uploads), undefined, async members =>
        readHead(await chooseTable(file.name, members)),
      )
      return {
        ...head,
        rows: head.rows.map(row => ({ ...row, cells: [...row.cells] })),
        profile: await findTaught(file, ctx),
      }
    },
    tryMapping: ({ params, body }, ctx) => tryMapping(deps, { id: params.id, taught: body }, ctx),
    async saveMapping({ params, body: { profile_id = null, name, ...taught } }, ctx) {
      checkMapping(taught)
      const { userId } = ctx.principal
      try {
        return await ctx.tenant(async tx => {
          const file = requireIdle(orRefuse(await lockFile(tx, params.id)))
          const id = profile_id ?? newId(deps.now())
          if (profile_id === null) await insertProfile(tx, { ...taught, id, name, userId })
          else if ((await addVersion(tx, { ...taught, id, userId })) === 0) throw refuse('notFound.billProfile')
          await setParsing(tx, file.id, null)
          await queueJob(tx, { id: newId(deps.now()), file_id: file.id, step: 'check', control: null, userId })
          await ctx.audit(tx, { ...auditOf(file), after: { name, ...taught } })
          return describe(orRefuse(await findFile(tx, file.id)), ctx)
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw refuse('conflict.profileName', { field: 'name', value: name })
        throw error
      }
    },
  }
}

/** The password opens the archive here and is gone with the request. */
async function unlock(
  { uploads, now }: MappingDeps,
  { id, password }: { readonly id: string; readonly password: string },
  ctx: RouteContext,
) {
  const { tenantId, userId } = ctx.principal
  const waiting = (row: FileRow | undefined): FileRow => {
    const file = requireIdle(orRefuse(row))
    if (file.failure?.code !== 'bill.password') throw refuse('conflict.billUnlocked')
    return file
  }
  const locked = waiting(await ctx.tenant(tx => findFile(tx, id)))
  const written = await withMembers(billOf(locked, uploads), password, members =>
    uploads.write(tenantId, newId(now()), packMembers(members)),
  )
  try {
    return await ctx.tenant(async tx => {
      const file = waiting(await lockFile(tx, id))
      await setParsing(tx, file.id, written.path)
      await queueJob(tx, { id: newId(now()), file_id: file.id, step: 'check', control: null, userId })
      await ctx.audit(tx, auditOf(file))
      return describe(orRefuse(await findFile(tx, file.id)), ctx)
    })
  } catch (error) {
    await uploads.remove(written.path)
    throw error
  }
}

async function tryMapping(
  { uploads, now }: MappingDeps,
  { id, taught }: { readonly id: string; readonly taught: Taught },
  ctx: RouteContext,
): Promise<ImportTrial> {
  checkMapping(taught)
  const { file, account } = await ctx.tenant(async tx => {
    const found = orRefuse(await findFile(tx, id))
    return { file: found, account: await findAccount(tx, found.account_id) }
  })
  if (!account) throw refuse('notFound.reconAccount')
  if (Number(file.size_bytes) > TRY_BYTES)
    throw refuse('conflict.billTryLarge', { value: `${TRY_BYTES / 2 ** 20} MiB` })
  let sinceMs = now()
  const pause = async () => {
    if (now() - sinceMs < HELD_MS) return
    await nextTurn()
    sinceMs = now()
  }
  const profile = { ...taught, id, version: 1, name: file.name }
  const init = { account, period: file.declared ?? {}, profiles: [profile], isOnlyTaught: true, pause }
  return describeTrial(await checkFile(billOf(file, uploads), init, async () => 0), ctx)
}

function describeTrial(checked: Checked, ctx: RouteContext): ImportTrial {
  const { rows, figures, opening, closing, proof, lines, failure } = checked
  return {
    ...{ rows, in: checked.in, out: checked.out, figures, opening, closing, proof, lines },
    problems: checked.problems.map(problem => ({ ...problem, message: ctx.tell(problem.message) })),
    problem_count: checked.problemCount,
    is_proved: checked.isProved,
    failure: failure && {
      ...failure,
      message: ctx.tell(failure.message),
      advice: failure.advice && ctx.tell(failure.advice),
    },
  }
}

/** The profile that reads a file by now, in the version that did. */
async function findTaught({ format, format_version }: FileRow, ctx: RouteContext): Promise<ImportHead['profile']> {
  if (!format?.startsWith('profile:')) return null
  const profile = await ctx.tenant(tx => findVersion(tx, format.slice('profile:'.length), format_version ?? 0))
  if (!profile) return null
  const { id, name, headings, mapping } = profile
  // It was checked when it was kept.
  return { id, name, headings: [...headings], mapping: mapping as ProfileMapping }
}

/** Of several files the one that is no note beside a bill: people say what it is. */
async function chooseTable(archive: string, members: Parameters<typeof chooseMember>[1]) {
  const [first] = members
  try {
    return await chooseMember(archive, members, [])
  } catch (error) {
    if (error instanceof Failure && first) return members.find(({ name }) => !/汇总|summary/i.test(name)) ?? first
    throw error
  }
}

/** A kind of bill without a file of it: a new one, or the next version. @throws Failure */
export async function teachProfile(
  { id, name, ...taught }: Taught & { readonly id: string | null; readonly name: string },
  nowMs: number,
  ctx: RouteContext,
): Promise<void> {
  checkMapping(taught)
  const { userId } = ctx.principal
  await ctx.tenant(async tx => {
    const profileId = id ?? newId(nowMs)
    if (id === null) await insertProfile(tx, { ...taught, id: profileId, name, userId })
    else await addVersion(tx, { ...taught, id, userId })
    await ctx.audit(tx, { objectType: 'billProfile', objectId: profileId, objectName: name, after: taught })
  })
}

/** Every column that is named is one of the header, and has one use. @throws Failure */
function checkMapping({ headings, mapping }: Taught): void {
  const mapped = listMapped(mapping)
  for (const [field, label] of mapped)
    if (headings.filter(heading => heading.trim() === label).length !== 1)
      throw refuse('invalid.billColumn', { field: `mapping.${field}`, value: label })
  // A day and its clock may share a column, an amount shares its own with nothing.
  const amounts = mapped.filter(([field]) => field.startsWith('amount.') || field === 'columns.balance')
  for (const [field, label] of amounts)
    if (mapped.filter(([, other]) => other === label).length > 1)
      throw refuse('invalid.billColumnTwice', { field: `mapping.${field}`, value: label })
}

/** Nothing of it counts, and nobody reads it. */
function requireIdle(file: FileRow): FileRow {
  if (file.job !== null && file.job.state !== 'failed' && file.job.state !== 'cancelled')
    throw refuse('conflict.billBusy')
  if (file.state === 'loaded') throw refuse('conflict.billState', { value: file.state })
  return file
}

function orRefuse(row: FileRow | undefined): FileRow {
  if (!row) throw refuse('notFound.rawFile')
  return row
}

const billOf = (file: FileRow, uploads: UploadStore) => ({
  path: uploads.resolve(file.opened_path ?? file.path),
  name: file.name,
  sizeBytes: Number(file.size_bytes),
})

const auditOf = (row: FileRow) => ({ objectType: 'rawFile', objectId: row.id, objectName: row.name })
