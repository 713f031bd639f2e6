import { readdirSync, readlinkSync } from 'node:fs'
import type { Connection, ConnectorContext } from '../connector.ts'
import { type Manifest, parseParams } from '../manifest.ts'
import { Evidence } from './evidence.ts'
import { type Check, openLedger } from './ledger.ts'
import type { ConformanceOptions, Fixture } from './options.ts'
import { createTestContext, type TestContext } from './test-context.ts'

/** What the sections share: the fixture, connections, and the book of what was said. */
export interface Bench {
  readonly manifest: Manifest
  readonly evidence: Evidence
  context(): TestContext
  fixture(): Fixture
  /** Parses the working parameters, with changes laid over, and opens. Closed by the caller. */
  open(change?: Fixture['params'], lent?: Partial<ConnectorContext>): Promise<Connection>
  /** Opens, runs, closes; then expects no raw socket and no file to be left open. */
  use<T>(run: (connection: Connection) => Promise<T>): Promise<T>
  /** A test of clauses against the far system; skipped when that is not there and its absence is allowed. */
  readonly check: Check
  /** A test of clauses that needs no far system. */
  readonly checkAlone: Check
}

export function createBench(options: ConformanceOptions): Bench & { start(): Promise<void>; stop(): Promise<void> } {
  const evidence = new Evidence()
  let context: TestContext | undefined
  let fixture: Fixture | undefined
  const getContext = () => context ?? fail('the test context is not ready')
  const getFixture = () => fixture ?? fail('the fixture is not ready')
  const check = openLedger(options.connector.manifest, [
    'manifest',
    'connection',
    ...(options.source ? (['source'] as const) : []),
    ...(options.target ? (['target'] as const) : []),
  ])
  const open: Bench['open'] = async (change, lent) => {
    const params = parseParams(options.connector.manifest.params, { ...getFixture().params, ...change })
    evidence.addSecrets(options.connector, params)
    return options.connector.open(params, { ...getContext(), ...lent })
  }
  return {
    manifest: options.connector.manifest,
    evidence,
    context: getContext,
    fixture: getFixture,
    open,
    use: async run => {
      const filesBefore = listOpenFiles()
      const connection = await open()
      try {
        return await run(connection)
      } finally {
        await connection.close()
        await expectNothingOpen(getContext(), filesBefore)
      }
    },
    checkAlone: check,
    check: (proves, title, run) =>
      check(proves, title, ctx => {
        if (!fixture) ctx.skip('the far system is not there')
        return run(ctx)
      }),
    start: async () => {
      const isReachable = (await options.isReachable?.()) ?? true
      // biome-ignore lint/style/noProcessEnv: this module runs inside tests only
      if (!isReachable && process.env['CI'] === undefined) return
      context = createTestContext()
      fixture = await options.prepare(context)
    },
    stop: async () => {
      await fixture?.dispose?.()
      await context?.dispose()
    },
  }
}

function fail(message: string): never {
  throw new Error(message)
}

/** Paths of open files; sockets and pipes are counted by the test context. Empty where /proc is missing. */
function listOpenFiles(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap(fd => {
      try {
        const path = readlinkSync(`/proc/self/fd/${fd}`)
        return path.startsWith('/') && !path.startsWith('/proc') && !path.startsWith('/dev') ? [path] : []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}

/** Sockets and files close a moment after `close()` is answered; a second is enough. */
async function expectNothingOpen(context: TestContext, filesBefore: readonly string[]): Promise<void> {
  const find = () => {
    const left = [...listOpenFiles()]
    for (const path of filesBefore) {
      const index = left.indexOf(path)
      if (index >= 0) left.splice(index, 1)
    }
    return [...left, ...(context.countOpenSockets() > 0 ? [`${context.countOpenSockets()} sockets`] : [])]
  }
  const deadline = Date.now() + 1000
  while (find().length > 0 && Date.now() < deadline) await new Promise(resolve => setTimeout(resolve, 10))
  if (find().length > 0) throw new Error(`close() left open: ${find().join(', ')}`)
}
