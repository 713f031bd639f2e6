import type { RunState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import {
  type QueuePlace,
  readQueuePlaces,
  readSlowAccounts,
  readTrying,
  type SlowAccount,
} from '../sql/waiting-rows.ts'
import { judgeStopped, sayTrouble } from './gate.ts'

/** Columns of a run row. */
export interface WaitingRun {
  readonly id: string
  readonly state: RunState
  readonly created_at: string
  readonly updated_at: string
}

type Params = Readonly<Record<string, string | number | null>>

/** Why a run waits. */
export interface Waiting {
  /** Stable: `wait.place`, `wait.upstream.live`. */
  readonly code: string
  readonly params: Params
  /** The same as one sentence. */
  readonly message: string
}

const LIVE: ReadonlySet<RunState> = new Set(['queued', 'running', 'stopping'])

// Beyond this nobody counts.
const MOST_AHEAD = 1000

/**
 * By run id, of queued runs and of those that are held back on their way; a run that waits for nothing is missing.
 * @param isEndedToo of runs that have ended, which far system the next one would not reach
 */
export async function explainRuns(
  tx: Tx,
  runs: readonly WaitingRun[],
  nowMs: number,
  leaseMs: number,
  isEndedToo = false,
): Promise<ReadonlyMap<string, Waiting>> {
  const found = new Map<string, Waiting>()
  const queued = runs.filter(run => run.state === 'queued').map(run => run.id)
  for (const place of queued.length === 0 ? [] : await readQueuePlaces(tx, queued, MOST_AHEAD))
    found.set(place.id, tell(explainPlace(place)))
  const running = runs.filter(run => run.state === 'running').map(run => run.id)
  for (const account of running.length === 0 ? [] : await readSlowAccounts(tx, running))
    found.set(account.runId, tell(explainAccount(account, nowMs)))
  for (const { runId, name, trying, trouble } of running.length === 0 ? [] : await readTrying(tx, running)) {
    // The account has seen what other runs met before.
    if (found.get(runId)?.code === 'wait.account.open') continue
    const { since, tries } = trouble !== null && trouble.since <= trying.since ? trouble : trying
    const known = { name, trouble: { reason: trying.reason, since, tries } }
    const params = sayTrouble(known, Date.parse(trying.next), nowMs)
    found.set(runId, tell(['wait.account.trying', { ...params, until: trying.next }]))
  }
  const ended = isEndedToo ? runs.filter(run => !LIVE.has(run.state)).map(run => run.id) : []
  for (const account of ended.length === 0 ? [] : await readSlowAccounts(tx, ended))
    if (account.trouble) found.set(account.runId, tell(explainAccount({ ...account, pausedMs: null }, nowMs)))
  for (const run of runs) {
    if (run.state === 'stopping') found.set(run.id, tell(['wait.stopping', {}]))
    if (run.state === 'running' && nowMs - Date.parse(run.updated_at) > leaseMs)
      found.set(run.id, tell(['wait.silent', {}]))
  }
  return found
}

/** What stands first in the way of a queued run. */
export function explainPlace(place: QueuePlace): readonly [code: string, params: Params] {
  if (place.hold) return [place.hold.code, place.hold.params]
  if (place.pool_state !== 'running') return ['wait.pool.closed', { pool: place.pool_name }]
  if (place.workers === 0) return ['wait.worker', { pool: place.pool_name, label: place.pool_label }]
  if (place.tenant_runs !== null && place.running >= place.tenant_runs)
    return ['wait.tenant', { runs: place.tenant_runs, ahead: place.ahead }]
  if (place.pool_running >= place.pool_runs)
    return ['wait.pool.full', { pool: place.pool_name, runs: place.pool_runs, ahead: place.ahead }]
  if (place.ahead === 0) return ['wait.next', {}]
  return place.ahead >= MOST_AHEAD ? ['wait.long', { ahead: MOST_AHEAD }] : ['wait.place', { ahead: place.ahead }]
}

/** What an account says that lets no request through at the moment. */
export function explainAccount(account: SlowAccount, nowMs: number): readonly [code: string, params: Params] {
  const stopped = judgeStopped(account, nowMs)
  if (stopped) return [stopped.code, stopped.params]
  if (account.trouble) return ['wait.account.trying', sayTrouble(account, null, nowMs)]
  return ['wait.account.rate', { name: account.name, rate: account.rate }]
}

const tell = ([code, params]: readonly [code: string, params: Params]): Waiting => ({
  code,
  params,
  message: (sentences[code] ?? (() => code))(params),
})

type Sentence = (params: Params) => string

const sayAhead = (ahead: string | number | null | undefined): string =>
  ahead === 0 ? 'this run is next' : `${ahead} runs are ahead`

/** The one sentence of every reason. */
export const sentences: Readonly<Record<string, Sentence>> = {
  'wait.next': () => 'Next in line; waits for a free place.',
  'wait.place': ({ ahead }) => `Waits for a free place behind ${ahead} runs.`,
  'wait.long': ({ ahead }) => `Waits for a free place behind more than ${ahead} runs.`,
  'wait.worker': ({ pool, label }) => `No running process serves the pool ${pool} (label ${label}).`,
  'wait.pool.closed': ({ pool }) => `The pool ${pool} is not taking runs; start it to go on.`,
  'wait.pool.full': ({ pool, runs, ahead }) => `The pool ${pool} runs ${runs} at once, its limit; ${sayAhead(ahead)}.`,
  'wait.tenant': ({ runs, ahead }) => `The tenant runs ${runs} at once, its limit; ${sayAhead(ahead)}.`,
  'wait.upstream.live': ({ name }) => `Waits until the strategy ${name} has finished its run.`,
  'wait.upstream.waiting': ({ name, waiting }) =>
    `Waits until the strategy ${name} has written its ${waiting} waiting records.`,
  'wait.upstream.failed': ({ name, state }) =>
    `Waits until the strategy ${name} succeeds; its last run ended as ${state}.`,
  'wait.upstream.never': ({ name }) => `Waits until the strategy ${name} has run; it never has.`,
  'wait.window': ({ until }) => `Outside the active windows until ${until}.`,
  'wait.account.paused': ({ name, until }) =>
    `The far system of the connector ${name} asked for a pause until ${until}.`,
  'wait.account.open': ({ name, trouble }) => `The far system of the connector ${name}: ${trouble}`,
  'wait.account.trying': ({ name, trouble }) => `The far system of the connector ${name}: ${trouble}`,
  'wait.account.empty': ({ name, until }) => `The request budget of the connector ${name} is used up until ${until}.`,
  'wait.account.rate': ({ name, rate }) => `Goes as fast as the connector ${name} may: ${rate} requests a second.`,
  'wait.quota.records': ({ records, quota, until }) =>
    `The tenant has read ${records} records this month, its quota is ${quota}; goes on at ${until}, or when the quota is raised.`,
  'wait.quota.storage': ({ stored, quota }) =>
    `The tenant stores ${stored} bytes, its quota is ${quota}; goes on when data is cleaned up or the quota is raised.`,
  'wait.jitter': ({ until }) => `Starts at ${until}: starts of one slot are spread out.`,
  'wait.stopping': () => 'Brings the page in hand to its end.',
  'wait.silent': () => 'Its process has not been heard of; another one takes it over.',
}
