import { errorDataStates, type FigureName, figureSources, recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import type { FigureReading } from './figure-contract.ts'
import * as store from './figure-store.ts'
import { type Shared, sightOf } from './share-readings.ts'

export interface FigureDeps {
  readonly engine: Pick<Engine, 'health'>
  readonly now: () => number
  readonly shared: Shared<FigureReading>
}

/** Who looks, and how they reach what they may see. */
export interface Viewer extends Pick<RouteContext, 'tenant' | 'tell' | 'language' | 'report'> {
  readonly principal: Pick<RouteContext['principal'], 'tenantId' | 'groups' | 'permissions'>
}

interface Asked {
  readonly deps: FigureDeps
  readonly tell: RouteContext['tell']
  /** When the tenant's day began. */
  readonly day: string
}

type Values = Partial<Pick<FigureReading, 'value' | 'points' | 'parts' | 'rows' | 'graph' | 'cells' | 'since'>>
type Reader = (tx: Tx, asked: Asked) => Promise<Values>

const MOST_PARTS = 50
/** Of the picture: beyond these nobody can tell lines apart. The busiest come first. */
const MOST_EDGES = 600
const DAY_MINUTES = 24 * 60

const number =
  (count: (tx: Tx, asked: Asked) => Promise<number>): Reader =>
  async (tx, asked) => ({ value: await count(tx, asked) })
const parts =
  (list: (tx: Tx, asked: Asked) => Promise<store.PartRow[]>): Reader =>
  async (tx, asked) => ({
    parts: (await list(tx, asked)).map(({ value, ...part }) => ({ ...part, value: Number(value) })),
  })
const rows =
  (list: (tx: Tx) => Promise<store.NewestRow[]>): Reader =>
  async (tx, { tell }) => ({
    rows: (await list(tx)).map(({ value, text, ...row }) => ({
      ...row,
      text: text === '' ? '' : tell(text),
      value: value === null ? null : Number(value),
    })),
  })
const hours =
  (name: 'read' | 'written' | 'failed'): Reader =>
  async tx => ({ points: (await store.readHours(tx)).map(hour => ({ at: hour.at, value: Number(hour[name]) })) })

const heat =
  (name: 'written' | 'failed'): Reader =>
  async tx => {
    const { since, rows: cells } = await store.readHeat(tx)
    return { since, cells: cells.map(({ day, hour, [name]: value }) => ({ day, hour, value: Number(value) })) }
  }

const readers: Readonly<Record<FigureName, Reader>> = {
  'strategies.all': number(tx => store.countStrategies(tx, null)),
  'strategies.running': number(tx => store.countStrategies(tx, 'running')),
  'strategies.errors': number(store.countFaulty),
  'connectors.all': number(tx => store.countConnectors(tx, null)),
  'connectors.failed': number(tx => store.countConnectors(tx, 'failed')),
  'runs.today': number((tx, { day }) => store.countRuns(tx, day)),
  'records.read.today': number(async (tx, { day }) => (await store.readTally(tx, day)).read),
  'records.written.today': number(async (tx, { day }) => (await store.readTally(tx, day)).written),
  'records.success.today': async (tx, { day }) => {
    const { written, failed } = await store.readTally(tx, day)
    // Down, so that a hundred is said of a hundred only.
    return { value: written + failed === 0 ? null : Math.floor((written / (written + failed)) * 1000) / 10 }
  },
  'records.errors': number(tx => store.countRecords(tx, errorDataStates)),
  'records.waiting': number(tx => store.countRecords(tx, recordStandings.waiting)),
  'causes.open': number(tx => store.countCauses(tx, ['open', 'progress'])),
  'alerts.open': number(store.countAlerts),
  'gateway.calls.today': number((tx, { day }) => store.countCalls(tx, day, false)),
  'gateway.failed.today': number((tx, { day }) => store.countCalls(tx, day, true)),
  'bills.loaded': number(tx => store.countBills(tx, 'loaded')),
  'bills.rejected': number(tx => store.countBills(tx, 'rejected')),
  'hourly.read': hours('read'),
  'hourly.written': hours('written'),
  'hourly.failed': hours('failed'),
  'hourly.calls': async tx => ({
    points: (await store.readCallHours(tx)).map(({ at, calls }) => ({ at, value: Number(calls) })),
  }),
  'parts.strategies': parts(store.readStrategyParts),
  'parts.connectors': parts(store.readConnectorParts),
  'parts.records': parts(store.readRecordParts),
  'parts.bills': parts(store.readBillParts),
  'top.written': parts((tx, { day }) => store.readTopWritten(tx, day, MOST_PARTS)),
  'top.errors': parts(tx => store.readTopErrors(tx, MOST_PARTS)),
  'top.callers': parts((tx, { day }) => store.readTopCallers(tx, day, MOST_PARTS)),
  'newest.runs': rows(tx => store.readNewestRuns(tx, MOST_PARTS)),
  'newest.alerts': rows(tx => store.readNewestAlerts(tx, MOST_PARTS)),
  'heat.written': heat('written'),
  'heat.failed': heat('failed'),
  'picture.flow': async (tx, { deps }) => {
    const { nodes, edges } = await store.readFlow(tx, MOST_EDGES)
    const ids = edges.map(edge => edge.id)
    const health = await deps.engine.health.read(tx, DAY_MINUTES, deps.now(), ids)
    const levels = new Map(health.map(row => [row.id, row.level]))
    return {
      graph: {
        nodes,
        edges: edges.map(({ written, lately, errors, ...edge }) => ({
          ...edge,
          written: Number(written),
          lately: Number(lately),
          errors: Number(errors),
          level: levels.get(edge.id) ?? 'none',
        })),
      },
    }
  },
}

/** One that takes longer is told as failed; the others do not wait for it again. */
const READ_MS = 3000

const none = { value: null, points: [], parts: [], rows: [], cells: [], graph: null }
const countsSinceMorning = (name: FigureName): boolean =>
  name.endsWith('.today') || name === 'top.written' || name === 'top.callers'

/**
 * What the caller sees, by name. A figure is read once for all who see the same of the tenant, at most `maxAgeMs` ago;
 * one that cannot be read harms none beside it.
 */
export async function readFigures(
  deps: FigureDeps,
  names: readonly FigureName[],
  maxAgeMs: number,
  ctx: Viewer,
): Promise<FigureReading[]> {
  const found: FigureReading[] = []
  // One after the other: a screen takes one connection, however much it shows.
  for (const name of new Set(names)) found.push(await readOne(deps, name, maxAgeMs, ctx))
  return found
}

function readOne(
  deps: FigureDeps,
  name: FigureName,
  maxAgeMs: number,
  ctx: Viewer,
): FigureReading | Promise<FigureReading> {
  const at = () => new Date(deps.now()).toISOString()
  if (!maySee(name, ctx)) return { name, state: 'forbidden', read_at: at(), since: null, ...none }
  return deps.shared.get(`${sightOf(ctx.principal, ctx.language)} ${name}`, maxAgeMs, async () => {
    try {
      return await ctx.tenant(
        async tx => {
          const day = await store.readDay(tx)
          // By the clock that says when it was answered.
          const read_at = at()
          const values = await readers[name](tx, { deps, tell: ctx.tell, day })
          return { name, state: 'ok', read_at, since: countsSinceMorning(name) ? day : null, ...none, ...values }
        },
        { statementTimeoutMs: READ_MS, readOnly: true },
      )
    } catch (error) {
      ctx.report(error)
      return { name, state: 'failed', read_at: at(), since: null, ...none }
    }
  })
}

export function maySee(name: FigureName, { principal }: Viewer): boolean {
  const source: { readonly permission: string; readonly needsWhole?: true } = figureSources[name]
  return isAllowed(principal, source.permission) && (source.needsWhole === undefined || principal.groups === null)
}
