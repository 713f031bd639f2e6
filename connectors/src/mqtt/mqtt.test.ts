import { testConnector, testQueue } from '@sluice/connector-kit/conformance'
import { afterAll, beforeAll } from 'vitest'
import mqtt from './index.ts'
import { type Bench, isReachable, openBench, params } from './testing.ts'

let bench: Bench
beforeAll(async () => {
  if (await isReachable()) bench = await openBench()
})
afterAll(() => bench?.close())

testConnector({
  connector: mqtt,
  isReachable,
  prepare: async () => ({ params }),
  wrong: [
    { title: 'the host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'the port', change: { port: 1 }, step: 'network' },
    { title: 'the kind of server', change: { port: 4222 }, step: 'protocol' },
    { title: 'the encryption', change: { tls: 'require' }, step: 'protocol' },
  ],
  source: {
    put: async records => {
      const { topic, clientId } = await bench.subscribe()
      // The first is retained, so that a look at the topic sees it.
      await bench.send(topic, records.slice(0, 1), true)
      await bench.send(topic, records.slice(1))
      return { resource: topic, options: { client_id: clientId, properties_field: '' } }
    },
    readState: ({ resource }) => bench.countOpen(bench.find(resource)),
    missing: null,
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: (await bench.subscribe()).topic }),
    readBack: place => bench.empty(bench.find(place.resource)),
    missing: null,
  },
})

testQueue({
  connector: mqtt,
  isReachable,
  params,
  port: 1883,
  // Mosquitto drops what comes after 1000 messages for a session that is away.
  atOnce: 400,
  pageSize: 200,
  prepare: async () => {
    const subscription = await bench.subscribe()
    return {
      place: {
        resource: subscription.topic,
        options: { client_id: subscription.clientId, properties_field: '' },
      },
      send: records => bench.send(subscription.topic, records),
      countOpen: () => bench.countOpen(subscription),
    }
  },
})
