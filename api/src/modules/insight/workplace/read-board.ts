import type { Tx } from '@sluice/db'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { countDifferences } from '../../reconcile/difference/index.ts'
import { readWatch } from '../../run/strategy-health/index.ts'
import { median, percentOf } from '../analysis/index.ts'
import { type Board, type Need, standings } from './board-contract.ts'
import * as store from './board-store.ts'
import * as find from './find-needs.ts'
import type { Judged } from './judge-standing.ts'
import { listTroubles, type TroubleRow } from './store.ts'

const MOST_NEEDS = 60
const MOST_CAUSES = 30
export const MOST_TROUBLES = 100
const MOST_UPCOMING = 40
const MOST_EDITED = 6
const MOST_ACCOUNTS = 6
/** Beyond it a difference more or less is no news, and counting is not free. */
const MOST_COUNTED = 10_000

/** How the strategies stand, as one reading of them all found it. */
export interface Look {
  readonly at: string
  readonly judged: readonly Judged[]
  /** Today and the same weekday before, of all of them. */
  readonly days: readonly store.DayRow[]
  /** Of the same moment: what is said of strategies and of their systems agrees. */
  readonly troubles: readonly TroubleRow[]
  readonly failures: readonly store.FailureRow[]
}

/** All that the workbench shows beside the list of strategies, of which it says only what that list has. */
export async function readBoard(tx: Tx, look: Look | null, nowMs: number, ctx: RouteContext): Promise<Board> {
  const at = new Date(nowMs).toISOString()
  const { principal } = ctx
  const may = (permission: string): boolean => isAllowed(principal, permission)
  const finance = may('reconciliation:query') ? await readFinance(tx, at, principal.userId) : null
  const needs = find.sortNeeds([
    ...(await readNeeds(tx, look, nowMs, ctx)),
    ...(finance === null ? [] : find.needDifferences(finance, principal.userId)),
  ])
  const upcoming = may('strategy:query') ? await store.listUpcoming(tx, at, MOST_UPCOMING) : []
  return {
    at,
    read_at: look?.at ?? at,
    verdict: look === null ? null : { ...sumUp(look.judged), is_watch_late: (await readWatch(tx)).is_late },
    needs: needs.slice(0, MOST_NEEDS),
    needs_total: needs.length,
    bad: needs.filter(({ harm }) => harm === 'bad').length,
    day: look === null ? null : describeDay(look.days),
    upcoming: upcoming.map(({ total: _, ...row }) => row),
    upcoming_total: upcoming[0]?.total ?? 0,
    edited: await store.listEdited(tx, principal.userId, MOST_EDITED),
    finance,
    processes: may('process:query') ? await store.countProcesses(tx) : null,
    steps: await store.readSteps(tx),
  }
}

async function readNeeds(tx: Tx, look: Look | null, nowMs: number, { principal, tell }: RouteContext): Promise<Need[]> {
  const may = (permission: string): boolean => isAllowed(principal, permission)
  const judged = look?.judged ?? []
  const troubles = may('connector:query') ? (look?.troubles ?? (await listTroubles(tx, MOST_TROUBLES))) : []
  const connectors = new Set(troubles.map(row => row.connector_id))
  const causes = look === null ? [] : await store.listCauses(tx, MOST_CAUSES)
  const failures = new Map(look?.failures.map(row => [row.strategy_id, row]))
  const faulty = new Set(causes.map(row => row.strategy_id))
  return [
    ...find.needOutages(troubles, judged, nowMs, tell),
    ...find.needStrategies(judged, { connectors, faulty, failures }, tell),
    ...find.needErrors(causes, judged, tell),
    ...(may('connector:query') ? find.needCredentials(await store.listCredentials(tx), connectors, nowMs, tell) : []),
    ...(may('mapping:query') ? find.needValues(await store.listMisses(tx)) : []),
    ...(may('asset:approve') ? find.needApprovals(await store.countApprovals(tx)) : []),
    // As its list does, it asks for a role that sees the whole tenant.
    ...(may('gateway:query') && principal.groups === null
      ? find.needQuotas(await store.listNearQuota(tx, new Date(nowMs).toISOString(), find.NEAR_PERCENT), nowMs)
      : []),
    ...(may('strategy:update') ? find.needDrafts(await store.listDrafts(tx)) : []),
  ]
}

function sumUp(judged: readonly Judged[]): Omit<NonNullable<Board['verdict']>, 'is_watch_late'> {
  const known = judged.filter(({ standing }) => standing !== 'none')
  return {
    judged: known.length,
    standings: Object.fromEntries(
      standings.map(standing => [standing, known.filter(one => one.standing === standing).length]),
    ) as NonNullable<Board['verdict']>['standings'], // one of each
    undated: known.filter(({ recordAt }) => recordAt === null).length,
    paused: known.filter(({ health }) => health.paused_at !== null).length,
  }
}

function describeDay(days: readonly store.DayRow[]): Board['day'] {
  const [today, ...before] = days
  if (!today) return null
  const known = before.filter(day => day.is_known)
  const now = { written: Number(today.written), errors: Math.max(0, Number(today.errors)) }
  const usual = {
    written: median(known.map(day => Number(day.written))),
    errors: median(known.map(day => Math.max(0, Number(day.errors)))),
  }
  return {
    from: today.begin,
    now: withSuccess(now),
    usual: known.length === 0 ? null : withSuccess(usual),
    weeks: known.length,
  }
}

const withSuccess = (of: { readonly written: number; readonly errors: number }) => ({
  ...of,
  success: percentOf(of.written, of.written + of.errors),
})

async function readFinance(tx: Tx, at: string, userId: string): Promise<NonNullable<Board['finance']>> {
  const count = (of: { readonly assignee?: string; readonly isOverdue?: boolean }) =>
    countDifferences(tx, { userId, at, ...of }, MOST_COUNTED)
  return {
    most: MOST_COUNTED,
    open: await count({}),
    overdue: await count({ isOverdue: true }),
    mine: await count({ assignee: userId }),
    accounts: await store.listAccounts(tx, at, MOST_ACCOUNTS),
  }
}
