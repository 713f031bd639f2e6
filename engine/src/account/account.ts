import { setTimeout as delay } from 'node:timers/promises'
import type { AccountVerdict } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import type { AccountBook, AccountState } from '../sql/account-rows.ts'
import { Pace } from './pace.ts'
import { SlotShare } from './slot-share.ts'
import { type Reason, type Trouble, tellTrouble, toReason, UNKNOWN, writeTime } from './tell-trouble.ts'

export interface AccountLimits {
  /** Requests started per second; null: any number. */
  readonly ratePerSecond: number | null
  /** Requests under way at once; null: any number. */
  readonly concurrency: number | null
}

export interface AccountDeps {
  readonly book: AccountBook
  now(): number
  sleep?(ms: number, signal?: AbortSignal): Promise<void>
}

/** Failures in a row that cut the account off. */
export const FAILURES = 5
/** One failure alone is soon mended by the next try; from this many in a row on they are kept for everybody to see. */
const KEPT = 2
/** A pause no longer than this is waited for in place; a longer one ends the run, which waits in the queue instead. */
const PATIENCE_MS = 60_000
/** Nobody is believed who asks for more. */
const LONGEST_PAUSE_MS = 3_600_000
/** So long the one request that tries may take. */
const PROBE_MS = 30_000
/** After a cut requests come back no faster than this part of what was normal before, for as long as the cut lasted. */
const RAMP = 1.25
const RAMP_MS = { least: 30_000, most: 300_000 }
const RATE_BATCH_SECONDS = 0.2
const TOKENS_KEPT_MS = 1000

/**
 * An account at a far system, as one process sees it. Where nothing is limited and nothing is wrong, a request passes
 * without a wait and without the database.
 */
export class LiveAccount {
  readonly #book: AccountBook
  readonly #now: () => number
  readonly #sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly #pace: Pace
  readonly #share: SlotShare
  #limits: AccountLimits = { ratePerSecond: null, concurrency: null }
  #pausedUntilMs = 0
  /** null: closed, all is well. */
  #openUntilMs: number | null = null
  #openedMs = 0
  #failures = 0
  #firstFailureMs = 0
  /** As it is kept; null: all is well. */
  #trouble: Trouble | null = null
  #tokens = 0
  #tokensUntilMs = 0
  /** Callers for tokens, one after the other. */
  #line: Promise<unknown> = Promise.resolve()

  constructor({ book, now, sleep }: AccountDeps) {
    this.#book = book
    this.#now = now
    this.#sleep = sleep ?? ((ms, signal) => delay(ms, undefined, signal ? { signal } : {}))
    this.#pace = new Pace(now)
    this.#share = new SlotShare(book, now)
  }

  /** As saved with the connector; takes effect with the next request. */
  setLimits(limits: AccountLimits): void {
    this.#limits = limits
  }

  /** What another process found out, or what is stored. */
  apply({ pausedMs, openMs, trouble }: AccountState): void {
    const now = this.#now()
    this.#trouble = trouble
    this.#pausedUntilMs = pausedMs !== null && pausedMs > 0 ? now + pausedMs : 0
    if (openMs !== null) this.#cut(now + openMs)
    else this.#restore()
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal, judge?: (answer: T) => AccountVerdict): Promise<T> {
    const isProbe = await this.#enter(signal)
    let verdict: Verdict | null = null
    try {
      const answer = await work()
      verdict = judge ? judgeAnswer(judge(answer)) : UP
      return answer
    } catch (error) {
      verdict = signal?.aborted ? null : judgeError(error)
      throw error
    } finally {
      if (this.#limits.concurrency !== null) this.#share.leave()
      await this.#learn(verdict, isProbe)
    }
  }

  /** A connection could not be opened: counted as a request that failed. A person's attempt is never refused. */
  async report(error: unknown): Promise<void> {
    await this.#learn(judgeError(error), this.#openUntilMs !== null && this.#now() >= this.#openUntilMs)
  }

  get isFailing(): boolean {
    return this.#trouble !== null || this.#openUntilMs !== null
  }

  /** A test of it went well: whatever was held against it is over. */
  async answered(): Promise<void> {
    if (this.isFailing) await this.#succeed(true)
  }

  /** Gives back what this process holds. */
  close(): Promise<void> {
    return this.#share.close()
  }

  /** true: this request is the one that tries whether a far system that was cut off is back. */
  async #enter(signal: AbortSignal | undefined): Promise<boolean> {
    await this.#waitForPause(signal)
    const isProbe = this.#openUntilMs !== null && (await this.#probe())
    const { ratePerSecond, concurrency } = this.#limits
    if (ratePerSecond !== null) await this.#queue(() => this.#takeToken(ratePerSecond, signal), signal)
    const rampMs = this.#pace.spaceOut()
    if (rampMs > 0) await this.#sleep(rampMs, signal)
    if (concurrency !== null) await this.#share.enter(concurrency, signal)
    this.#pace.count()
    return isProbe
  }

