import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import type { Engine } from '@sluice/engine'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasMariaDb, startBinlogServer } from './testing/binlog-server.ts'
import { createFollowEngine, FollowedStrategy, type Side } from './testing/follow-bench.ts'
import { startLogicalServer } from './testing/logical-server.ts'

/** The brokers of this machine are broken under a follower; another tenant's follower stands beside it. */
let place: TestDatabase
let logical: Awaited<ReturnType<typeof startLogicalServer>>
let client: pg.Client
let engine: Engine
const unheard: unknown[] = []
const listen = (error: unknown): void => void unheard.push(error)
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
  logical = await startLogicalServer()
  client = new pg.Client({ connectionString: logical.url })
  await client.connect()
  process.on('unhandledRejection', listen)
})
afterAll(async () => {
  process.off('unhandledRejection', listen)
  await client.end()
  await logical.stop()
  await place.drop()
})

let broken: FollowedStrategy
let beside: FollowedStrategy
let number = 0
beforeEach(async () => {
  number += 1
  unheard.length = 0
  engine = createFollowEngine(place.database)
  await engine.start()
})
afterEach(async () => {
  await broken.rest()
  await beside.rest()
  await engine.stop({ timeoutMs: 2000 })
})

const WAIT = { timeout: 40_000, interval: 50 }

interface Origin {
  readonly side: Side
  readonly options?: object
  send(id: number): Promise<unknown>
  /** Nothing is kept for who has not subscribed yet, so it is sent until it arrives. */
  readonly isVolatile?: boolean
}

const readIds = async (table: string): Promise<string> =>
  (await client.query(`select id from ${table} order by id`)).rows.map(row => row.id).join(' ')

async function follow({ side, options = {} }: Origin, table: string): Promise<FollowedStrategy> {
  await client.query(`create table ${table} (id int primary key, note text)`)
  const target = { platform: 'postgresql', params: logical.params, resource: `public.${table}` }
  return FollowedStrategy.create(place.database, side, target, { options })
}

/** Both follow, the one is broken; the other goes on, and nothing was left to the process. */
async function breakBeside(origin: Origin, work: () => Promise<unknown>, check: () => Promise<void>): Promise<void> {
  const [a, b] = [`a${number}`, `b${number}`]
  await client.query(`create table origin${number} (id int primary key, note text)`)
  const other: Origin = {
    side: { platform: 'postgresql', params: logical.params, resource: `public.origin${number}` },
    send: id => client.query(`insert into origin${number} values ($1, 'n')`, [id]),
  }
  broken = await follow(origin, a)
  beside = await follow(other, b)
  await other.send(1)
  // Some sources tell of nothing that was sent before they were followed.
  await expect.poll(async () => (await broken.newest()).state, WAIT).toBe('running')
  await origin.send(1)
  await expect
    .poll(async () => {
      if (origin.isVolatile) await origin.send(1)
      const [ofA, ofB] = [await readIds(a), await readIds(b)]
      return ofA === '1' && ofB === '1'
    }, WAIT)
    .toBe(true)
  const before = await beside.newest()
  await work()
  await check()
  await other.send(2)
  await expect.poll(() => readIds(b), WAIT).toBe('1 2')
  expect(await beside.newest()).toMatchObject({ id: before.id, state: 'running' })
  expect(unheard).toEqual([])
}

const failsWith = (code: string) => async () => {
  await expect.poll(() => broken.lastFailure(), WAIT).toBe(code)
  expect(await broken.query(`select 1 from notice where kind = 'run.failed' and cause = '${code}'`)).toHaveLength(1)
}

/** It fails, and comes back by itself once its source is there again. */
const isThereAgain = (make: () => Promise<unknown>) => async () => {
  await failsWith('resource.missing')()
  await make()
  await expect.poll(() => readIds(`a${number}`), WAIT).toBe('1 3')
}

/** It goes on by itself, and its run has the loss in its books. */
const goesOn = (send: () => Promise<unknown>, ids: string) => async () => {
  await expect
    .poll(() => broken.query(`select 1 from run where (counts ->> 'rejected')::int > 0`), WAIT)
    .toHaveLength(1)
  await send()
  await expect.poll(() => readIds(`a${number}`), WAIT).toBe(ids)
}

