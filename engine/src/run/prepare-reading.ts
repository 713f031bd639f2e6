import type { Source } from '@sluice/connector-kit'
import { Failure, type ReadWindow } from '@sluice/contract'
import { listBehind, type RejectedPlaces } from '../source/rejected-windows.ts'
import { readSlices } from '../source/slice-source.ts'
import { planRemedy, planWindow, type RunWindow, sliceByDay, sliceByKey } from '../source/window.ts'
import { noteFiles, readKnownFiles } from '../sql/known-files.ts'
import { addRunLine, type RunLine, setRunWindow } from '../sql/run-rows.ts'
import { readRejected, readWatermark } from '../sql/strategy-rows.ts'
import { openWithPatience } from './open-with-patience.ts'
import { readScan } from './scan-keys.ts'
import type { Session } from './session.ts'
import { readWithVanished } from './vanished-groups.ts'

/** What a run reads, and the source seen through it. */
export interface Reading {
  readonly window: ReadWindow | null
  readonly untimed?: boolean
  readonly seen?: ReadonlySet<string>
  /** Each record is met once, by one pass. */
  readonly isPlain: boolean
  wrap(source: Source): Source
}

/** Planned once per run: a resumed run goes on in the window it began with. */
export async function prepareReading(session: Session, source: Source): Promise<Reading> {
  const { claim, config, deps } = session
  const stored = claim.window as RunWindow | null // written by us: setRunWindow, Runs.request
  refusePlan(session, stored)
  const window = stored?.planned ? stored : await plan(session, source, stored)
  await deps.faultpoint?.('run.opened')
  if (config.source.group)
    return {
      window: null,
      isPlain: window?.kind !== 'scan',
      wrap: source =>
        readThrough(
          source,
          readWithVanished(session, request => source.read(request), window?.kind === 'scan'),
        ),
    }
  if (window?.kind === 'scan')
    return {
      window: null,
      isPlain: false,
      wrap: source =>
        readThrough(
          source,
          readScan(session, request => source.read(request)),
        ),
    }
  if (window === null || window.full) return { window: null, isPlain: true, wrap: source => source }
  const plain = { field: window.field, from: window.from, to: window.to }
  const { again = [] } = window
  const untimed = window.untimed?.isRead === true ? { untimed: true } : {}
  const known =
    window.kind === undefined && source.listVersions ? await session.tenant(tx => readKnownFiles(tx, claim)) : null
  const seen = known === null ? {} : { seen: known }
  if (window.kind === undefined && again.length === 0)
    return { window: plain, ...untimed, ...seen, isPlain: true, wrap: source => source }
  const slices = listSlices(window, plain)
  if (window.kind === 'keys') requireSeeking(source)
  return {
    window: plain,
    ...untimed,
    ...seen,
    // Stretches of one value lie apart from each other and from the window.
    isPlain: window.kind === undefined && again.every(({ from, to }) => from === to),
    wrap: source =>
      readThrough(
        source,
        readSlices(({ untimed, seen, ...request }) => {
          // What has no time, or one that says nothing, fits every window; it comes with the first.
          const isFirst = request.window === slices[0]
          const beside = { ...(untimed && { untimed }), ...(seen && { seen }) }
          return source.read(isFirst ? { ...request, ...beside } : request)
        }, slices),
      ),
  }
}

function listSlices({ kind, field, keys = [], again = [] }: RunWindow, plain: ReadWindow): readonly ReadWindow[] {
  if (kind === 'keys') return sliceByKey(field, keys)
  return kind === undefined ? [plain, ...again.map(stretch => ({ field, ...stretch }))] : sliceByDay(plain)
}

/** @throws Failure */
export function requireSeeking(source: Pick<Source, 'seeks'>): void {
  if (source.seeks !== true)
    throw new Failure({
      code: 'source.cannotSeek',
      message: 'Single records cannot be read from this source.',
      advice: 'Process them again as they are stored, or run the strategy.',
    })
}

const readThrough = (source: Source, read: Source['read']): Source => ({ read, close: () => source.close() })

function refusePlan({ claim, config }: Session, stored: RunWindow | null): void {
  const kind = claim.trigger === 'remedy' ? 'remedy' : stored?.kind
  if (kind === undefined) return
  if (config.target.mode === 'replace')
    throw new Failure({
      code: 'run.planReplace',
      message: 'A strategy that replaces the whole set reads everything in every run.',
      advice: 'Start the strategy instead.',
    })
  if (kind === 'scan' && !config.source.group && (config.source.deletes?.policy ?? 'ignore') === 'ignore')
    throw new Failure({
      code: 'scan.ignored',
      message: 'The strategy leaves deleted records alone, so there is nothing to scan for.',
      advice: 'Choose to mark or to delete them, then scan again.',
    })
  if (kind !== 'scan' && kind !== 'keys' && !config.source.increment)
    throw new Failure({
      code: 'run.noIncrement',
      message: 'A range needs an increment field, and the strategy has none.',
      field: 'source.increment',
      advice: 'Choose an increment field, or run everything.',
    })
}

/** null: everything is read and no watermark moves. */
async function plan(session: Session, source: Source, stored: RunWindow | null): Promise<RunWindow | null> {
  const { claim, config, deps } = session
  const { increment } = config.source
  if (stored?.kind) return keep(session, { ...stored, planned: true })
  if (!increment || config.target.mode === 'replace') return null
  if (claim.trigger === 'remedy')
    return keep(session, { ...(await planRemedyOf(session, source, increment.field)), planned: true })
  const highWater = await askHighWater(session, source, increment.field)
  const { watermark, rejected } = await session.tenant(async tx => ({
    watermark: await readWatermark(tx, claim.tenantId, claim.strategyId),
    rejected: (await readRejected(tx, claim.tenantId, claim.strategyId)) as RejectedPlaces | null, // written by finishRun
  }))
  const full = stored?.full ?? false
  await noteVersions(session, source, full ? null : watermark)
  const window = planWindow(increment, { watermark, highWater, nowMs: deps.now(), full })
  const untimed = full ? {} : await countUntimed(source, increment.field, watermark === null)
  const again = rejected?.field === increment.field ? listBehind(rejected.windows, window) : []
  return keep(session, { ...window, ...untimed, ...(again.length > 0 ? { again } : {}), planned: true })
}

