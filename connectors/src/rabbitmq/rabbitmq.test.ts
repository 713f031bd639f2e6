import { testConnector, testQueue } from '@sluice/connector-kit/conformance'
import { afterAll, beforeAll } from 'vitest'
import rabbitmq from './index.ts'
import { type Bench, isReachable, openBench, params, toBodies } from './testing.ts'

let bench: Bench
beforeAll(async () => {
  if (await isReachable()) bench = await openBench()
})
afterAll(() => bench?.close())

const options = { properties_field: '' }

testConnector({
  connector: rabbitmq,
  isReachable,
  prepare: async () => ({ params }),
  wrong: [
    { title: 'the host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'the port', change: { port: 1 }, step: 'network' },
    { title: 'the kind of server', change: { port: 4222 }, step: 'protocol' },
    { title: 'the encryption', change: { tls: 'require' }, step: 'protocol' },
    { title: 'the password', change: { password: 'wrong-Pa55' }, step: 'auth' },
    { title: 'the virtual host', change: { vhost: 'no-such-place' }, step: 'permission' },
  ],
  source: {
    put: async records => {
      // It throws away what was put back more often than the suite reads it, and less often than it looks.
      const queue = await bench.makeQuorumQueue(5)
      await bench.send(queue, toBodies(records))
      return { resource: queue, options }
    },
    readState: place => bench.countOpen(place.resource),
    isDiscovered: false,
    mayRefuseSample: true,
    knowsFields: false,
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: await bench.makeQueue() }),
    readBack: place => bench.empty(place.resource),
  },
})

testQueue({
  connector: rabbitmq,
  isReachable,
  params,
  port: 5672,
  prepare: async () => {
    const queue = await bench.makeQueue()
    return {
      place: { resource: queue, options },
      send: records => bench.send(queue, toBodies(records)),
      countOpen: () => bench.countOpen(queue),
    }
  },
})
