import { type RunState, type RunTrigger, Schedule } from '@sluice/contract'
import { tellTrouble, UNKNOWN, writeTime } from '../account/tell-trouble.ts'
import type { Gate, Hold } from '../sql/claim-run.ts'
import { type AccountFacts, type GateFacts, readGateFacts, type Upstream } from '../sql/gate-rows.ts'
import { findActive } from './active-window.ts'

// An upstream's end frees who waits for it; this is for what happens without one, as records written by hand.
const UPSTREAM_MS = 15_000
// A bucket that is full again sooner is waited for inside the run.
const EMPTY_MS = 5_000
const STORAGE_MS = 60_000
const LONGEST_MS = 3_600_000

/** Whether a queued run may start; asked by the claim, in its transaction. */
export const createGate =
  ({ now }: { now(): number }): Gate =>
  async (tx, run) => {
    const facts = await readGateFacts(tx, run)
    return facts === null ? null : judgeStart(facts, run.trigger, now())
  }

/** null: it may start. A person's start does not wait for the active window: they chose the time. */
export function judgeStart(facts: GateFacts, trigger: RunTrigger, nowMs: number): Hold | null {
  return (
    judgeUpstreams(facts.upstreams, nowMs) ??
    (trigger === 'manual' ? null : judgeWindow(facts.schedule, nowMs)) ??
    // Retries read nothing new.
    (trigger === 'retry' ? null : judgeQuota(facts, nowMs)) ??
    judgeAccounts(facts.accounts, nowMs)
  )
}

type Verdict = 'live' | 'waiting' | 'failed' | 'never' | null

/** What stands in the way, by kind of precondition. */
export function judgeUpstream({ kind, state, waiting }: Upstream): Verdict {
  if (state !== null && isLive(state)) return 'live'
  if (kind === 'idle') return waiting > 0 ? 'waiting' : null
  if (state === null) return 'never'
  return kind === 'succeeded' && state !== 'succeeded' ? 'failed' : null
}

const isLive = (state: RunState): boolean => state === 'queued' || state === 'running' || state === 'stopping'

function judgeUpstreams(upstreams: readonly Upstream[], nowMs: number): Hold | null {
  for (const upstream of upstreams) {
    const verdict = judgeUpstream(upstream)
    if (verdict === null) continue
    const { name, state, waiting } = upstream
    const params = { name, ...(verdict === 'failed' ? { state } : {}), ...(verdict === 'waiting' ? { waiting } : {}) }
    return { code: `wait.upstream.${verdict}`, params, lookAtMs: nowMs + UPSTREAM_MS }
  }
  return null
}

function judgeWindow(schedule: unknown, nowMs: number): Hold | null {
  const { windows = [], timeZone } = Schedule.parse(schedule)
  const opensMs = findActive(windows, timeZone, nowMs)
  return opensMs === nowMs ? null : until('wait.window', {}, nowMs, opensMs - nowMs)
}

function judgeQuota({ quota }: GateFacts, nowMs: number): Hold | null {
  const { recordsPerMonth, records, monthEndsMs, storageBytes, storedBytes } = quota
  if (recordsPerMonth !== null && records >= recordsPerMonth)
    return until('wait.quota.records', { records, quota: recordsPerMonth }, nowMs, monthEndsMs)
  if (storageBytes !== null && storedBytes >= storageBytes)
    return {
      code: 'wait.quota.storage',
      params: { stored: storedBytes, quota: storageBytes },
      lookAtMs: nowMs + STORAGE_MS,
    }
  return null
}

function judgeAccounts(accounts: readonly AccountFacts[], nowMs: number): Hold | null {
  for (const account of accounts) {
    const { name, emptyMs } = account
    const stopped = judgeStopped(account, nowMs)
    if (stopped) return stopped
    if (emptyMs !== null && emptyMs > EMPTY_MS) return until('wait.account.empty', { name }, nowMs, emptyMs)
  }
  return null
}

/** An account that lets nothing through: its far system asked for a pause, or was cut off. */
export function judgeStopped(account: Omit<AccountFacts, 'emptyMs'>, nowMs: number): Hold | null {
  const { name, pausedMs, openMs } = account
  if (pausedMs !== null && pausedMs > 0) return until('wait.account.paused', { name }, nowMs, pausedMs)
  if (openMs !== null && openMs > 0)
    return until('wait.account.open', sayTrouble(account, nowMs + openMs, nowMs), nowMs, openMs)
  return null
}

/** Parameters of the reasons to wait that a far system is. */
export function sayTrouble(
  { name, trouble }: Pick<AccountFacts, 'name' | 'trouble'>,
  nextMs: number | null,
  nowMs: number,
): Hold['params'] {
  const { reason, since, tries } = trouble ?? { reason: UNKNOWN, since: writeTime(nowMs), tries: 1 }
  return { name, trouble: tellTrouble({ reason, since, tries }, nextMs, nowMs), reason: reason.message, since, tries }
}

/** Looked at again at the given time, and within the hour all the same: clocks and settings change. */
function until(code: string, params: Hold['params'], nowMs: number, afterMs: number): Hold {
  const untilText = new Date(nowMs + afterMs).toISOString()
  return { code, params: { ...params, until: untilText }, lookAtMs: nowMs + Math.min(afterMs, LONGEST_MS) }
}
