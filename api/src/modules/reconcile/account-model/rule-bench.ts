import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RuleSet } from '@sluice/matcher'
import { refuse } from '../../../http/refuse.ts'
import type { BenchLine } from './bench-rows.ts'
import type { compareMatches } from './compare-matches.ts'
import type { BenchWord } from './rule-bench-worker.ts'

/** Hands over one side after the other, in pieces. */
export type Load = (take: (side: 'a' | 'b', rows: readonly BenchLine[]) => void) => Promise<{ readonly isCut: boolean }>

interface Bench {
  readonly key: string
  readonly worker: Worker
  readonly loaded: Promise<{ readonly isCut: boolean; readonly lines: number }>
  /** One run after the other. */
  last: Promise<unknown>
  busy: number
  expires: NodeJS.Timeout
}

/** Whoever moves a slider asks again soon: the lines stay in their thread so long. */
const IDLE_MS = 60_000
/** So many people try rules at the same time in one process. */
const MOST = 2
const HEAP_MB = 768
/** Rules that search are bounded by themselves; this is for what nobody foresaw. */
const WITHIN_MS = 30_000

/** Tries rules in threads of their own, each with the lines of one caller. */
export class RuleBenches {
  readonly #benches = new Map<string, Bench>()

  /** @throws Failure `tooMany.ruleTests` */
  async run(
    key: string,
    load: Load,
    asked: { readonly ruleSet: RuleSet; readonly asOfMs: number; readonly inTransitMs: number },
  ) {
    const bench = this.#benches.get(key) ?? this.#open(key, load)
    bench.busy += 1
    clearTimeout(bench.expires)
    try {
      const { isCut, lines } = await bench.loaded
      const turn = bench.last.then(async () => {
        const answer = once(bench.worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) })
        bench.worker.postMessage(asked satisfies BenchWord)
        const [compared] = (await answer) as [ReturnType<typeof compareMatches>]
        return compared
      })
      bench.last = turn.catch(() => undefined)
      return { ...(await turn), is_cut: isCut, lines }
    } catch (error) {
      this.#close(bench)
      throw error instanceof Error && error.name === 'AbortError' ? refuse('unavailable.slow') : error
    } finally {
      bench.busy -= 1
      bench.expires = setTimeout(() => this.#close(bench), IDLE_MS).unref()
    }
  }

  #open(key: string, load: Load): Bench {
    if (this.#benches.size >= MOST) {
      const idle = [...this.#benches.values()].find(({ busy }) => busy === 0)
      if (!idle) throw refuse('tooMany.ruleTests', { retry: 'later' })
      this.#close(idle)
    }
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
    const bench: Bench = { key, worker, loaded, last: Promise.resolve(), busy: 0, expires }
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
