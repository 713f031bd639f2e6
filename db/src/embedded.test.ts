import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPidFile } from './embedded/pid-file.ts'
import { isAlive } from './embedded/process-state.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { memoryDirectory } from './testing/memory-directory.ts'
import { removeCluster } from './testing/test-server.ts'

const makePlace = (): string => mkdtempSync(join(memoryDirectory(), 'sluice-embedded-'))

/** A cluster as initdb left it: a copy costs a tenth. */
let template: string
beforeAll(async () => {
  template = makePlace()
  const server = await startEmbedded({ dataDir: template, settings: { shared_buffers: '16MB' } })
  await server.stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

let home: string
let dataDir: string
const children: ChildProcess[] = []

beforeEach(() => {
  home = makePlace()
  dataDir = home
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  removeCluster(dataDir)
  rmSync(home, { recursive: true, force: true })
})

const start = (log?: (message: string) => void): Promise<Embedded> =>
  startEmbedded({ dataDir, settings: { shared_buffers: '16MB' }, ...(log ? { log } : {}) })

/** For all that is not about making one. With the owner it has. */
function copyCluster(): void {
  mkdirSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', join(template, 'postgres'), dataDir])
}

async function ask<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const serverPid = (): number => readPidFile(join(dataDir, 'postgres'))?.pid ?? 0

async function waitUntilDead(pid: number): Promise<void> {
  for (let left = 500; isAlive(pid) && left > 0; left -= 1) await new Promise(resolve => setTimeout(resolve, 10))
}

/** Another process that starts the same cluster, tells how, and stops it when its input ends. */
async function startElsewhere(): Promise<{ child: ChildProcess; attached: boolean }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: { shared_buffers: '16MB' } })
    process.stdout.write(String(server.attached))
    for await (const chunk of process.stdin) void chunk
    await server.stop()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, attached: text.toString() === 'true' }
}

describe('an embedded server', () => {
  test('starts in an empty directory, keeps its data over a stop, and listens to no port', async () => {
    const first = await start()
    expect(first).toMatchObject({ attached: false, version: expect.stringMatching(/^18\./) })
    await ask(first.url, 'create table kept as select 1 as n')
    const settings = await ask(
      first.url,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses') order by 1`,
    )
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
    const pid = serverPid()
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    const second = await start()
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }])
    await second.stop()
  })

  test('works where the path is longer than a socket address may be', async () => {
    dataDir = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    copyCluster()
    const server = await start()
    expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await server.stop()
    expect(existsSync(server.socketDir)).toBe(false)
  })

  test.runIf(process.getuid?.() === 0)(
    'works for root below a directory that is closed to everybody else',
    async () => {
      const closed = join(dataDir, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const server = await startEmbedded({ dataDir: join(closed, 'data'), settings: { shared_buffers: '16MB' } })
      await ask(server.url, 'create database inside')
      await server.stop()
      expect(readdirSync(join(closed, 'data', 'postgres', 'base')).length).toBeGreaterThan(3)
    },
  )

  test('refuses data of another PostgreSQL by name', async () => {
    copyCluster()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toMatchObject({ code: 'database.version', field: 'DATA_DIR' })
  })

  test('refuses a data directory that is a file, by name', async () => {
    dataDir = join(home, 'file')
    writeFileSync(dataDir, '')
    await expect(start()).rejects.toMatchObject({ code: 'database.data-dir', field: 'DATA_DIR', value: dataDir })
  })

  test('says which file tells why it did not start', async () => {
    copyCluster()
    const failed = startEmbedded({ dataDir, settings: { shared_buffers: 'nonsense' } })
    await expect(failed).rejects.toMatchObject({
      code: 'database.embedded-start',
      advice: expect.stringContaining('postgres.log'),
      cause: expect.objectContaining({ message: expect.stringContaining('nonsense') }),
    })
  })
})

describe('after an interruption', () => {
  test('kill -9 of the server loses no acknowledged commit', async () => {
    copyCluster()
    const first = await start()
    await ask(first.url, 'create table ledger (n int primary key)')
    const acknowledged: number[] = []
    const client = new pg.Client({ connectionString: first.url })
    client.on('error', () => undefined)
    await client.connect()
    const writing = (async () => {
      for (let n = 0; ; n += 1) {
        await client.query('insert into ledger values ($1)', [n])
        acknowledged.push(n)
        if (n === 300) process.kill(serverPid(), 'SIGKILL')
      }
    })()
    await expect(writing).rejects.toThrow()
    const second = await start()
    const rows = await ask<{ n: number }>(second.url, 'select n from ledger')
    const kept = new Set(rows.map(row => row.n))
    expect(acknowledged.length).toBeGreaterThan(300)
    expect(acknowledged.filter(n => !kept.has(n))).toEqual([])
    await second.stop()
  })

  test('a killed initdb leaves nothing in the way', async () => {
    mkdirSync(join(dataDir, 'postgres-new-999999999', 'base'), { recursive: true })
    const server = await start()
    expect(readdirSync(dataDir).filter(name => name.startsWith('postgres-new-'))).toEqual([])
    await server.stop()
  })

  test('a pid file whose number now belongs to a stranger does not hinder the start', async () => {
    copyCluster()
    const first = await start()
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const content = readFileSync(pidFile, 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    children.push(stranger)
    writeFileSync(pidFile, content.replace(/^\d+/, String(stranger.pid)))
    writeFileSync(join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), content.replace(/^\d+/, String(stranger.pid)))
    const second = await start()
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await second.stop()
    expect(stranger.exitCode).toBeNull()
  })
})

describe('two processes on one directory', () => {
  test('share one server, which its starter alone stops', async () => {
    const [here, there] = await Promise.all([start(), startElsewhere()])
    expect([here.attached, there.attached].filter(Boolean)).toHaveLength(1)
    await ask(here.url, 'select 1')
    const pid = serverPid()
    if (here.attached) {
      await here.stop()
      expect(isAlive(pid)).toBe(true)
      there.child.stdin?.end()
      await once(there.child, 'exit')
    } else {
      there.child.stdin?.end()
      await once(there.child, 'exit')
      expect(isAlive(pid)).toBe(true)
      await here.stop()
    }
    expect(isAlive(pid)).toBe(false)
  })

  test('a server that outlived its killed process is taken over and stopped', async () => {
    copyCluster()
    const there = await startElsewhere()
    const pid = serverPid()
    there.child.kill('SIGKILL')
    await once(there.child, 'exit')
    expect(isAlive(pid)).toBe(true)
    const lines: string[] = []
    const here = await start(line => lines.push(line))
    expect(here.attached).toBe(false)
    expect(serverPid()).toBe(pid)
    expect(lines.join()).toContain('taking over')
    await here.stop()
    await waitUntilDead(pid)
    expect(isAlive(pid)).toBe(false)
  })

  test('a start during a stop waits for its end and then starts', async () => {
    copyCluster()
    const first = await start()
    const pid = serverPid()
    const stopping = first.stop()
    const second = await start()
    await stopping
    expect(serverPid()).not.toBe(pid)
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
    const secondPid = serverPid()
    await second.stop()
    expect(isAlive(secondPid)).toBe(false)
  })
})
