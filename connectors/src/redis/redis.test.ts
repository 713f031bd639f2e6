import { testConnector, testQueue } from '@sluice/connector-kit/conformance'
import { afterAll, beforeAll } from 'vitest'
import redis from './index.ts'
import { type Bench, isReachable, openBench, params } from './testing.ts'

let bench: Bench
beforeAll(async () => {
  if (await isReachable()) bench = await openBench()
})
afterAll(() => bench?.close())

const options = { properties_field: '' }

testConnector({
  connector: redis,
  isReachable,
  prepare: async () => ({ params }),
  wrong: [
    { title: 'the host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'the port', change: { port: 1 }, step: 'network' },
    { title: 'the kind of server', change: { port: 4222 }, step: 'protocol' },
    { title: 'the encryption', change: { tls: 'require' }, step: 'protocol' },
    { title: 'the password', change: { username: 'nobody', password: 'wrong-Pa55' }, step: 'auth' },
    { title: 'the database', change: { database: 9999 }, step: 'permission' },
  ],
  source: {
    put: async records => {
      const key = await bench.makeStream()
      await bench.send(key, records)
      return { resource: key, options }
    },
    readState: place => bench.readState(place.resource),
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: bench.makeKey() }),
    readBack: place => bench.readStream(place.resource),
    missing: null,
  },
})

testConnector({
  connector: { ...redis, manifest: { ...redis.manifest } },
  isReachable,
  prepare: async () => ({ params }),
  wrong: [],
  target: {
    prepare: async () => ({ resource: `value:${bench.makeKey()}`, key: ['id'] }),
    readBack: place => bench.readValues(place.resource.slice('value:'.length)),
    spoil: record => ({ ...record, id: null }),
    missing: null,
  },
})

testQueue({
  connector: redis,
  isReachable,
  params,
  port: 6379,
  prepare: async () => {
    const key = await bench.makeStream()
    return {
      place: { resource: key, options },
      send: records => bench.send(key, records),
      countOpen: () => bench.countOpen(key),
    }
  },
})
