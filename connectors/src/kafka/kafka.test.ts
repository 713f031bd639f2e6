import { testConnector, testQueue } from '@sluice/connector-kit/conformance'
import { afterAll, describe } from 'vitest'
import kafka from './index.ts'
import { type Bench, isInstalled, openBench, startBroker } from './testing.ts'

const broker = (await isInstalled()) ? await startBroker() : null
const bench: Bench | null = broker ? await openBench(broker.port) : null
afterAll(async () => {
  await bench?.close()
  broker?.stop()
})

// The cluster names its own port, and the suites go through one of theirs.
const params = { host: '127.0.0.1', port: broker?.port ?? 9092, addresses: 'given' }
const options = { properties_field: '' }
const there = (): Bench => {
  if (!bench) throw new Error('testing Kafka: kcat is not installed')
  return bench
}

describe('kafka', () => {
  testConnector({
    connector: kafka,
    isReachable: isInstalled,
    prepare: async () => ({ params }),
    wrong: [
      { title: 'the host', change: { host: 'no-such-host.invalid' }, step: 'address' },
      { title: 'the port', change: { port: 1 }, step: 'network' },
      { title: 'the kind of server', change: { port: 4222 }, step: 'protocol' },
      { title: 'the encryption', change: { tls: 'require' }, step: 'protocol' },
      { title: 'the sign-in', change: { username: 'nobody', password: 'wrong-Pa55' }, step: 'auth' },
    ],
    source: {
      put: async records => {
        const topic = there().makeTopic()
        there().send(topic, records)
        return { resource: topic, options }
      },
      readState: place => there().readState(place.resource, 'sluice'),
      knowsKey: false,
      guessesTypes: true,
    },
    target: {
      prepare: async () => ({ resource: there().makeTopic(), key: ['id'] }),
      readBack: place => there().readRecords(place.resource),
      spoil: record => ({ ...record, id: null }),
    },
  })

  testQueue({
    connector: kafka,
    isReachable: isInstalled,
    params,
    port: params.port,
    prepare: async () => {
      const topic = there().makeTopic()
      return {
        place: { resource: topic, options },
        send: async records => there().send(topic, records),
        countOpen: () => there().countOpen(topic, 'sluice'),
      }
    },
  })
})
