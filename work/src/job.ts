import type { Database, TransactionOptions, Tx } from '@sluice/db'
import { type Claim, type Columns, type End, end, giveBack, keep } from './hold.ts'
import { keyOf, type WorkKind } from './kind.ts'

/** Somebody asked for its end: it ends as cancelled, whatever else was in hand. */
export class CancelledError extends Error {}
/** The process ends, or another one has the job: it stops without a word. */
export class LostError extends Error {}

/** Every row that a claim answers. */
export interface JobRow {
  readonly tenant_id: string
  readonly fence: string
  readonly attempts: number
}

export interface JobPlace {
  readonly database: Pick<Database, 'withTenant'>
  readonly kind: WorkKind
  isStopping(): boolean
}

export interface Note {
  /** Written in the same transaction, by whoever still holds the job. */
  readonly and?: (tx: Tx) => Promise<unknown>
  /** Whoever goes on begins behind it: three processes lost before it do not count any more. Default false */
  readonly isFurther?: boolean
}

/** A job in the hand of this process. A lease says that it lives; while `run` works, it is drawn out by itself. */
export class Job<Row extends JobRow> {
  readonly row: Row
  readonly #place: JobPlace
  readonly #claim: Claim
  readonly #control = new AbortController()
  #isEnded = false

  constructor(place: JobPlace, row: Row) {
    this.row = row
    this.#place = place
    const columns = row as unknown as Columns // every row holds its key
    this.#claim = { key: Object.fromEntries(keyOf(place.kind).map(name => [name, columns[name]])), fence: row.fence }
  }

  /** Aborted with the reason as soon as it is known that the work is to stop. */
  get signal(): AbortSignal {
    return this.#control.signal
  }

  get claim(): Claim {
    return this.#claim
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  inTenant<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.#place.database.withTenant(this.row.tenant_id, work, options)
  }

  /** How far it is, and that it goes on. @throws LostError, CancelledError: what `and` wrote is undone where it is lost */
  async note(columns: Columns = {}, { and, isFurther = false }: Note = {}): Promise<void> {
    const known = await this.inTenant(async tx => {
      const known = await keep(tx, this.#place.kind, this.#claim, columns, isFurther)
      if (known) await and?.(tx)
      return known
    })
    this.#judge(known)
    this.signal.throwIfAborted()
  }

  /** Looks whether the work is to stop, without asking the database. @throws LostError, CancelledError */
  check(): void {
    if (this.#place.isStopping()) this.#control.abort(new LostError())
    this.signal.throwIfAborted()
  }

  /**
   * One step, as a transaction of whoever still holds the job; whoever dies in it has done nothing. A job that must settle
   * what it has sent out is told here that it was cancelled, and ends by itself. @throws LostError
   */
  async step<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#place.isStopping()) throw new LostError()
    return this.inTenant(async tx => {
      if (!(await keep(tx, this.#place.kind, this.#claim, {}, true))) throw new LostError()
      return work(tx)
    })
  }

  /** There is nothing to do for so long: it waits as it did before. One that has ended stays ended. */
  async rest(forMs: number): Promise<void> {
    await this.inTenant(tx => giveBack(tx, this.#place.kind, this.#claim, forMs))
    this.#isEnded = true
  }

  /** Ends it in a word of the kind's own, or hands it back with what it says now. `and` is undone where it is lost. */
  async settle(how: End | { readonly restMs: number; readonly columns: Columns }, and?: (tx: Tx) => Promise<unknown>) {
    const { kind } = this.#place
    await this.inTenant(async tx => {
      const isOurs =
        'restMs' in how
          ? (await giveBack(tx, kind, this.#claim, how.restMs, how.columns)) > 0
          : await end(tx, kind, this.#claim, how)
      if (!isOurs) throw new LostError()
      await and?.(tx)
    })
    this.#isEnded = true
  }

  /** The work is done, with what it says and what `and` writes in one transaction. @throws LostError, CancelledError */
  async finish(columns: Columns = {}, and?: (tx: Tx) => Promise<unknown>): Promise<void> {
    const { kind } = this.#place
    await this.inTenant(async tx => {
      const isEnded = await end(tx, kind, this.#claim, { state: 'done', columns, unlessCancelled: true })
      if (!isEnded) throw (await keep(tx, kind, this.#claim)) ? new CancelledError() : new LostError()
      await and?.(tx)
    })
    this.#isEnded = true
  }

  /**
   * Long work in one transaction that is the job's end too: it takes hold of the job last, so that others see meanwhile how
   * far it is and can cancel it. @throws LostError, CancelledError: all of it is undone
   */
  async finishBehind(work: (tx: Tx) => Promise<Columns>, options?: TransactionOptions): Promise<void> {
    const { kind } = this.#place
    await this.inTenant(async tx => {
      const columns = await work(tx)
      const isEnded = await end(tx, kind, this.#claim, { state: 'done', columns, unlessCancelled: true })
      if (!isEnded) throw (await keep(tx, kind, this.#claim)) ? new CancelledError() : new LostError()
    }, options)
    this.#isEnded = true
  }

  /** Draws the lease out while the work takes long. @returns what ends it */
  beat(): () => void {
    const timer = setInterval(() => {
      this.inTenant(tx => keep(tx, this.#place.kind, this.#claim)).then(
        known => this.#judge(known),
        () => undefined, // the next beat asks again; whoever writes asks anyway
      )
    }, this.#place.kind.leaseMs / 5).unref()
    return () => clearInterval(timer)
  }

  #judge(known: { readonly cancel: boolean } | null): void {
    if (!known || this.#place.isStopping()) this.#control.abort(new LostError())
    else if (known.cancel) this.#control.abort(new CancelledError())
  }
}
