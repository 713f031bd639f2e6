import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { openDatabase } from '@sluice/db'
import { createFollowEngine } from './follow-bench.ts'

/** A process of its own, to be killed: the engine with the product's connectors. */
const database = await openDatabase({ url: process.argv[2] ?? '', poolSize: 8 })
const engine = createFollowEngine(database, {
  limits: {
    leaseMs: 700,
    beatMs: 100,
    pollMs: 50,
    followTickMs: 100,
    followPauseMs: 100,
    followWaitMs: 20,
    pauseMs: 50,
  },
  onError: (detail, message) => console.error(message, detail),
})
// Who is killed keeps nothing of what it compiled, and the next would compile all of it again.
flushCompileCache()
// Loaded ahead, so that a successor is warm when its forerunner is killed; begins when it is told to.
process.stdout.write('loaded\n')
process.stdin.once('end', () => process.exit(0))
await once(process.stdin, 'data')
await engine.start()
process.stdout.write('ready\n')
