import { beatRuns, type ClaimedRun, claimRun } from '../sql/run-rows.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import { executeRun } from './execute-run.ts'
import { Loop } from './loop.ts'
import { RUN_CHANNEL } from './runs.ts'
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
  #unlisten: (() => Promise<void>) | null = null

  constructor(deps: EngineDeps, limits: EngineLimits) {
    this.#deps = deps
    this.#limits = limits
    const loop = (name: string, everyMs: number, work: () => Promise<void>): Loop =>
      new Loop({ name, everyMs, log: deps.log, work })
    this.#claiming = loop('taking runs', limits.pollMs, () => this.#claim())
    this.#beating = loop('keeping runs', limits.beatMs, () => this.#beat())
  }

  async start(): Promise<void> {
    this.#claiming.start()
    this.#beating.start()
    // Only a shorter wait: without it runs are found by polling.
    this.#unlisten = await this.#deps.database.listen(RUN_CHANNEL, () => this.#claiming.wake()).catch(() => null)
  }

  /** Pages in hand settle within `timeoutMs`, or are handed back. */
  async stop(timeoutMs: number): Promise<void> {
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

  async #claim(): Promise<void> {
    while (this.#held.size < this.#limits.runsAtOnce) {
      const busy = this.#busyTenants()
      const claim = await this.#deps.database.withSystem(tx => claimRun(tx, this.#limits.leaseMs, busy))
      if (!claim) return
      this.#hold(claim)
    }
  }

  /** Tenants with their share of places taken: one tenant's many runs never keep the others waiting. */
  #busyTenants(): string[] {
    const tenants = Map.groupBy(this.#held.values(), run => run.claim.tenantId)
    return [...tenants].filter(([, runs]) => runs.length >= this.#limits.runsPerTenant).map(([tenant]) => tenant)
  }

  #hold(claim: ClaimedRun): void {
    const control = new RunControl()
    if (claim.state === 'stopping') control.end('stop')
    const end = executeRun(this.#deps, this.#limits, claim, control).finally(() => {
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
    const alive = await this.#deps.database.withSystem(tx =>
      beatRuns(
        tx,
        held.map(run => run.claim),
      ),
    )
    const states = new Map(alive.map(row => [`${row.id}/${row.fence}`, row.state]))
    for (const { claim, control } of held) {
      const state = states.get(`${claim.runId}/${claim.fence}`)
      // A run that ended in this very moment is also missing; its control is no longer read.
      if (state === undefined) control.end('lost')
      else if (state === 'stopping') this.#stopSoon(control)
    }
  }

  #stopSoon(control: RunControl): void {
    if (control.reason !== null && control.cut !== null) return
    control.end('stop')
    control.cut = setTimeout(() => control.write.abort(), this.#limits.drainMs).unref()
  }
}
