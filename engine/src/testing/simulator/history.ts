import { Counts, findImbalance } from '@sluice/contract'
import type { Database } from '@sluice/db'
import type { Engine } from '../../run/engine.ts'
import type { FaultPoint } from '../../run/fault-points.ts'
import { SimulatedCrash } from '../../run/fault-points.ts'
import { createFixture, type Fixture } from '../fixture.ts'
import { Dice } from './dice.ts'
import { FarModel } from './far-model.ts'
import { Actor, Gate } from './gate.ts'
import { clock } from './stop-time.ts'

export interface History {
  readonly seed: number
  readonly steps: number
  /** Empty: every promise held. */
  readonly violations: readonly string[]
  readonly trace: readonly string[]
  readonly met: readonly FaultPoint[]
}

const LEASE_MS = 10_000
// Longer than any history: loops turn only when the simulator wakes them.
const NEVER_MS = 2_000_000_000
const STEPS = 60
const LAST_STEPS = 4000
const CRASH_AT_POINT = 0.004
/** Points out of a transaction at which a process also waits for its turn: it may stand still there. */
const PARKING: ReadonlySet<FaultPoint> = new Set<FaultPoint>(['batch.sending', 'page.mapped', 'page.judged'])

/**
 * One history of one strategy under several processes: the real engine on a real database, with the order of all
 * transactions and far calls, crashes, standstills and edits drawn from the seed.
 */
export async function simulate(database: Database, seed: number): Promise<History> {
  const simulation = new Simulation(await createFixture(database), seed)
  return simulation.run()
}

class Simulation {
  readonly #fixture: Fixture
  readonly #seed: number
  readonly #dice: Dice
  readonly #gate = new Gate()
  readonly #far: FarModel
  readonly #actors: Actor[] = []
  readonly #met = new Set<FaultPoint>()
  readonly #isIncremental: boolean
  /** Takes requests and runs nothing: where a person stands. */
  readonly #office: Engine
  #version = 0
  #isFaulty = true
  #steps = 0

  constructor(fixture: Fixture, seed: number) {
    this.#fixture = fixture
    this.#seed = seed
    this.#dice = new Dice(seed)
    this.#far = new FarModel(this.#dice, this.#dice.chance(0.5) ? 'upsert' : 'none')
    this.#far.faults = this.#dice.pick([0, 0.05, 0.2])
    this.#isIncremental = this.#dice.chance(0.6)
    this.#office = fixture.createEngine()
  }

