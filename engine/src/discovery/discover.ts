import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, isPackConnector, maxResources } from '@sluice/connector-kit'
import { Failure, type FailureDetail, type Resource, toPackResource } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Job, JobWorker } from '@sluice/work'
import { closeQuietly, type OpenedConnection, openConnection } from '../connection/open-connection.ts'
import { DISCOVERY_CHANNEL } from '../sql/channels.ts'
import { tellSetAside } from '../sql/notice-rows.ts'
import type { DiscoveryDeps } from './discoveries.ts'
import { type DiscoveryWork, discoveryKind, noteListed } from './discovery-rows.ts'
import { type Found, keepFields, keepObjects, listWatched, markGone, prune } from './object-rows.ts'

/** Objects between two words of how far it is: so many are in memory where the far system lists in parts. */
const CHUNK = 1000
/** Where it lists in parts, no more are kept: nobody looks through more. */
const MAX_OBJECTS = 200_000
/** Objects whose fields are asked for again, each with a question of its own. */
const MAX_DESCRIBED = 500
/** A question to the far system takes so long at most. */
const FAR_MS = 60_000
/** Questions for fields that may fail one after the other before no more are asked. */
const MAX_MISSES = 5

export interface DiscoveryWorkerDeps extends DiscoveryDeps {
  readonly pollMs: number
}

/** Brings discoveries to their ends. One that waits for a slow far system must not keep everybody else's waiting. */
export const createDiscoveryWorker = (deps: DiscoveryWorkerDeps): JobWorker<DiscoveryWork> =>
  new JobWorker<DiscoveryWork>({
    database: deps.database,
    log: deps.log,
    pollMs: deps.pollMs,
    kind: discoveryKind,
    doing: 'discovering',
    channel: DISCOVERY_CHANNEL,
    lanes: 4,
    run: job => discover(deps, job),
    tell: (tx, { connector_id: objectId, requested_by: userId }, failure) =>
      tellSetAside(tx, { kind: 'discovery.setAside', objectId, userId, failure }),
    setAside: GIVEN_UP,
  })

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

async function discover(deps: DiscoveryDeps, job: Job<DiscoveryWork>): Promise<void> {
  const opened = await openConnection(deps, job.row.tenant_id, job.row.connector_id)
  try {
    if (opened.row.env !== job.row.env) throw new Failure(MOVED)
    await new Walk(deps, job, opened).go()
  } finally {
    await closeQuietly(opened.connection)
  }
}

/** Where the list goes on, and how much was found. */
type Place = Pick<DiscoveryWork, 'phase' | 'cursor' | 'found' | 'described'>

class Walk {
  readonly #deps: DiscoveryDeps
  readonly #job: Job<DiscoveryWork>
  readonly #opened: OpenedConnection
  #place: Place
  /** There is more than is kept. */
  #isCut = false

  constructor(deps: DiscoveryDeps, job: Job<DiscoveryWork>, opened: OpenedConnection) {
    this.#deps = deps
    this.#job = job
    this.#opened = opened
    const { phase, cursor, found, described } = job.row
    this.#place = { phase, cursor, found, described }
  }

  async go(): Promise<void> {
    const job = this.#job
    const { row } = job
    const { version } = this.#opened.row
    // With other parameters than it began with, the place in the list means nothing any more.
    if (row.connector_version !== null && row.connector_version !== version)
      this.#place = { phase: 'list', cursor: null, found: 0, described: 0 }
    await job.note({ connector_version: version })
    if (this.#place.phase === 'list') {
      await this.#listAll()
      const isCut = this.#isCut
      await this.#step({ ...this.#place, phase: 'fields', cursor: null }, async tx => {
        await noteListed(tx, row, isCut)
        // Of a list that was cut, nobody knows what is behind.
        if (!isCut) await markGone(tx, row)
      })
    }
    await this.#describeWatched()
    await job.inTenant(tx => prune(tx, row))
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
      await this.#step(next, tx => keepObjects(tx, this.#job.row, objects))
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
      const [next] = await this.#job.inTenant(tx => listWatched(tx, this.#job.row, this.#place.cursor, 1))
      if (!next) return
      const described = await this.#ask(() => connection.describe(next.id, {})).catch((error: unknown) => {
        if (this.#job.signal.aborted) throw error
        // One that may not be looked at is no reason to leave the others out.
        return null
      })
      misses = described ? 0 : misses + 1
      const place = { ...this.#place, cursor: next.id, described: this.#place.described + 1 }
      await this.#step(place, async tx => void (described && (await keepFields(tx, this.#job.row, described))))
    }
  }

  /** One question on the connector's budget; then the far system rests for as long as it has worked. */
  async #ask<T>(work: () => Promise<T>): Promise<T> {
    this.#job.check()
    const startMs = performance.now()
    const { account } = this.#opened
    const signal = AbortSignal.any([this.#job.signal, AbortSignal.timeout(FAR_MS)])
    const asked = account && !account.isMetered ? account.run(work, signal) : work()
    const answer = await Promise.race([asked, refuseWhen(signal)])
    await wait(Math.min(performance.now() - startMs, 2000), undefined, { signal: this.#job.signal }).catch(
      () => undefined,
    )
    this.#job.check()
    return answer
  }

  /** What was found and the place behind it in one transaction: whoever dies before it has done nothing. */
  async #step(place: Place, and: (tx: Tx) => Promise<unknown>): Promise<void> {
    await this.#job.note({ ...place }, { and, isFurther: true })
    this.#place = place
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
