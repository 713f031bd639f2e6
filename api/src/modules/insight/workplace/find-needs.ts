import type { ParamValues, Translate } from '@sluice/contract'
import { categorise, describeCredentialEnd, findCredentialEnd, type StrategyHealth, tellTrouble } from '@sluice/engine'
import { findRepair } from '../../run/error-group/index.ts'
import { type Need, needKinds } from './board-contract.ts'
import type { ApprovalRow, CauseRow, CredentialRow, DraftRow, FailureRow, MissRow, QuotaRow } from './board-store.ts'
import type { Judged } from './judge-standing.ts'
import type { TroubleRow } from './store.ts'

/** From this share of its quota on an application is told of. */
export const NEAR_PERCENT = 80

const nothing = {
  text: null,
  advice: null,
  count: null,
  is_more: false,
  since: null,
  ends_at: null,
  strategy: null,
  repair: null,
  version: null,
  quota: null,
  cause: null,
} as const

const ranks = { bad: 0, warn: 1, calm: 2 } as const

const isSame = (a: Need, b: Need): boolean => a.kind === 'credential' && b.kind === 'credential' && a.id === b.id

/** The most harmful first, then by kind, then what concerns most, then what lasts longest. A credential is renewed once. */
export const sortNeeds = (needs: readonly Need[]): Need[] =>
  needs
    .filter((need, index) => !needs.slice(0, index).some(other => isSame(need, other)))
    .toSorted(
      (a, b) =>
        ranks[a.harm] - ranks[b.harm] ||
        needKinds.indexOf(a.kind) - needKinds.indexOf(b.kind) ||
        (b.count ?? 0) - (a.count ?? 0) ||
        (a.since ?? '9').localeCompare(b.since ?? '9') ||
        a.name.localeCompare(b.name),
    )

/** Systems that cannot be used, each once however many strategies wait for it. */
export function needOutages(
  troubles: readonly TroubleRow[],
  judged: readonly Judged[],
  nowMs: number,
  tell: Translate,
): Need[] {
  return troubles.map(({ connector_id: id, name, trouble, open_until: until }) => {
    const users = judged.filter(({ health, standing }) => standing !== 'none' && isUsing(health, id))
    const isCredential = /auth|credential|token|401|403/i.test(`${trouble.reason.code}`)
    return {
      ...nothing,
      kind: 'outage',
      harm: users.length > 0 ? 'bad' : 'warn',
      id,
      name,
      text: tell(tellTrouble(trouble, until === null ? null : Date.parse(until), nowMs)),
      advice: trouble.reason.advice === undefined ? null : tell(trouble.reason.advice),
      count: users.length,
      since: trouble.since,
      cause: isCredential ? 'credential' : 'other',
    }
  })
}

const isUsing = ({ source, target }: StrategyHealth, connectorId: string): boolean =>
  source?.id === connectorId || target?.id === connectorId

/**
 * Strategies that failed, stalled or deserve a look, for a reason that is not told yet: one whose system fails is told of with
 * the system, one whose records failed with their causes.
 */
export function needStrategies(
  judged: readonly Judged[],
  told: {
    readonly connectors: ReadonlySet<string>
    readonly faulty: ReadonlySet<string>
    readonly failures: ReadonlyMap<string, FailureRow>
  },
  tell: Translate,
): Need[] {
  return judged.flatMap(({ health, standing, recordAt, lateFrom }): Need[] => {
    if (standing === 'none') return []
    const reason = health.reasons.find(
      ({ rule }) =>
        !(rule === 'connector' && [health.source, health.target].some(side => side && told.connectors.has(side.id))) &&
        !(told.faulty.has(health.id) && (rule === 'errorRate' || rule === 'missing' || rule === 'failures')) &&
        // A system that fails lets runs fail and nothing new come; when it is back, so are they.
        !(hasTold(health, told.connectors) && rule !== 'drift' && rule !== 'process'),
    )
    const one = { ...nothing, id: health.id, name: health.name, strategy: { id: health.id, name: health.name } }
    if (health.paused_at !== null) return [{ ...one, kind: 'paused', harm: 'calm', since: health.paused_at }]
    if (standing === 'late' && reason?.level !== 'abnormal')
      return [{ ...one, kind: 'strategy', harm: 'warn', since: recordAt, ends_at: lateFrom }]
    if (!reason) return []
    const failure = reason.rule === 'failures' ? told.failures.get(health.id) : undefined
    if (failure && categorise(failure.failure) === 'auth') return [needAccess(health, failure, tell)]
    const isWatch = reason.level === 'watch'
    return [
      {
        ...one,
        kind: reason.rule === 'process' ? 'process' : 'strategy',
        harm: isWatch ? 'warn' : 'bad',
        text: tell(failure?.failure.message ?? reason.text),
        advice: tell(failure?.failure.advice ?? reason.advice),
        since: reason.rule === 'silent' ? health.dispatched_at : (failure?.at ?? health.pulled_at),
        cause: isWatch ? 'watch' : reason.level === 'stalled' ? 'stalled' : 'failed',
      },
    ]
  })
}

