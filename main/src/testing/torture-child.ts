import { type EngineDeps, faultPoints } from '@sluice/engine'
import { readSettings } from '../env.ts'
import { start } from '../start.ts'
import { plantBug } from './planted-bugs.ts'

/** What the parent orders before the product starts. */
interface Plan {
  /** Where this process ends or pauses itself, at the nth meeting. */
  readonly at?: { readonly point: string; readonly nth: number; readonly signal: 'SIGKILL' | 'SIGSTOP' }
  /** The engine's clock runs this much ahead, so that slots and retries come due without waiting. */
  readonly aheadMs: number
  /** A bug of `planted-bugs.ts`: the harness must find it. */
  readonly bug?: string
}

// The product as it is, in a process that can be told where to die. The modules are loaded before the order comes, so
// that a successor is warm when its forerunner is killed.
process.on('disconnect', () => process.exit(0))
process.once('message', (plan: Plan) => void run(plan))
process.send?.({ kind: 'loaded', points: faultPoints })

async function run(plan: Plan): Promise<void> {
  try {
    const wrapEngine = (deps: EngineDeps): EngineDeps => {
      const ahead = { ...deps, now: () => Date.now() + plan.aheadMs, faultpoint: watchPoints(plan) }
      return plan.bug === undefined ? ahead : plantBug(plan.bug, ahead)
    }
    const { url } = await start(readSettings(), { demo: false, wrapEngine })
    process.send?.({ kind: 'ready', url })
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

/** Tells the parent of each point once, and strikes at the ordered one. */
function watchPoints({ at }: Plan): NonNullable<EngineDeps['faultpoint']> {
  const met = new Map<string, number>()
  return name => {
    const times = (met.get(name) ?? 0) + 1
    met.set(name, times)
    if (times === 1) process.send?.({ kind: 'met', point: name })
    if (at && name === at.point && times === at.nth) process.kill(process.pid, at.signal)
  }
}
