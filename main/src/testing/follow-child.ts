import { once } from 'node:events'
import { createEgress, createTokenCache } from '@sluice/connector-kit'
import { connectors } from '@sluice/connectors'
import { Failure } from '@sluice/contract'
import { openDatabase } from '@sluice/db'
import { createEngine } from '@sluice/engine'

/** A process of its own, to be killed: the engine with the product's connectors. */
const database = await openDatabase({ url: process.argv[2] ?? '', poolSize: 8 })
const egress = createEgress({ allow: [{ host: '127.0.0.0/8' }] })
const cache = createTokenCache(Date.now)
const nothing = (): Promise<never> => Promise.reject(new Failure({ code: 'test.none', message: 'Not here.' }))

const engine = createEngine({
  database,
  connectors,
  vault: { open: async (_tenant, _place, sealed) => sealed },
  makeContext: tenantId => ({
    tenantId,
    egress,
    cache,
    now: Date.now,
    random: Math.random,
    files: { find: nothing, resolveDirectory: nothing, create: nothing },
    records: {
      read: nothing,
      readGroups: () => {
        throw new Failure({ code: 'test.none', message: 'Not here.' })
      },
      list: nothing,
      readInbox: nothing,
      countInbox: nothing,
      settleInbox: nothing,
    },
  }),
  now: Date.now,
  random: Math.random,
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (detail, message) => console.error(message, detail),
  },
  limits: {
    leaseMs: 700,
    beatMs: 100,
    pollMs: 50,
    followTickMs: 100,
    followPauseMs: 100,
    followWaitMs: 20,
    pauseMs: 50,
  },
})
// Loaded ahead, so that a successor is warm when its forerunner is killed; begins when it is told to.
process.stdout.write('loaded\n')
process.stdin.once('end', () => process.exit(0))
await once(process.stdin, 'data')
await engine.start()
process.stdout.write('ready\n')