/** A system that refuses whoever signs in answers, so that it counts as well; its credential is what is to be renewed. */
function needAccess(health: StrategyHealth, { failure, at, is_unread: isUnread }: FailureRow, tell: Translate): Need {
  const side = (isUnread ? health.source : health.target) ?? health.source ?? health.target
  return {
    ...nothing,
    kind: 'credential',
    harm: 'bad',
    id: side?.id ?? '',
    name: side?.name ?? health.name,
    text: tell(failure.message),
    advice: failure.advice === undefined ? null : tell(failure.advice),
    since: at,
    strategy: { id: health.id, name: health.name },
    cause: 'credential',
  }
}

const hasTold = ({ source, target }: StrategyHealth, connectors: ReadonlySet<string>): boolean =>
  [source, target].some(side => side !== null && connectors.has(side.id))

/** Records that are not at their target, by cause. */
export const needErrors = (rows: readonly CauseRow[], judged: readonly Judged[], tell: Translate): Need[] => {
  const failed = new Set(judged.flatMap(({ health, standing }) => (standing === 'failed' ? [health.id] : [])))
  return rows.map(row => ({
    ...nothing,
    kind: 'errors',
    harm: failed.has(row.strategy_id) ? 'bad' : 'warn',
    id: row.id,
    name: row.strategy,
    text: tell(row.sample),
    count: Number(row.open),
    since: row.first_at,
    strategy: { id: row.strategy_id, name: row.strategy },
    repair: findRepair(row),
    version:
      row.version === null || row.version_at === null
        ? null
        : { version: row.version, at: row.version_at, by: row.version_by ?? '' },
  }))
}

export const needCredentials = (
  rows: readonly CredentialRow[],
  told: ReadonlySet<string>,
  nowMs: number,
  tell: Translate,
): Need[] =>
  rows.flatMap((row): Need[] => {
    const end = findCredentialEnd(row.params as ParamValues, row.grant, nowMs) // sealed texts are no dates
    if (end === null || end.state === 'good' || told.has(row.id)) return []
    return [
      {
        ...nothing,
        kind: 'credential',
        harm: end.state === 'ended' ? 'bad' : 'warn',
        id: row.id,
        name: row.name,
        text: tell(describeCredentialEnd(end)),
        ends_at: end.endsAt,
      },
    ]
  })

export const needValues = (rows: readonly MissRow[]): Need[] =>
  rows.map(({ id, name, count, since }) => ({ ...nothing, kind: 'values', harm: 'warn', id, name, count, since }))

export const needApprovals = ({ count, since }: ApprovalRow): Need[] =>
  count === 0 ? [] : [{ ...nothing, kind: 'approval', harm: 'calm', id: '', name: '', count, since }]

export const needDrafts = (rows: readonly DraftRow[]): Need[] =>
  rows.map(({ id, name, at }) => ({
    ...nothing,
    kind: 'draft',
    harm: 'calm',
    id,
    name,
    since: at,
    strategy: { id, name },
  }))

/** An application that may call no more loses calls; one that is near it will. */
export const needQuotas = (rows: readonly QuotaRow[], nowMs: number): Need[] =>
  rows.map(row => {
    const shares = [
      { of: 'day' as const, used: row.today, limit: row.day },
      { of: 'month' as const, used: row.this_month, limit: row.month },
    ].flatMap(({ limit, ...rest }) => (limit === null ? [] : [{ ...rest, limit }]))
    const nearest = shares.toSorted((a, b) => shareOf(b) - shareOf(a))[0]
    const quota = nearest && shareOf(nearest) * 100 >= NEAR_PERCENT ? nearest : null
    const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= nowMs
    return {
      ...nothing,
      kind: 'gateway',
      harm: isOver || (quota !== null && shareOf(quota) >= 1) ? 'bad' : 'warn',
      id: row.id,
      name: row.name,
      ends_at: row.expires_at,
      quota,
    }
  })

const shareOf = ({ used, limit }: { readonly used: string; readonly limit: string }): number =>
  Number(used) / Number(limit)

/** Differences of the caller, and those that are overdue whoever's they are. */
export const needDifferences = (
  { overdue, mine, most }: { readonly overdue: number; readonly mine: number; readonly most: number },
  userId: string,
): Need[] =>
  [
    { id: 'overdue', count: overdue, harm: 'bad' as const },
    { id: userId, count: mine, harm: 'warn' as const },
  ]
    .filter(({ count }) => count > 0)
    .map(({ id, count, harm }) => ({
      ...nothing,
      kind: 'difference',
      harm,
      id: id === userId ? 'me' : id,
      name: '',
      count: Math.min(count, most),
      is_more: count > most,
    }))
