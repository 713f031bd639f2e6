import { Loop } from '@sluice/work'
import { createGate } from '../schedule/gate.ts'
import { RUN_CHANNEL } from '../sql/channels.ts'
import { claimRun, type Gate } from '../sql/claim-run.ts'
import { PoolFullError } from '../sql/pool-rows.ts'
import { beatRuns, type ClaimedRun } from '../sql/run-rows.ts'
import { describeProcess, type EngineDeps, type EngineLimits } from './deps.ts'
import { executeRun } from './execute-run.ts'
import { workAs } from './run-scope.ts'
import { STOP } from './runs.ts'
import { RunControl } from './session.ts'

interface HeldRun {
  readonly claim: ClaimedRun
  readonly control: RunControl
  readonly end: Promise<void>
}

/** Takes runs and holds them: claims, heartbeats, stops asked by other processes, and the drain at the end. */
export class Worker {
  readonly #deps: EngineDeps
  readonly #limits: EngineLimits
  readonly #held = new Map<string, HeldRun>()
  readonly #claiming: Loop
  readonly #beating: Loop
  readonly #process: ReturnType<typeof describeProcess>
  readonly #gate: Gate
  #unlisten: (() => Promise<void>) | null = null
  #isStopping = false

  constructor(deps: EngineDeps, limits: EngineLimits) {
    this.#deps = deps
    this.#limits = limits
    this.#process = describeProcess(deps)
    this.#gate = createGate(deps)
    const loop = (name: string, everyMs: number, work: () => Promise<void>): Loop =>
      new Loop({ name, everyMs, log: deps.log, work })
    this.#claiming = loop('taking runs', limits.pollMs, () => this.#claim())
    this.#beating = loop('keeping runs', limits.beatMs, () => this.#beat())
  }

  async start(): Promise<void> {
    this.#claiming.start()
    this.#beating.start()
    // Only a shorter wait: without it runs are found by polling.
    const receive = (word: string): void => (word === STOP ? this.#beating : this.#claiming).wake()
    this.#unlisten = await this.#deps.database.listen(RUN_CHANNEL, receive).catch(() => null)
  }

  countRunning(): number {
    return this.#held.size
  }

  /** Pages in hand settle within `timeoutMs`, or are handed back. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    await this.#unlisten?.()
    await this.#claiming.stop()
    const ends = Promise.all([...this.#held.values()].map(run => run.end))
    for (const { control } of this.#held.values()) control.end('drain')
    const cut = setTimeout(() => {
      for (const { control } of this.#held.values()) control.write.abort()
    }, timeoutMs)
    // A connector deaf to its signal is left behind: its page is not settled, and the lease runs out.
    const deadline = new Promise<void>(resolve => setTimeout(resolve, timeoutMs + 1000).unref())
    await Promise.race([ends, deadline])
    clearTimeout(cut)
    await this.#beating.stop()
  }

  /** Runs that follow live for days: they have places of their own and never keep the others waiting. */
  async #claim(): Promise<void> {
    // What is taken now would only be handed back.
    if (this.#deps.storeTrouble?.()) return
    const { runsAtOnce, runsPerTenant, followsAtOnce, followsPerTenant } = this.#limits
    await this.#claimKind(false, runsAtOnce, runsPerTenant)
    await this.#claimKind(true, followsAtOnce, followsPerTenant)
  }

  async #claimKind(follow: boolean, atOnce: number, perTenant: number): Promise<void> {
    // Where a place is free again before the next claim is made, the queue alone would never end this.
    while (!this.#isStopping) {
      const held = [...this.#held.values()].filter(run => run.claim.follow === follow)
      if (held.length >= atOnce) return
      const busy = findBusyTenants(held, perTenant)
      const askedMs = performance.now()
      const claim = await this.#take(busy, follow)
      if (!claim) return
      if (claim !== 'held') this.#hold(claim, askedMs)
    }
  }

  async #take(busy: readonly string[], follow: boolean): Promise<ClaimedRun | 'held' | null> {
    const { leaseMs } = this.#limits
    const { id: holderId, labels } = this.#process
    try {
      return await this.#deps.database.withSystem(async tx => {
        const claim = await claimRun(tx, { leaseMs, busy, holderId, labels, follow }, this.#gate)
        if (claim) await this.#deps.faultpoint?.('run.claiming')
        return claim
      })
    } catch (error) {
      // Places of other pools are looked for in the next turn.
      if (error instanceof PoolFullError) return null
      throw error
    }
  }

  #hold(claim: ClaimedRun, heardMs: number): void {
    const control = new RunControl(heardMs)
    if (claim.state === 'stopping') control.end('stop')
    const place = { run: claim, control, drainMs: this.#limits.drainMs }
    const end = workAs(place, () => executeRun(this.#deps, this.#limits, claim, control)).finally(() => {
      if (this.#held.get(claim.runId)?.claim.fence === claim.fence) this.#held.delete(claim.runId)
      this.#claiming.wake()
    })
    // Our own hold on it had lapsed: the older one must not write beside the new one.
    this.#held.get(claim.runId)?.control.end('lost')
    this.#held.set(claim.runId, { claim, control, end })
  }

  async #beat(): Promise<void> {
    const held = [...this.#held.values()]
    if (held.length === 0) return
    const askedMs = performance.now()
    const alive = await this.#deps.database.withSystem(async tx => {
      const alive = await beatRuns(
        tx,
        held.map(run => run.claim),
      )
      await this.#deps.faultpoint?.('run.beating')
      return alive
    })
    await this.#deps.faultpoint?.('run.beaten')
    const answers = new Map(alive.map(row => [`${row.id}/${row.fence}`, row]))
    for (const { claim, control } of held) {
      const answer = answers.get(`${claim.runId}/${claim.fence}`)
      // A run that ended in this very moment is also missing; its control is no longer read.
      if (!answer) control.end('lost')
      else control.heardMs = askedMs
      if (answer?.state === 'stopping') this.#endSoon(control, 'stop')
      else if (answer?.is_paused) this.#endSoon(control, 'drain')
    }
  }

  #endSoon(control: RunControl, reason: 'stop' | 'drain'): void {
    if (control.reason !== null && control.cut !== null) return
    control.end(reason)
    control.cut ??= setTimeout(() => control.write.abort(), this.#limits.drainMs).unref()
  }
}

/** Tenants with their share of places taken: one tenant's many runs never keep the others waiting. */
function findBusyTenants(held: readonly HeldRun[], perTenant: number): string[] {
  const tenants = Map.groupBy(held, run => run.claim.tenantId)
  return [...tenants].filter(([, runs]) => runs.length >= perTenant).map(([tenant]) => tenant)
}
