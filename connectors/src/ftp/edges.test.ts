import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTestContext, openProxy, type TestContext } from '@sluice/connector-kit/conformance'
import { Failure, type ParamValues, SourceConfig, TargetConfig, type TestStep, toFailure } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import ftp from './index.ts'
import { account, isInstalled, startFtp } from './testing.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal
let context: TestContext
beforeEach(() => {
  context = createTestContext({ sleep: async () => undefined })
})
afterEach(() => context.dispose())

const open = (change: ParamValues) => ftp.open({ host: '127.0.0.1', ...account, ...change }, context)

async function readAll(change: ParamValues, resource: string) {
  const source = await (await open(change)).openSource!(SourceConfig.parse({ connector_id, resource, key: ['id'] }))
  try {
    const records: unknown[] = []
    for await (const page of source.read({ cursor: null, window: null, pageSize: 1000, signal }))
      records.push(...page.records.map(record => record.data))
    return records
  } finally {
    await source.close()
  }
}

async function write(change: ParamValues, options: ParamValues) {
  const config = TargetConfig.parse({ connector_id, resource: 'new-file', options: { format: 'jsonl', ...options } })
  const target = await (await open(change)).openTarget!(config)
  try {
    return await target.write([{ data: { id: 1 }, idempotencyKey: 'a' }], signal)
  } finally {
    await target.close()
  }
}

describe.runIf(isInstalled())('a server of FTP', () => {
  test('a line that breaks in the middle of a large file is a failure that may heal', async () => {
    const server = await startFtp()
    const proxy = await openProxy(server.port)
    await writeFile(join(server.directory, 'big.jsonl'), `{"id":1,"text":"${'x'.repeat(1000)}"}\n`.repeat(3000))
    const told = readAll({ port: proxy.port }, 'big.jsonl').catch(toFailure)
    setTimeout(proxy.cut, 700)
    expect(await told).toMatchObject({ code: 'connector.broken', retry: 'later' })
    await proxy.close()
    await server.close()
  })

  test('a folder is written into that was not there, and one that may not be written is told by name', async () => {
    const server = await startFtp()
    expect(await write({ port: server.port }, { folder: 'a/b' })).toEqual([
      expect.objectContaining({ kind: 'written' }),
    ])
    expect(await readdir(join(server.directory, 'a/b'))).toHaveLength(1)
    await mkdir(join(server.directory, 'shut'), { mode: 0o755 })
    const told = await write({ port: server.port }, { folder: 'shut' }).catch(toFailure)
    expect(told).toMatchObject({ code: 'connector.permission', retry: 'never' })
    expect(await readdir(join(server.directory, 'shut'))).toEqual([])
    await server.close()
  })

  test('a folder is read whatever its names are: what cannot be asked for, or may not be read, is a refused row', async () => {
    const server = await startFtp()
    const add = (name: string | Buffer, mode = 0o644) =>
      writeFile(Buffer.concat([Buffer.from(`${server.directory}/`), Buffer.from(name)]), '{"id":1}\n', { mode })
    await add('a.jsonl')
    await add(Buffer.from('d\xfc.jsonl', 'latin1'))
    await add('shut.jsonl', 0o600)
    const source = await (await open({ port: server.port })).openSource!(
      SourceConfig.parse({ connector_id, resource: '/', key: ['id'] }),
    )
    const codes: string[] = []
    for await (const page of source.read({ cursor: null, window: null, pageSize: 1000, signal }))
      codes.push(...page.records.map(record => record.failure?.code ?? 'read'))
    await source.close()
    expect(codes.filter(code => code === 'read')).toHaveLength(1)
    expect(codes.filter(code => code === 'file.name' || code === 'file.unread')).toHaveLength(2)
    await server.close()
  })

  test('a server that wants encryption says so, and works with it', async () => {
    const server = await startFtp(2)
    const steps = async (change: ParamValues) => {
      let last: TestStep | undefined
      for await (const step of (await open({ port: server.port, ...change })).test()) last = step
      return last
    }
    expect(await steps({})).toMatchObject({ name: 'protocol', ok: false, error: { code: 'connector.tls' } })
    expect(await steps({ tls: 'verify', ca: server.ca })).toMatchObject({ name: 'permission', ok: true })
    await server.close()
  })
})

describe('a hostile server', () => {
  let server: Server
  let data: Server
  const commands: string[] = []
  const sockets = new Set<Socket>()

  const port = (of: Server): number => (of.address() as AddressInfo).port // it listens on a port
  const listen = (of: Server) => new Promise<void>(resolve => of.listen(0, '127.0.0.1', resolve))

  beforeEach(async () => {
    commands.length = 0
    data = createServer(socket => socket.end('-rw-r--r-- 1 a a 9 Jan 01 2024 a.jsonl\r\n'))
    await listen(data)
    const place = `169,254,169,254,${port(data) >> 8},${port(data) & 255}`
    const answers: Readonly<Record<string, string>> = {
      USER: '331 and?',
      PASS: '230 in',
      EPSV: '500 never heard of it',
      PASV: `227 Entering Passive Mode (${place}).`,
      LIST: '150 here\r\n226 done',
    }
    server = createServer(socket => {
      sockets.add(socket)
      socket.on('error', () => undefined).write('220 hello\r\n')
      socket.on('data', chunk => {
        for (const line of String(chunk).split('\r\n').filter(Boolean)) {
          commands.push(line)
          socket.write(`${answers[line.split(' ')[0] ?? ''] ?? '502 no'}\r\n`)
        }
      })
    })
    await listen(server)
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all([server, data].map(each => new Promise(resolve => each.close(resolve))))
  })

  test('that names another machine for its files leads nowhere but to itself', async () => {
    const dialled: string[] = []
    const { egress } = context
    const watched = {
      ...egress,
      dial: (host: string, at: number) => {
        dialled.push(`${host}:${at}`)
        return egress.dial(host, at)
      },
    }
    const connection = await ftp.open(
      { host: '127.0.0.1', port: port(server), ...account },
      { ...context, egress: watched },
    )
    let last: TestStep | undefined
    for await (const step of connection.test()) last = step
    expect(dialled.every(each => each.startsWith('127.0.0.1:'))).toBe(true)
    expect(last?.ok === false ? last.error?.message : '').not.toContain('169.254')
  })

  test('a line break in a path never becomes a command', async () => {
    await expect(readAll({ port: port(server) }, 'a\r\nDELE b.jsonl')).rejects.toBeInstanceOf(Failure)
    await write({ port: port(server) }, { folder: 'a\r\nDELE b' }).catch(() => undefined)
    expect(commands.some(line => line.startsWith('DELE'))).toBe(false)
  })
})