/** Sends lines to a port and answers with what comes back in a moment. */
function ask(port: number, text: string, end: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    const finish = (): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', chunk => {
      answer += chunk
      if (end.test(answer)) finish()
    })
    socket.on('error', reject)
    socket.on('close', finish)
  })
}
const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
const name = (): string => `sluice-broken-${newId().slice(-10)}`
const body = (id: number): string => JSON.stringify({ id, note: 'n' })

describe('PostgreSQL under a follower', () => {
  it('drops its slot: the place is lost, and a person decides', async () => {
    await client.query(`create table source${number} (id int primary key, note text)`)
    const table = `source${number}`
    await breakBeside(
      {
        side: { platform: 'postgresql', params: logical.params, resource: `public.${table}` },
        send: id => client.query(`insert into ${table} values ($1, 'n')`, [id]),
      },
      async () => {
        const [reader] = await broken.query<{ id: string }>('select id from follow_reader')
        const slot = `sluice_${reader?.id.replaceAll('-', '')}`
        // The follower may take it again between the two.
        await expect
          .poll(async () => {
            await client
              .query(
                `select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active_pid is not null`,
                [slot],
              )
              .then(() => client.query(`select pg_drop_replication_slot($1)`, [slot]))
              .catch(() => undefined)
            return (await client.query('select 1 from pg_replication_slots where slot_name = $1', [slot])).rowCount
          }, WAIT)
          .toBe(0)
      },
      async () => {
        await failsWith('follow.lost')()
        expect(await broken.query('select state from follow_reader')).toEqual([{ state: 'lost' }])
      },
    )
  })
})

describe.runIf(hasMariaDb)('MariaDB under a follower', () => {
  it('throws its binary logs away: the place is lost, and a person decides', async () => {
    const server = await startBinlogServer()
    await server.connection.query('use shop')
    await server.connection.query('create table source (id int primary key, note text)')
    await breakBeside(
      {
        side: { platform: 'mysql', params: server.params, resource: 'source' },
        send: id => server.connection.query(`insert into source values (${id}, 'n')`),
      },
      async () => {
        // Many files further, so that the old one is not made anew by its name.
        await server.connection.query('reset master to 50')
      },
      failsWith('follow.lost'),
    )
    await broken.rest()
    await server.stop()
  })
})

describe.runIf(await isOpen(6379))('Redis under a follower', () => {
  const params = { host: '127.0.0.1', port: 6379 }
  const run = (...words: string[]) =>
    ask(
      6379,
      `*${words.length}\r\n${words.map(word => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`,
      /\r\n$/,
    )
  const make = async () => {
    const stream = name()
    await run('XGROUP', 'CREATE', stream, 'beside', '0', 'MKSTREAM')
    return { stream, side: { platform: 'redis', params, resource: stream } }
  }

  it('deletes the stream: the run says so, and one that is there again is read', async () => {
    const { stream, side } = await make()
    const origin = { side, send: (id: number) => run('XADD', stream, '*', 'data', body(id)) }
    await breakBeside(
      origin,
      () => run('DEL', stream),
      isThereAgain(() => origin.send(3)),
    )
    await run('DEL', stream)
  })

  it('deletes the group: it goes on behind what landed, and the run is not green', async () => {
    const { stream, side } = await make()
    const send = (id: number) => run('XADD', stream, '*', 'data', body(id))
    await breakBeside(
      { side, send },
      () => run('XGROUP', 'DESTROY', stream, 'sluice'),
      goesOn(() => send(2), '1 2'),
    )
    await run('DEL', stream)
  })
})

