import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Turns } from '@sluice/engine'
import type { RuleSet } from '@sluice/matcher'
import { refuse } from '../../../http/refuse.ts'
import type { BenchLine } from './bench-rows.ts'
import type { compareMatches } from './compare-matches.ts'
import type { BenchWord } from './rule-bench-worker.ts'

/** Hands over one side after the other, in pieces. */
export type Load = (take: (side: 'a' | 'b', rows: readonly BenchLine[]) => void) => Promise<{ readonly isCut: boolean }>

interface Asked {
  readonly ruleSet: RuleSet
  readonly asOfMs: number
  readonly inTransitMs: number
}

interface Bench {
  readonly key: string
  readonly worker: Worker
  readonly loaded: Promise<{ readonly isCut: boolean; readonly lines: number }>
  isBusy: boolean
  expires: NodeJS.Timeout
}

/** Whoever moves a slider asks again soon: the lines stay in their thread so long. */
const IDLE_MS = 60_000
/** Tests at the same time in one process, each of another tenant. */
const MOST = 2
const PER_TENANT = 1
/** For a place; whoever waits longer is told that there is none. */
const WAIT_MS = 10_000
const HEAP_MB = 768
/** Rules that search are bounded by themselves; this is for what nobody foresaw. */
const WITHIN_MS = 30_000

/** Tries rules in threads of their own, each with the lines of one caller. */
export class RuleBenches {
  readonly #benches = new Map<string, Bench>()
  readonly #turns = new Turns(MOST, PER_TENANT)
  readonly #waitMs: number

  constructor({ waitMs = WAIT_MS }: { readonly waitMs?: number } = {}) {
    this.#waitMs = waitMs
  }

  /** @param caller `key`: whose lines of that tenant. @throws Failure `tooMany.ruleTests` | `unavailable.slow` */
  async run({ tenantId, key }: { readonly tenantId: string; readonly key: string }, load: Load, asked: Asked) {
    await this.#turns.take(tenantId, AbortSignal.timeout(this.#waitMs)).catch((cause: unknown) => {
      throw refuse('tooMany.ruleTests', { cause, retry: 'later' })
    })
    try {
      return await this.#try(`${tenantId}/${key}`, load, asked)
    } finally {
      this.#turns.give(tenantId)
    }
  }

  async #try(key: string, load: Load, asked: Asked) {
    const bench = this.#benches.get(key) ?? this.#open(key, load)
    bench.isBusy = true
    clearTimeout(bench.expires)
    try {
      const { isCut, lines } = await bench.loaded
      const answer = once(bench.worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) })
      bench.worker.postMessage(asked satisfies BenchWord)
      const [compared] = (await answer) as [ReturnType<typeof compareMatches>]
      return { ...compared, is_cut: isCut, lines }
    } catch (error) {
      this.#close(bench)
      throw error instanceof Error && error.name === 'AbortError' ? refuse('unavailable.slow') : error
    } finally {
      bench.isBusy = false
      bench.expires = setTimeout(() => this.#close(bench), IDLE_MS).unref()
    }
  }

  #open(key: string, load: Load): Bench {
    // Whoever has a place finds one that is idle, where all are open.
    const idle = [...this.#benches.values()].find(({ isBusy }) => !isBusy)
    if (this.#benches.size >= MOST && idle) this.#close(idle)
    const worker = new Worker(new URL('./rule-bench-worker.ts', import.meta.url), {
      name: 'sluice-rules',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.unref()
    let lines = 0
    const loaded = load((side, rows) => {
      lines += rows.length
      worker.postMessage({ side, rows } satisfies BenchWord)
    }).then(({ isCut }) => ({ isCut, lines }))
    const expires = setTimeout(() => undefined, 0)
    const bench: Bench = { key, worker, loaded, isBusy: true, expires }
    this.#benches.set(key, bench)
    worker.on('error', () => this.#close(bench))
    return bench
  }

  #close(bench: Bench): void {
    clearTimeout(bench.expires)
    if (this.#benches.get(bench.key) === bench) this.#benches.delete(bench.key)
    bench.worker.terminate().catch(() => undefined)
  }
}
