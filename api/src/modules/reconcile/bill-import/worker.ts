import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Database, isUniqueViolation, type Tx } from '@sluice/db'
import { tellSetAside } from '@sluice/engine'
import { type Job, JobWorker, type LoopLog } from '@sluice/work'
import { refuse } from '../../../http/refuse.ts'
import { refuseSettled } from '../../../http/refuse-settled.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { findVersion, listForReading } from '../bill-profile/index.ts'
import { type AccountRow, findAccount, lockAccount } from '../recon-account/index.ts'
import { checkFile } from './check-file.ts'
import { type ImportWork, importKind } from './job-store.ts'
import { loadFile } from './load-file.ts'
import { readControl } from './read-control.ts'
import { countKnown, type FileRow, findFile, findLoaded, lockFile, saveCheck } from './store.ts'

export interface ImportWorkerDeps {
  readonly database: Database
  readonly uploads: UploadStore
  readonly log: LoopLog
  readonly now: () => number
}

export interface ImportWorker {
  start(): Promise<void>
  /** A file under way is handed back; whoever takes it begins anew. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next file to its end. @returns false: none waits */
  turn(): Promise<boolean>
}

const EVERY_MS = 300
/** So long the loop is held by reading before others have their turn. */
const HELD_MS = 15
/** How often people see how far it is, and it hears that it is to end. */
const NOTED_MS = 500

/** Reads bills that people uploaded, and takes the lines of those they believe. */
export const createImportWorker = (deps: ImportWorkerDeps): ImportWorker =>
  new JobWorker<ImportWork>({
    database: deps.database,
    log: deps.log,
    kind: importKind,
    doing: 'importing a bill',
    pollMs: EVERY_MS,
    run: job => (job.row.step === 'check' ? check(deps, job) : load(deps, job)),
    tell: (tx, { file_id: objectId, requested_by: userId }, failure) =>
      userId === null ? Promise.resolve() : tellSetAside(tx, { objectId, userId, failure }),
  })

/** After so many more rows: others have their turn, and people see it. */
type Pause = (rows: number) => Promise<void>

function createPause(job: Job<ImportWork>, now: () => number): Pause {
  let [sinceMs, notedMs, done] = [now(), now(), 0]
  return async rows => {
    done += rows
    if (now() - sinceMs < HELD_MS) return
    if (now() - notedMs >= NOTED_MS) {
      await job.note({ done })
      notedMs = now()
    } else await nextTurn()
    job.check()
    sinceMs = now()
  }
}

/** The file as it is now, and what is expected of it. */
async function open({ uploads }: ImportWorkerDeps, file: FileRow | undefined, account: AccountRow | undefined) {
  if (!file || !account) throw refuse('notFound.rawFile')
  const bill = {
    path: uploads.resolve(file.opened_path ?? file.path),
    name: file.name,
    sizeBytes: Number(file.size_bytes),
  }
  return { file, account, bill, period: file.declared ?? {} }
}

async function check(deps: ImportWorkerDeps, job: Job<ImportWork>): Promise<void> {
  const { file, account, bill, period, profiles } = await job.inTenant(async tx => {
    const found = await findFile(tx, job.row.file_id)
    const opened = await open(deps, found, found && (await findAccount(tx, found.account_id)))
    return { ...opened, profiles: await listForReading(tx) }
  })
  const count = (fingerprints: Buffer[]) => job.inTenant(tx => countKnown(tx, account.id, fingerprints))
  const checked = await checkFile(bill, { account, period, profiles, pause: createPause(job, deps.now) }, count)
  await job.finish({ done: checked.rows }, async tx => {
    const earlier = await findLoaded(tx, account.id, file.sha256)
    await saveCheck(tx, file.id, earlier === undefined ? checked : { ...checked, failure: doubled(earlier) })
  })
}

/** The version that the file was checked by, whatever became of the profile since. */
async function requireProfile(tx: Tx, { format, format_version }: FileRow) {
  if (!format?.startsWith('profile:')) return { profiles: [] }
  const profile = await findVersion(tx, format.slice('profile:'.length), format_version ?? 0)
  if (!profile) throw refuse('conflict.billProfileGone')
  return { profiles: [profile], isOnlyTaught: true }
}

const doubled = (earlier: string) => ({
  code: 'bill.doubled',
  message: `The same file was loaded before, as ${earlier}.`,
  advice: 'Take that one back first if it is to be loaded anew.',
})

/** All lines and the job's end are one transaction: whoever is lost or cancelled in it has taken none. */
async function load(deps: ImportWorkerDeps, job: Job<ImportWork>): Promise<void> {
  const pause = createPause(job, deps.now)
  try {
    await job.finishBehind(async tx => {
      const found = await lockFile(tx, job.row.file_id)
      const { file, account, bill, period } = await open(
        deps,
        found,
        found && (await lockAccount(tx, found.account_id)),
      )
      if (file.state !== 'checked' && file.state !== 'reverted')
        throw refuse('conflict.billState', { value: file.state })
      const control = job.row.control && readControl(job.row.control, account.currency)
      await loadFile(tx, file, {
        ...{ account, period, pause, path: bill.path, zone: account.zone },
        ...(await requireProfile(tx, file)),
        ...(control && { control }),
      })
      return { done: file.rows_total }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'raw_file_loaded')) throw refuse('conflict.billDoubled')
    throw refuseSettled(error) ?? error
  }
}
