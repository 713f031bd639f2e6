import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, isPackConnector, maxResources } from '@sluice/connector-kit'
import { Failure, type FailureDetail, type Resource, toFailure, toPackResource } from '@sluice/contract'
import { isWorthRetrying, type Tx } from '@sluice/db'
import { closeQuietly, type OpenedConnection, openConnection } from '../connection/open-connection.ts'
import type { DiscoveryDeps } from './discoveries.ts'
import { endJob, type Job, noteListed, noteProgress, noteVersion, type Place, releaseJob } from './discovery-rows.ts'
import { type Found, keepFields, keepObjects, listWatched, markGone, prune } from './object-rows.ts'

/** Objects between two words of how far it is: so many are in memory where the far system lists in parts. */
const CHUNK = 1000
/** Where it lists in parts, no more are kept: nobody looks through more. */
const MAX_OBJECTS = 200_000
/** Objects whose fields are asked for again, each with a question of its own. */
const MAX_DESCRIBED = 500
/** A question to the far system takes so long at most. */
const FAR_MS = 60_000
const BEAT_MS = 4000
/** Processes that took it up and were not heard of again: it would end the next one too. */
const MAX_TAKES = 5
/** Questions for fields that may fail one after the other before no more are asked. */
const MAX_MISSES = 5

class CancelledError extends Error {}
/** The process ends, or another one has the discovery. */
class LostError extends Error {}

export interface Holding {
  readonly holder: string
  isStopping(): boolean
  /** For tests: after a step is committed. */
  readonly onStep?: (() => Promise<void>) | undefined
}

/** Brings a discovery to its end, or hands it back. */
export async function discover(deps: DiscoveryDeps, job: Job, holding: Holding): Promise<void> {
  const { database, log } = deps
  const tenant = <T>(work: (tx: Tx) => Promise<T>) => database.withTenant(job.tenant_id, work)
  const end = (state: Parameters<typeof endJob>[3]) => tenant(tx => endJob(tx, job, holding.holder, state))
  try {
    if (job.takes > MAX_TAKES) throw new Failure(GIVEN_UP)
    await takeTurn(deps, job, holding)
    await end({ state: 'done' })
  } catch (error) {
    if (error instanceof LostError) return void (await tenant(tx => releaseJob(tx, job, holding.holder)))
    if (error instanceof CancelledError) return void (await end({ state: 'cancelled' }))
    // The next turn goes on behind the last step once the lease is over.
    if (isWorthRetrying(error)) throw error
    const failure = toFailure(error)
    if (failure !== error) log.error({ err: error, connectorId: job.connector_id }, 'discovering')
    await end({ state: 'failed', failure: failure.toDetail() })
  }
}

const GIVEN_UP: FailureDetail = {
  code: 'discovery.givenUp',
  message: 'The discovery was taken up several times and never came to its end.',
  retry: 'never',
  advice: 'Ask for it again; narrow what the connector sees, for example to one schema.',
}

const TIMED_OUT: FailureDetail = {
  code: 'discovery.timeout',
  message: `The far system did not answer within ${FAR_MS / 1000} seconds.`,
  retry: 'later',
  advice: 'Ask again when it is less busy; narrow what the connector sees, for example to one schema.',
}

const MOVED: FailureDetail = {
  code: 'discovery.moved',
  message: 'The connector has another environment now.',
  retry: 'never',
}

/** Beats while it works, so that a far system that takes long does not look like a process that died. */
async function takeTurn(deps: DiscoveryDeps, job: Job, holding: Holding): Promise<void> {
  const control = new AbortController()
  const judge = (known: { readonly cancel: boolean } | null): void => {
    if (!known || holding.isStopping()) control.abort(new LostError())
    else if (known.cancel) control.abort(new CancelledError())
  }
  const note = (tx: Tx, place: Place | null) => noteProgress(tx, job, holding.holder, place)
  const beat = setInterval(() => {
    deps.database.withTenant(job.tenant_id, tx => note(tx, null)).then(judge, () => undefined)
  }, BEAT_MS)
  const opened = await openConnection(deps, job.tenant_id, job.connector_id).catch((error: unknown) => {
    clearInterval(beat)
    throw error
  })
  try {
    if (opened.row.env !== job.env) throw new Failure(MOVED)
    await new Walk(deps, job, holding, opened, control.signal, judge).go()
  } finally {
    clearInterval(beat)
    await closeQuietly(opened.connection)
  }
}

class Walk {
  readonly #deps: DiscoveryDeps
  readonly #job: Job
  readonly #holding: Holding
  readonly #opened: OpenedConnection
  readonly #signal: AbortSignal
  readonly #judge: (known: { readonly cancel: boolean } | null) => void
  #place: Place
  /** There is more than is kept. */
  #isCut = false

  constructor(
    deps: DiscoveryDeps,
    job: Job,
    holding: Holding,
    opened: OpenedConnection,
    signal: AbortSignal,
    judge: (known: { readonly cancel: boolean } | null) => void,
  ) {
    this.#deps = deps
    this.#job = job
    this.#holding = holding
    this.#opened = opened
    this.#signal = signal
    this.#judge = judge
    const { phase, cursor, found, described } = job
    this.#place = { phase, cursor, found, described }
  }

