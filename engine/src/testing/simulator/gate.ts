import { SimulatedCrash } from '../../run/fault-points.ts'

/** One process of the simulated installation. */
export class Actor {
  readonly name: string
  isDead = false
  /** Stands still: nothing of it goes on. */
  isFrozen = false
  /** Inside one of its transactions: a crash here undoes it. */
  isInTransaction = false
  /** Words of the database's channels reach it only when the simulator says so. */
  readonly receivers: { readonly channel: string; readonly receive: (word: string) => void }[] = []

  constructor(name: string) {
    this.name = name
  }
}

interface Parked {
  readonly actor: Actor
  readonly name: string
  readonly number: number
  go(): void
  fail(error: Error): void
}

/** Every step of every process waits here for its turn; one goes at a time, so one seed is one history. */
export class Gate {
  #parked: Parked[] = []
  #number = 0
  #active = 0
  #onDone = (): void => undefined
  readonly trace: string[] = []

  /** What may go now, in the order of arrival. */
  get ready(): readonly Parked[] {
    return this.#parked.filter(step => !step.actor.isFrozen)
  }

  /** Waits for its turn, then does the work alone. */
  async step<T>(actor: Actor, name: string, work: () => Promise<T>): Promise<T> {
    if (actor.isDead) throw new SimulatedCrash()
    await new Promise<void>((resolve, reject) => {
      this.#number += 1
      this.#parked.push({ actor, name, number: this.#number, go: resolve, fail: reject })
    })
    this.#active += 1
    try {
      const result = await work()
      // It ended right after the commit, before it learned of it.
      if (actor.isDead) throw new SimulatedCrash()
      return result
    } finally {
      this.#active -= 1
      this.#onDone()
    }
  }

  go(step: Parked): void {
    this.#parked = this.#parked.filter(each => each !== step)
    this.trace.push(`${step.actor.name}:${step.name}`)
    step.go()
  }

  /** The process ends: none of its steps is taken any more. */
  kill(actor: Actor): void {
    actor.isDead = true
    this.trace.push(`${actor.name}:dies`)
    const ended = this.#parked.filter(step => step.actor === actor)
    this.#parked = this.#parked.filter(step => step.actor !== actor)
    for (const step of ended) step.fail(new SimulatedCrash())
  }

  /** Resolves when nothing moves any more without a turn. */
  async rest(): Promise<void> {
    for (;;) {
      const before = this.#number
      if (this.#active > 0)
        await new Promise<void>(resolve => {
          this.#onDone = resolve
        })
      await new Promise(resolve => setImmediate(resolve))
      await new Promise(resolve => setImmediate(resolve))
      if (this.#active === 0 && this.#number === before) return
    }
  }
}
