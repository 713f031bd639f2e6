import { testConnector, testQueue } from '@sluice/connector-kit/conformance'
import { afterAll, beforeAll } from 'vitest'
import nats from './index.ts'
import { type Bench, isReachable, openBench, params } from './testing.ts'

let bench: Bench
beforeAll(async () => {
  if (await isReachable()) bench = await openBench()
})
afterAll(() => bench?.close())

// A reader that died is waited for this long.
const options = { properties_field: '', ack_seconds: 1 }

testConnector({
  connector: nats,
  isReachable,
  prepare: async () => ({ params }),
  wrong: [
    { title: 'the host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'the port', change: { port: 1 }, step: 'network' },
    { title: 'the kind of server', change: { port: 6379 }, step: 'protocol' },
    { title: 'the encryption', change: { tls: 'require' }, step: 'protocol' },
  ],
  source: {
    put: async records => {
      const stream = await bench.makeStream()
      await bench.send(stream, records)
      return { resource: stream, options }
    },
    readState: place => bench.readState(place.resource),
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: `${await bench.makeStream()}.in` }),
    readBack: place => bench.readStream(place.resource.split('.')[0] ?? ''),
  },
})

testQueue({
  connector: nats,
  isReachable,
  params,
  port: 4222,
  prepare: async () => {
    const stream = await bench.makeStream()
    return {
      place: { resource: stream, options },
      send: records => bench.send(stream, records),
      countOpen: () => bench.countOpen(stream),
    }
  },
})