  async #waitForPause(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const leftMs = this.#pausedUntilMs - this.#now()
      if (leftMs <= 0) return
      if (leftMs > PATIENCE_MS) throw paused(leftMs)
      await this.#sleep(leftMs, signal)
    }
  }

  async #probe(): Promise<boolean> {
    const leftMs = (this.#openUntilMs ?? 0) - this.#now()
    if (leftMs > 0) throw this.#refuse(leftMs)
    const state = await this.#book.probe(PROBE_MS)
    // Somebody else tries, or has found it well; the news is on its way.
    this.#openUntilMs = this.#now() + (state?.openMs ?? PROBE_MS / 10)
    if (state === null) throw this.#refuse(PROBE_MS / 10)
    return true
  }

  /** What is not sent fails by the reason for which what was sent did. */
  #refuse(ms: number): Failure {
    const nowMs = this.#now()
    const trouble = this.#trouble ?? { reason: UNKNOWN, since: writeTime(nowMs), tries: FAILURES }
    const { advice, technical } = trouble.reason
    return new Failure({
      code: 'account.open',
      message: tellTrouble(trouble, nowMs + ms, nowMs),
      retry: 'later',
      ...(advice === undefined ? {} : { advice }),
      ...(technical === undefined ? {} : { technical }),
      retryAfterMs: Math.ceil(ms),
    })
  }

  /** One after the other, in the order of asking. */
  #queue(work: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const turn = this.#line.then(() => {
      signal?.throwIfAborted()
      return work()
    })
    this.#line = turn.catch(() => undefined)
    return turn
  }

  async #takeToken(rate: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (this.#tokens >= 1 && this.#now() < this.#tokensUntilMs) {
        this.#tokens -= 1
        return
      }
      const grant = await this.#book.takeTokens(rate, Math.max(1, Math.ceil(rate * RATE_BATCH_SECONDS)))
      this.#tokens = grant.granted
      this.#tokensUntilMs = this.#now() + TOKENS_KEPT_MS
      if (grant.granted === 0) await this.#sleep(Math.max(5, grant.waitMs), signal)
    }
  }

  async #learn(verdict: Verdict | null, isProbe: boolean): Promise<void> {
    if (verdict === null) return
    const { pauseMs = 0, reason } = verdict
    if (pauseMs > 0) {
      const ms = Math.min(pauseMs, LONGEST_PAUSE_MS)
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#now() + ms)
      await this.#book.pause(ms)
    }
    if (reason === null) await this.#succeed(isProbe)
    else await this.#fail(reason, verdict.isUp, isProbe)
  }

  async #succeed(isProbe: boolean): Promise<void> {
    this.#failures = 0
    // Answers that were under way when it was cut off do not open it again.
    if (!isProbe && (this.#trouble === null || this.#openUntilMs !== null)) return
    this.#trouble = null
    this.#restore()
    await this.#book.close()
  }

  /** @param isUp it answers, and lets nobody in: that is kept, and is no cause to cut it off */
  async #fail(reason: Reason, isUp: boolean, isProbe: boolean): Promise<void> {
    const nowMs = this.#now()
    if (this.#failures === 0) this.#firstFailureMs = nowMs
    if (!isUp) this.#failures += 1
    const failed = { reason, forMs: nowMs - this.#firstFailureMs, tries: Math.max(1, this.#failures) }
    if (isProbe || (this.#failures >= FAILURES && this.#openUntilMs === null)) {
      const state = await this.#book.open(failed, isProbe)
      if (state?.openMs == null) return
      this.#trouble = state.trouble
      this.#cut(this.#now() + state.openMs)
    } else if (isUp || this.#failures >= KEPT || this.#trouble !== null)
      // What cannot be kept is not told; what failed is told by whoever asked for it.
      this.#trouble = await this.#book.note(failed).catch(() => this.#trouble)
  }

  #cut(untilMs: number): void {
    if (this.#openUntilMs === null) {
      this.#openedMs = this.#now()
      this.#pace.remember()
    }
    this.#openUntilMs = untilMs
  }

  #restore(): void {
    if (this.#openUntilMs === null) return
    this.#failures = 0
    this.#openUntilMs = null
    const outageMs = this.#now() - this.#openedMs
    this.#pace.limit(RAMP, Math.min(Math.max(outageMs, RAMP_MS.least), RAMP_MS.most))
  }
}

interface Verdict extends Pick<AccountVerdict, 'isUp' | 'pauseMs'> {
  /** What is wrong with the far system; null: nothing. */
  readonly reason: Reason | null
}

const UP: Verdict = { isUp: true, reason: null }

const judgeAnswer = ({ isUp, status, ...rest }: AccountVerdict): Verdict => ({
  ...rest,
  isUp,
  reason: isUp ? null : status === undefined ? UNKNOWN : faultOf(status),
})

const faultOf = (status: number): Reason => ({
  code: 'http.server',
  message: `The far system answers that it has a fault (HTTP ${status}).`,
  advice: 'Ask whoever runs the far system; until then it is tried again by itself.',
})

/** It answers, but whoever asks does not get in before somebody changes something. */
const LOCKED_OUT = /^(connector\.(auth|tls|database)|egress\.(dns|tls))$/

/** null: says nothing about the far system. */
function judgeError(error: unknown): Verdict | null {
  if (!(error instanceof Failure)) return null
  if (error.code.startsWith('account.') || error.code === 'egress.blocked') return null
  if (error.retryAfterMs !== undefined) return { ...UP, pauseMs: error.retryAfterMs }
  if (error.retry === 'later') return { isUp: false, reason: toReason(error) }
  return LOCKED_OUT.test(error.code) ? { isUp: true, reason: toReason(error) } : UP
}

const paused = (ms: number): Failure =>
  new Failure({
    code: 'account.paused',
    message: 'The far system asked for a pause, so nothing is sent to it for now.',
    retry: 'later',
    retryAfterMs: Math.ceil(ms),
  })