/** After the high water, so that no file lies between: what comes now is read as unknown, or by the next run. */
async function noteVersions({ tenant, claim }: Session, source: Source, watermark: string | null): Promise<void> {
  if (!source.listVersions) return
  const versions = await source.listVersions()
  await tenant(async tx => {
    const isNew = watermark !== null && (await readKnownFiles(tx, claim)) === null
    await noteFiles(tx, claim, versions)
    if (isNew) await addRunLine(tx, claim, { level: 'notice', text: sayUnknown(watermark), code: 'files.noted' })
  })
}

const sayUnknown = (watermark: string): string =>
  `From now on files are known by name, size and time. Files from before ${watermark} that are here already count as read; run the strategy in full where some may have been missed.`

/** More than these are read by the first run alone: each later one would read them all again. */
const MOST_UNTIMED = 10_000

async function countUntimed(source: Source, field: string, isFirst: boolean): Promise<Pick<RunWindow, 'untimed'>> {
  const count = (await source.countUntimed?.(field, MOST_UNTIMED + 1)) ?? 0
  return count === 0 ? {} : { untimed: { count, isRead: isFirst || count <= MOST_UNTIMED } }
}

/** undefined: the source cannot say. */
const askHighWater = async (session: Session, source: Source, field: string): Promise<string | null | undefined> =>
  source.readHighWater && openWithPatience(session, 'source', async () => source.readHighWater?.(field))

async function planRemedyOf(session: Session, source: Source, field: string): Promise<RunWindow> {
  const { tenant, claim, config, deps } = session
  const { remedy } = config
  if (!remedy)
    throw new Failure({ code: 'run.noRemedy', message: 'This version of the strategy has no remedy for omissions.' })
  const watermark = await tenant(tx => readWatermark(tx, claim.tenantId, claim.strategyId))
  // Where nothing was read yet, the source itself shows how it writes its times.
  const like = watermark ?? (await askHighWater(session, source, field)) ?? null
  return planRemedy(field, remedy, { nowMs: deps.now(), like, timeZone: remedy.schedule.timeZone })
}

function keep(session: Session, window: RunWindow): Promise<RunWindow> {
  const { claim } = session
  return session.tenant(async tx => {
    await setRunWindow(tx, claim, window)
    const { field, from, to } = window
    const text = textOf(window)
    const code = window.full ? 'run.full' : window.kind === 'scan' ? 'run.scan' : 'run.window'
    await addRunLine(tx, claim, { level: 'record', text, code, params: { field, from, to } })
    if (window.untimed) await addRunLine(tx, claim, sayUntimed(field, window.untimed))
    for (const line of sayAhead(window)) await addRunLine(tx, claim, line)
    if (window.behind) await addRunLine(tx, claim, sayBehind(field, window.behind))
    await session.fault('window.planned')
    return window
  })
}

function sayUntimed(field: string, { count, isRead }: NonNullable<RunWindow['untimed']>): RunLine {
  const isMore = count > MOST_UNTIMED
  const shown = isMore ? `> ${MOST_UNTIMED}` : String(count)
  const text = isRead
    ? `Records without a value in ${field}: ${shown}. They belong to no window and are read beside it.`
    : `Records without a value in ${field}: ${shown}. These are too many to be read in each run, so what changes in them is missed; fill the field, choose another one, or run the strategy in full.`
  return { level: isRead ? 'notice' : 'error', text, code: 'run.untimed', params: { field, count, shown } }
}

const sayBehind = (field: string, { rows, cursor }: NonNullable<RunWindow['behind']>): RunLine => ({
  level: 'notice',
  text: `The newest ${field} of the source is ${rows}, before ${cursor}, where the last run had come to: its newest rows are gone, or it was set back or filled anew. Its newest rows are read once more to tell the two apart.`,
  code: 'run.cursorBehind',
  params: { field, rows, cursor },
})

/** Rows of the future, and a cursor that was put there before. */
function* sayAhead({ field, next, ahead: { rows, cursor } = {} }: RunWindow): Generator<RunLine> {
  const until = next ?? null
  const params = { field, rows: rows ?? null, cursor: cursor ?? null, until }
  if (rows !== undefined)
    yield {
      level: 'notice',
      text: `The newest ${field} is ${rows}, which lies in the future. The cursor goes to ${until} only, so that nothing is missed; rows after it are read in each run until their time has come.`,
      code: 'run.rowsAhead',
      params,
    }
  if (cursor !== undefined)
    yield {
      level: 'error',
      text: `The cursor of ${field} stands at ${cursor}, which lies in the future, so rows with earlier times were not read. Set the cursor to the time before that, or run the strategy in full.`,
      code: 'run.cursorAhead',
      params,
    }
}

function textOf({ full, kind, field, from, to, keys = [] }: RunWindow): string {
  if (full) return 'Reading everything.'
  if (kind === 'keys') return `Reading ${keys.length} records again by their key.`
  if (kind === 'scan') return 'Reading the keys of the source, to find what is gone.'
  const [start, end] = [from ?? 'the start', to ?? 'the end']
  if (kind === undefined) return `Reading ${field} from ${start} to ${end}.`
  return `Reading ${field} from ${start} to ${end} again; the cursor does not move.`
}