  async run(): Promise<History> {
    this.#far.edit()
    await this.#configure()
    this.#spawn()
    await this.#request('manual')
    while (this.#steps < STEPS) await this.#step()
    this.#isFaulty = false
    this.#far.faults = 0
    this.#far.showLate(1)
    for (const actor of this.#actors) actor.isFrozen = false
    const violations = [...(await this.#comeToRest()), ...this.#far.violations]
    if (violations.length === 0) violations.push(...(await this.#judge()))
    for (const actor of this.#actors) if (!actor.isDead) this.#gate.kill(actor)
    await this.#gate.rest()
    await this.#fixture.stop()
    return { seed: this.#seed, steps: this.#steps, violations, trace: this.#gate.trace, met: [...this.#met] }
  }

  /** Either a process goes on, or the world does something to them. */
  async #step(): Promise<void> {
    this.#steps += 1
    clock.nowMs += this.#dice.below(30)
    this.#fixture.clock.nowMs = clock.nowMs
    await this.#gate.rest()
    const { ready } = this.#gate
    if (ready.length > 0 && this.#dice.chance(0.75)) {
      const step = this.#dice.pick(ready)
      // The step is taken and the process ends before it hears of it.
      if (this.#dice.chance(0.01)) {
        this.#gate.go(step)
        step.actor.isDead = true
        await this.#gate.rest()
        return this.#gate.kill(step.actor)
      }
      return this.#gate.go(step)
    }
    await this.#meddle()
  }

  async #meddle(): Promise<void> {
    const dice = this.#dice
    const alive = this.#actors.filter(actor => !actor.isDead)
    const one = alive.length > 0 ? dice.pick(alive) : null
    const deeds: readonly (readonly [weight: number, deed: () => unknown])[] = [
      [4, () => this.#far.edit()],
      [4, () => this.#request(dice.chance(0.3) ? 'retry' : 'manual')],
      [6, () => one && this.#wake(one, '')],
      [2, () => one && this.#wake(one, 'stop')],
      [2, () => one && this.#gate.kill(one)],
      [2, () => this.#freeze(one)],
      [3, () => this.#expireLeases()],
      [alive.length < 2 ? 6 : 1, () => alive.length < 3 && this.#spawn()],
      [1, () => this.#stop()],
      [1, () => this.#configure()],
      [1, () => this.#passTime(60_000)],
    ]
    let at = dice.below(deeds.reduce((sum, [weight]) => sum + weight, 0))
    for (const [weight, deed] of deeds) {
      at -= weight
      if (at < 0) return void (await deed())
    }
  }

  #spawn(): void {
    const actor = new Actor(`p${this.#actors.length + 1}`)
    this.#actors.push(actor)
    const { database } = this.#fixture
    const within = <T>(work: () => Promise<T>): Promise<T> =>
      this.#gate.step(actor, 'transaction', async () => {
        actor.isInTransaction = true
        try {
          return await work()
        } finally {
          actor.isInTransaction = false
        }
      })
    const engine = this.#fixture.createEngine(
      {
        database: {
          ...database,
          withTenant: (tenantId, work, options) => within(() => database.withTenant(tenantId, work, options)),
          withSystem: (work, options) => within(() => database.withSystem(work, options)),
          listen: async (channel, receive) => {
            actor.receivers.push({ channel, receive })
            return async () => undefined
          },
        },
        connectors: [this.#far.connector(actor, this.#gate)],
        roles: { worker: true, scheduler: false, maintenance: false, replays: false },
        random: () => this.#dice.next(),
        faultpoint: name => this.#meet(actor, name),
      },
      { leaseMs: LEASE_MS, beatMs: NEVER_MS, pollMs: NEVER_MS, pauseMs: 1 },
    )
    engine.start().catch(() => undefined)
  }

  async #meet(actor: Actor, name: FaultPoint): Promise<void> {
    this.#met.add(name)
    if (actor.isDead) throw new SimulatedCrash()
    if (this.#isFaulty && this.#dice.chance(CRASH_AT_POINT)) {
      this.#gate.trace.push(`${actor.name}:at ${name}`)
      this.#gate.kill(actor)
      throw new SimulatedCrash()
    }
    if (!actor.isInTransaction && PARKING.has(name)) await this.#gate.step(actor, name, async () => undefined)
  }

  #freeze(actor: Actor | null): void {
    if (actor === null) return
    this.#gate.trace.push(`${actor.name}:${actor.isFrozen ? 'goes on' : 'stands still'}`)
    actor.isFrozen = !actor.isFrozen
  }

  /** As if every holder had been silent for longer than its lease. */
  async #expireLeases(): Promise<void> {
    this.#gate.trace.push('leases end')
    this.#passTime(LEASE_MS + 1)
    await this.#fixture.query(
      `update run set updated_at = clock_timestamp() - interval '1 hour' where state in ('running', 'stopping')`,
    )
    for (const actor of this.#actors) this.#wake(actor, '')
  }

  #passTime(ms: number): void {
    clock.nowMs += ms
    this.#fixture.clock.nowMs = clock.nowMs
  }

  #wake(actor: Actor, word: string): void {
    if (actor.isDead || actor.isFrozen) return
    for (const { channel, receive } of actor.receivers) if (channel === 'sluice_run') receive(word)
  }

  async #request(trigger: 'manual' | 'retry'): Promise<void> {
    this.#gate.trace.push(`ask for a run (${trigger})`)
    await this.#fixture.request(this.#office, { trigger })
  }

  async #stop(): Promise<void> {
    const { tenantId, strategyId, database } = this.#fixture
    await database.withTenant(tenantId, tx => this.#office.runs.requestStopOf(tx, { tenantId, strategyId }))
  }

  /** A new version: what is written says which one mapped it. */
  async #configure(): Promise<void> {
    this.#version += 1
    await this.#fixture.saveConfig(
      {
        source: {
          pageSize: 2 + this.#dice.below(3),
          ...(this.#isIncremental ? { increment: { field: 'changed', lookBackSeconds: 4 } } : {}),
        },
        target: { batchSize: 1 + this.#dice.below(4) },
        mapping: {
          copyAll: true,
          fields: [{ target: 'version', value: { kind: 'constant', value: String(this.#version) } }],
        },
        retry: { maxAttempts: 8, firstDelaySeconds: 1 },
      },
      this.#version,
    )
  }

  /** Without further faults everything that waits comes to an end. */
  async #comeToRest(): Promise<string[]> {
    this.#spawn()
    let calm = 0
    for (let step = 0; step < LAST_STEPS; step += 1) {
      clock.nowMs += 5
      this.#fixture.clock.nowMs = clock.nowMs
      await this.#gate.rest()
      const [next] = this.#gate.ready
      if (next) {
        this.#gate.go(next)
        continue
      }
      const open = await this.#countOpen()
      if (open.runs > 0) await this.#expireLeases()
      else if (open.records > 0 || calm < 2) {
        calm = open.records > 0 ? 0 : calm + 1
        this.#passTime(2 * 3_600_000)
        await this.#request('manual')
        for (const actor of this.#actors) this.#wake(actor, '')
      } else return []
      // Whoever was woken has parked its first step.
      await this.#gate.rest()
    }
    const runs = await this.#fixture.query('select id, state, trigger, counts, failure from run')
    await this.#fixture.query(`update run set state = 'failed', finished_at = now() where finished_at is null`)
    return [`no rest after ${LAST_STEPS} steps: ${JSON.stringify(runs.slice(-3))}`]
  }

  async #countOpen(): Promise<{ runs: number; records: number }> {
    const [row] = await this.#fixture.query<{ runs: number; records: number }>(
      `select (select count(*)::int from run where state in ('queued', 'running', 'stopping')) as runs,
         (select count(*)::int from record_state where status in (0, 4, 5, 6, 11)) as records`,
    )
    return row ?? { runs: 0, records: 0 }
  }

  async #judge(): Promise<string[]> {
    const problems: string[] = []
    const states = await this.#fixture.query<{ key: string; status: number; version: number }>(
      'select key, status, version from stored_record',
    )
    const byKey = new Map(states.map(row => [row.key, row]))
    for (const { id, revision } of this.#far.rows.values()) {
      const state = byKey.get(String(id))
      const there = this.#far.table.get(String(id))
      if (state?.status === 9 && this.#far.guarantee === 'none') continue
      if (state?.status !== 2) problems.push(`${id} is in state ${state?.status}`)
      else if (there?.revision !== revision) problems.push(`${id} is at ${there?.revision}, should be at ${revision}`)
      else if (there.version !== state.version)
        problems.push(`${id} was mapped by version ${there.version}, its row says ${state.version}`)
    }
    await this.#fixture.readStates().catch((error: Error) => problems.push(error.message))
    const runs = await this.#fixture.query<{ id: string; imbalance: string | null; counts: unknown }>(
      'select id, imbalance, counts from run',
    )
    for (const { id, imbalance, counts } of runs) {
      const problem = imbalance ?? findImbalance(Counts.parse(counts))
      if (problem !== null) problems.push(`run ${id}: ${problem}`)
    }
    return problems
  }
}
