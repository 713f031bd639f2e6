import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD, startTestServer, type TestServer } from '@sluice/api/testing/start-test-server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readArguments } from '../arguments.ts'
import { runMarket } from './run-market.ts'

/** Two installations; what one writes to a file, the other reads. */
let a: TestServer
let b: TestServer
let directory: string
const tokens = new Map<TestServer, string>()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-market-'))
  ;[a, b] = await Promise.all([startTestServer(), startTestServer()])
  for (const server of [a, b]) {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    tokens.set(server, await server.signIn('admin-a', PASSWORD))
  }
})
afterAll(async () => {
  await Promise.all([a.drop(), b.drop()])
  await rm(directory, { recursive: true })
})

async function run(server: TestServer, ...args: string[]): Promise<{ code: number; out: string }> {
  const command = readArguments(['market', ...args])
  if (command.kind !== 'marketFile') throw new Error(JSON.stringify(command))
  const lines: string[] = []
  const spies = [process.stdout, process.stderr].map(stream =>
    vi.spyOn(stream, 'write').mockImplementation(text => lines.push(String(text)) > 0),
  )
  const { port } = server.app.server.address() as AddressInfo
  const env = {
    SLUICE_URL: `http://127.0.0.1:${port}`,
    SLUICE_TOKEN: tokens.get(server),
    INIT_CWD: directory,
    LANG: 'en_US',
  }
  const code = await runMarket(command.command, env)
  for (const spy of spies) spy.mockRestore()
  return { code, out: lines.join('') }
}

test('a market is written to a file, its key is asked for once, and the same file again is no news', async () => {
  expect(await run(a, 'export', '--out', 'market.jsonl')).toMatchObject({ code: 0 })
  const asked = await run(b, 'import', 'market.jsonl')
  expect(asked).toMatchObject({ code: 1, out: expect.stringContaining('--key KEY') })
  const key = /key +([A-Za-z0-9_-]{43})/.exec(asked.out)?.[1] ?? ''
  expect(await run(b, 'import', 'market.jsonl', '--key', 'x'.repeat(43))).toMatchObject({ code: 1 })
  expect(await run(b, 'sources')).toEqual({ code: 0, out: '' })
  expect(await run(b, 'import', 'market.jsonl', '--key', key, '--name', 'HQ')).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('HQ  serial ') },
  })
  expect(await run(b, 'import', 'market.jsonl')).toMatchObject({ code: 0 })
  const text = await readFile(join(directory, 'market.jsonl'), 'utf8')
  await writeFile(join(directory, 'bent.jsonl'), text.replace('packages', 'packagez'))
  expect(await run(b, 'import', 'bent.jsonl')).toMatchObject({ code: 1, out: expect.stringContaining('altered') })
  expect(await run(b, 'look', 'HQ')).toMatchObject({ code: 1, out: expect.stringContaining('no address') })
  expect(await run(b, 'look', 'Nobody')).toMatchObject({ code: 1, out: expect.stringContaining('Nobody') })
})

test('what the command line does not understand is said', () => {
  for (const args of [['export'], ['import'], ['look'], ['sources', 'x'], ['import', 'x', '--key', 'short']])
    expect(readArguments(['market', ...args])).toMatchObject({ kind: 'wrong' })
  expect(readArguments(['market', 'waiting'])).toMatchObject({ kind: 'market' })
})
