import { Failure, type TestStep } from '@sluice/contract'
import { describe, expect } from 'vitest'
import type { Connection } from '../connector.ts'
import type { Bench } from './bench.ts'
import type { ConformanceOptions } from './options.ts'

/** The connection test, opening and closing. */
export function addConnectionTests(options: ConformanceOptions, bench: Bench): void {
  const { check } = bench
  describe('connection', () => {
    check('C-3.1', 'test() passes named steps in order when the settings work', async () => {
      const steps = await bench.use(connection => collectSteps(connection, bench))
      expect(steps.length).toBeGreaterThan(0)
      expect(steps.filter(step => !step.ok)).toEqual([])
    })

    check('C-15.1', 'test() says what the credential may do, and how to get what it may not', async () => {
      const rights = (await bench.use(connection => collectSteps(connection, bench))).flatMap(step => step.rights ?? [])
      expect(new Set(rights.map(right => right.name)).size, 'names of rights differ').toBe(rights.length)
      for (const right of rights) {
        expect(right.label.zh && right.label.en, right.name).toBeTruthy()
        if (right.repair !== undefined) expect(right.advice, `${right.name}: a repair says what it is for`).toBeTruthy()
        if (right.state === 'no' || right.state === 'part') expect(right.advice, right.name).toBeTruthy()
      }
    })

    for (const wrong of options.wrong)
      check('C-3.2', `test() ends with a failed step and an advice when ${wrong.title} is wrong`, async () => {
        const connection = await bench.open(wrong.change)
        const steps = await collectSteps(connection, bench)
        await connection.close()
        const last = steps.at(-1)
        expect(steps.slice(0, -1).filter(step => !step.ok)).toEqual([])
        expect(last?.ok, 'the last step has failed').toBe(false)
        expect(last?.error?.message, 'the step says what is wrong').toBeTruthy()
        expect(last?.error?.advice, 'the step says what to do').toBeTruthy()
        if (wrong.step !== undefined) expect(last?.name).toBe(wrong.step)
      })

    check('C-3.3', 'close() twice is harmless and leaves nothing open', async () => {
      await bench.use(connection => connection.close())
    })

    check('C-2.7', 'opens as source and target exactly as the manifest says', async () => {
      await bench.use(async connection => {
        const roles = options.connector.manifest.roles
        expect(connection.openSource !== undefined).toBe(roles.includes('source'))
        expect(connection.openTarget !== undefined).toBe(roles.includes('target'))
        expect(connection.converse !== undefined).toBe(options.connector.manifest.converses === true)
      })
    })

    addEgressTest(bench)
  })
}

/**
 * Nothing else than the egress leads out: shut, it shows as a step that fails like any other. A connector that asked for
 * nothing has nothing outside.
 */
function addEgressTest(bench: Bench): void {
  bench.check('C-4.2', 'every byte leaves through the egress: shut, test() ends with a failed step', async ctx => {
    let asked = 0
    const { egress } = bench.context()
    const shut = (): Promise<never> => {
      asked += 1
      return Promise.reject(new Failure({ code: 'egress.shut', message: 'The egress is shut.' }))
    }
    const connection = await bench.open({}, { egress: { ...egress, fetch: shut, dial: shut } })
    const steps = await collectSteps(connection, bench)
    await connection.close()
    if (asked === 0) return ctx.skip('it reaches nothing outside this machine')
    expect(steps.at(-1)?.ok).toBe(false)
    expect(steps.at(-1)?.error?.message).toBeTruthy()
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
