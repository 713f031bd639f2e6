// One process of the gateway, as an installation has several: database, key in hex. Says its address when it listens.
import { createVault, openDatabase } from '@sluice/db'
import Fastify from 'fastify'
import { createGateway } from '../gateway.ts'

const [url = '', key = ''] = process.argv.slice(2)
const masterKey = Buffer.from(key, 'hex')
const database = await openDatabase({ url, poolSize: 6 })
const gateway = await createGateway({
  database,
  vault: createVault(database, { current: 'k', keys: new Map([['k', masterKey]]) }, Date.now),
  tokenKey: masterKey,
  now: Date.now,
  records: {
    readOriginals: async (_tx, rows) =>
      new Map(
        rows.map(({ id, ordinal }) => {
          const parity = ordinal % 2 === 0 ? 'even' : 'odd'
          return [id, `{"id":"r1","amount":12.50,"phone":"13912345678","parity":"${parity}"}`]
        }),
      ),
    openMapper: async () => ({ mapPage: async rows => rows.map(data => ({ kind: 'mapped', data })), close: () => {} }),
  },
  runs: { request: async () => ({ runId: crypto.randomUUID(), alreadyRunning: false }) },
  assets: { call: async () => [] },
  log: { error: () => {}, warn: () => {} },
})
const app = Fastify()
gateway.mount(app)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