  async go(): Promise<void> {
    const job = this.#job
    const { version } = this.#opened.row
    // With other parameters than it began with, the place in the list means nothing any more.
    if (job.connector_version !== null && job.connector_version !== version)
      this.#place = { phase: 'list', cursor: null, found: 0, described: 0 }
    await this.#tenant(tx => noteVersion(tx, job, this.#holding.holder, version))
    if (this.#place.phase === 'list') {
      await this.#listAll()
      const isCut = this.#isCut
      await this.#step({ ...this.#place, phase: 'fields', cursor: null }, async tx => {
        await noteListed(tx, job, this.#holding.holder, isCut)
        // Of a list that was cut, nobody knows what is behind.
        if (!isCut) await markGone(tx, job)
      })
    }
    await this.#describeWatched()
    await this.#tenant(tx => prune(tx, job))
  }

  async #listAll(): Promise<void> {
    const { connection } = this.#opened
    const list = connection.discoverPart?.bind(connection) ?? this.#listInMemory()
    const words = wordsOfPacks(this.#deps)
    for (;;) {
      const { cursor, found } = this.#place
      if (found >= MAX_OBJECTS) this.#isCut = true
      if (this.#isCut) return
      const part = await this.#ask(() => list(cursor, CHUNK))
      const objects = [...new Map(part.resources.map(resource => [resource.id, resource])).values()].map(
        (resource): Found => ({ resource, words: words.get(resource.id) ?? [] }),
      )
      const next = { ...this.#place, cursor: part.next ?? cursor, found: found + objects.length }
      await this.#step(next, tx => keepObjects(tx, this.#job, objects))
      if (part.next === null) return
    }
  }

  /** The whole list at once, given out in parts by id: a process that goes on asks again and leaves out what is kept. */
  #listInMemory(): NonNullable<Connection['discoverPart']> {
    let all: readonly Resource[] | null = null
    return async (after, limit) => {
      all ??= (await this.#opened.connection.discover()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const rest = after === null ? all : all.filter(({ id }) => id > after)
      const resources = rest.slice(0, limit)
      const isLast = rest.length <= limit
      if (isLast) this.#isCut = all.length >= maxResources
      return { resources, next: isLast ? null : (resources.at(-1)?.id ?? null) }
    }
  }

  async #describeWatched(): Promise<void> {
    const { connection } = this.#opened
    for (let misses = 0; this.#place.described < MAX_DESCRIBED && misses < MAX_MISSES; ) {
      const [next] = await this.#tenant(tx => listWatched(tx, this.#job, this.#place.cursor, 1))
      if (!next) return
      const described = await this.#ask(() => connection.describe(next.id, {})).catch((error: unknown) => {
        if (this.#signal.aborted) throw error
        // One that may not be looked at is no reason to leave the others out.
        return null
      })
      misses = described ? 0 : misses + 1
      const place = { ...this.#place, cursor: next.id, described: this.#place.described + 1 }
      await this.#step(place, async tx => void (described && (await keepFields(tx, this.#job, described))))
    }
  }

  /** One question on the connector's budget; then the far system rests for as long as it has worked. */
  async #ask<T>(work: () => Promise<T>): Promise<T> {
    this.#signal.throwIfAborted()
    const startMs = performance.now()
    const { account } = this.#opened
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(FAR_MS)])
    const asked = account && !account.isMetered ? account.run(work, signal) : work()
    const answer = await Promise.race([asked, refuseWhen(signal)])
    await wait(Math.min(performance.now() - startMs, 2000), undefined, { signal: this.#signal }).catch(() => undefined)
    this.#signal.throwIfAborted()
    return answer
  }

  /** What was found and the place behind it in one transaction: whoever dies before it has done nothing. */
  async #step(place: Place, work: (tx: Tx) => Promise<unknown>): Promise<void> {
    const known = await this.#tenant(async tx => {
      const known = await noteProgress(tx, this.#job, this.#holding.holder, place)
      if (known) await work(tx)
      return known
    })
    this.#judge(known)
    this.#signal.throwIfAborted()
    this.#place = place
    await this.#holding.onStep?.()
  }

  #tenant<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.database.withTenant(this.#job.tenant_id, work)
  }
}

function refuseWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => {
      const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
      reject(isTimeout ? new Failure(TIMED_OUT) : signal.reason)
    }
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
}

/** Interfaces of packs are told in four languages; a search finds them in each. */
function wordsOfPacks({ connectors }: Pick<DiscoveryDeps, 'connectors'>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    connectors
      .filter(isPackConnector)
      .flatMap(({ pack }) =>
        pack.interfaces.map(
          ({ code, name }) =>
            [toPackResource(pack.manifest.id, code), Object.values(name).filter(word => word !== undefined)] as const,
        ),
      ),
  )
}
