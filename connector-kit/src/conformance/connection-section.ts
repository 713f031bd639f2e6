import { Failure, type TestStep } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import type { Connection } from '../connector.ts'
import type { Bench } from './bench.ts'
import type { ConformanceOptions } from './options.ts'

/** The connection test, opening and closing. */
export function addConnectionTests(options: ConformanceOptions, bench: Bench): void {
  describe('connection', () => {
    test('test() passes named steps in order when the settings work', async ctx => {
      bench.require(ctx)
      const steps = await bench.use(connection => collectSteps(connection, bench))
      expect(steps.length).toBeGreaterThan(0)
      expect(steps.filter(step => !step.ok)).toEqual([])
    })

    test('test() says what the credential may do, and how to get what it may not', async ctx => {
      bench.require(ctx)
      const rights = (await bench.use(connection => collectSteps(connection, bench))).flatMap(step => step.rights ?? [])
      expect(new Set(rights.map(right => right.name)).size, 'names of rights differ').toBe(rights.length)
      for (const right of rights) {
        expect(right.label.zh && right.label.en, right.name).toBeTruthy()
        if (right.state === 'no' || right.state === 'part') expect(right.advice, right.name).toBeTruthy()
      }
    })

    test.each(options.wrong.map(each => [each.title, each] as const))(
      'test() ends with a failed step and an advice when %s is wrong',
      async (_title, wrong) => {
        if (!bench.isReady()) return
        const connection = await bench.open(wrong.change)
        const steps = await collectSteps(connection, bench)
        await connection.close()
        const last = steps.at(-1)
        expect(steps.slice(0, -1).filter(step => !step.ok)).toEqual([])
        expect(last?.ok, 'the last step has failed').toBe(false)
        expect(last?.error?.message, 'the step says what is wrong').toBeTruthy()
        expect(last?.error?.advice, 'the step says what to do').toBeTruthy()
        if (wrong.step !== undefined) expect(last?.name).toBe(wrong.step)
      },
    )

    test('close() twice is harmless and leaves nothing open', async ctx => {
      bench.require(ctx)
      await bench.use(connection => connection.close())
    })

    test('opens as source and target exactly as the manifest says', async ctx => {
      bench.require(ctx)
      await bench.use(async connection => {
        const roles = options.connector.manifest.roles
        expect(connection.openSource !== undefined).toBe(roles.includes('source'))
        expect(connection.openTarget !== undefined).toBe(roles.includes('target'))
        expect(connection.converse !== undefined).toBe(options.connector.manifest.converses === true)
      })
    })
  })
}

export function addLeakTest(bench: Bench): void {
  test('no secret shows in any step, failure, outcome or request', ctx => {
    bench.require(ctx)
    expect(bench.evidence.findLeak()).toBeNull()
  })
}

async function collectSteps(connection: Connection, bench: Bench): Promise<TestStep[]> {
  const steps: TestStep[] = []
  try {
    for await (const step of connection.test()) steps.push(step)
  } catch (error) {
    throw new Error(`test() threw: ${error instanceof Failure ? error.message : String(error)}`, { cause: error })
  }
  bench.evidence.note(steps)
  expect(new Set(steps.map(step => step.name)).size, 'step names differ').toBe(steps.length)
  for (const step of steps) {
    expect(step.label.zh && step.label.en, step.name).toBeTruthy()
    expect(step.elapsedMs).toBeGreaterThanOrEqual(0)
  }
  return steps
}