describe.runIf(await isOpen(4222))('NATS under a follower', () => {
  const params = { host: '127.0.0.1', port: 4222 }
  const request = (subject: string, text: string) => {
    const hello = 'CONNECT {"verbose":false,"pedantic":false}\r\nSUB _INBOX.t 1\r\n'
    return ask(
      4222,
      `${hello}PUB ${subject} _INBOX.t ${Buffer.byteLength(text)}\r\n${text}\r\n`,
      /MSG _INBOX\.t 1 +\d+\r\n/,
    )
  }
  const create = (stream: string) => {
    const config = { name: stream, subjects: [`${stream}.>`], storage: 'memory', retention: 'limits', num_replicas: 1 }
    return request(`$JS.API.STREAM.CREATE.${stream}`, JSON.stringify({ ...config, discard: 'old', max_consumers: -1 }))
  }
  const make = async () => {
    const stream = name()
    await create(stream)
    return { stream, side: { platform: 'nats', params, resource: stream } }
  }

  it('deletes the stream: the run says so, and one that is there again is read', async () => {
    const { stream, side } = await make()
    const send = (id: number) => request(`${stream}.in`, body(id))
    const again = async () => {
      await create(stream)
      await send(3)
    }
    await breakBeside({ side, send }, () => request(`$JS.API.STREAM.DELETE.${stream}`, ''), isThereAgain(again))
    await request(`$JS.API.STREAM.DELETE.${stream}`, '')
  })

  it('deletes the consumer: it goes on behind what landed, and the run is not green', async () => {
    const { stream, side } = await make()
    const send = (id: number) => request(`${stream}.in`, body(id))
    await breakBeside(
      { side, send },
      () => request(`$JS.API.CONSUMER.DELETE.${stream}.sluice`, ''),
      goesOn(() => send(2), '1 2'),
    )
    await request(`$JS.API.STREAM.DELETE.${stream}`, '')
  })
})

describe.runIf(await isOpen(5672))('RabbitMQ under a follower', () => {
  it('deletes the queue: the run says so', async () => {
    const load = createRequire(fileURLToPath(import.meta.resolve('@sluice/connectors')))
    const { connect: open } = load('amqplib') as {
      connect(url: string): Promise<{ createChannel(): Promise<Channel>; close(): Promise<void> }>
    }
    interface Channel {
      assertQueue(name: string, options: object): Promise<unknown>
      deleteQueue(name: string): Promise<unknown>
      sendToQueue(name: string, content: Buffer): boolean
    }
    const connection = await open('amqp://guest:guest@127.0.0.1:5672')
    const channel = await connection.createChannel()
    const queue = name()
    await channel.assertQueue(queue, { durable: false })
    const params = { host: '127.0.0.1', port: 5672, username: 'guest', password: 'guest' }
    await breakBeside(
      {
        side: { platform: 'rabbitmq', params, resource: queue },
        send: async id => channel.sendToQueue(queue, Buffer.from(body(id))),
      },
      () => channel.deleteQueue(queue),
      failsWith('resource.missing'),
    )
    await connection.close()
  })
})

describe.runIf(await isOpen(1883))('an MQTT broker under a follower', () => {
  it('throws the session away: it goes on, and the run is not green', async () => {
    const topic = `sluice-test/${name()}`
    const clientId = name()
    const text = (value: string): Buffer => {
      const bytes = Buffer.from(value)
      return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
    }
    const packet = (head: number, ...parts: Buffer[]): Buffer => {
      const rest = Buffer.concat(parts)
      return Buffer.concat([Buffer.from([head, rest.length]), rest])
    }
    const hello = (id: string) => packet(0x10, text('MQTT'), Buffer.from([4, 2, 0, 60]), text(id))
    const talk = (...packets: Buffer[]): Promise<void> =>
      new Promise((resolve, reject) => {
        const socket = connect(1883, '127.0.0.1', () => socket.write(Buffer.concat(packets)))
        socket.on('error', reject)
        socket.on('close', () => resolve())
        socket.resume()
      })
    const goodbye = Buffer.from([0xe0, 0])
    const send = (id: number) =>
      talk(hello(''), packet(0x32, text(topic), Buffer.from([0, 1]), Buffer.from(body(id))), goodbye)
    await breakBeside(
      {
        side: { platform: 'mqtt', params: { host: '127.0.0.1', port: 1883, version: '5' }, resource: topic },
        options: { client_id: clientId },
        isVolatile: true,
        send,
      },
      // Another client of the same name with a clean session.
      () => talk(hello(clientId), goodbye),
      goesOn(() => send(2), '1 2'),
    )
  })
})
