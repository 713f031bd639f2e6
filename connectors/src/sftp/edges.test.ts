import { access, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourcePage } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, SourceConfig, TargetConfig, type TestStep } from '@sluice/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import sftp from './index.ts'
import { makeKeyPair, type SftpServer, startSftp } from './testing.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal
const pair = makeKeyPair({ passphrase: 'canary-phrase', cipher: 'aes256-ctr', rounds: 4 })
const account = { username: 'sluice', password: 'canary-sftp-7781', publicKey: pair.public }

let server: SftpServer
let context: TestContext
beforeEach(async () => {
  server = await startSftp(account)
  context = createTestContext()
})
afterEach(async () => {
  await context.dispose()
  await server.close()
})

function open(change: ParamValues = {}) {
  const { port, fingerprint } = server
  const { username, password } = account
  return sftp.open({ host: '127.0.0.1', port, fingerprint, username, password, ...change }, context)
}
async function testSteps(change: ParamValues): Promise<TestStep[]> {
  const steps: TestStep[] = []
  for await (const step of (await open(change)).test()) steps.push(step)
  return steps
}
async function openSource(resource: string) {
  const source = await (await open()).openSource?.(SourceConfig.parse({ connector_id, resource, key: ['id'] }))
  if (!source) throw new Error('opening a source: there is none')
  return source
}
async function readAll(resource: string): Promise<Data[]> {
  const source = await openSource(resource)
  const pages: SourcePage[] = []
  try {
    for await (const page of source.read({ cursor: null, window: null, pageSize: 1000, signal })) pages.push(page)
  } finally {
    await source.close()
  }
  return pages.flatMap(page => page.records.flatMap(({ data }) => (data ? [data] : [])))
}
async function write(records: readonly Data[]) {
  const options = { format: 'jsonl', folder: 'out' }
  const config = TargetConfig.parse({ connector_id, resource: 'new-file', options })
  const target = await (await open()).openTarget?.(config)
  const batch = records.map((data, index) => ({ data, idempotencyKey: String(index) }))
  try {
    return (await target?.write(batch, signal)) ?? []
  } finally {
    await target?.close()
  }
}

test('the first test shows the host key and sends nothing; once entered it is kept, and a changed one is refused', async () => {
  const first = (await testSteps({ fingerprint: '' })).at(-1)
  expect(first).toMatchObject({ name: 'protocol', ok: false, error: { code: 'connector.hostKey' } })
  expect(first?.error?.repair).toBe(server.fingerprint)
  const known = await testSteps({ fingerprint: first?.error?.repair ?? '' })
  expect(known.every(step => step.ok)).toBe(true)
  await server.changeKey()
  const changed = (await testSteps({ fingerprint: server.fingerprint })).at(-1)
  expect(changed).toMatchObject({ name: 'protocol', ok: false, error: { code: 'connector.hostKey' } })
  expect(changed?.error?.message).not.toContain(server.fingerprint)
  const before = server.requests.length
  await expect(write([{ id: 1 }])).rejects.toMatchObject({ code: 'connector.hostKey', retry: 'never' })
  expect(server.requests.length).toBe(before)
})

test('a private key signs in by its passphrase; a wrong one, and a text that is no key, are named without a word of it', async () => {
  const key = { sign_in: 'key', password: null, private_key: pair.private, passphrase: 'canary-phrase' }
  expect((await testSteps(key)).every(step => step.ok)).toBe(true)
  for (const change of [{ passphrase: 'another-canary' }, { private_key: 'no key at all canary' }]) {
    const last = (await testSteps({ ...key, ...change })).at(-1)
    expect(last).toMatchObject({ name: 'auth', ok: false, error: { code: 'connector.auth' } })
    expect(JSON.stringify(last)).not.toContain('canary')
  }
})

test('a folder is read with its folders, by time, without hidden files', async () => {
  await mkdir(join(server.directory, 'in/deep'), { recursive: true })
  for (const [at, name] of ['in/deep/b.jsonl', 'in/a.jsonl', 'in/.hidden.jsonl', 'in/note.bin'].entries()) {
    await writeFile(join(server.directory, name), `{"id":${at}}\n`)
    await utimes(join(server.directory, name), 1000 + at, 1000 + at)
  }
  expect(await readAll('in/')).toEqual([{ id: 0 }, { id: 1 }])
  const resources = await (await open()).discover()
  expect(resources.map(each => each.id)).toEqual(['new-file', '/', 'in/', 'in/deep/', 'in/a.jsonl', 'in/deep/b.jsonl'])
  await expect(readAll('../etc/a.csv')).rejects.toMatchObject({ code: 'resource.missing' })
})

test('a large file arrives whole; one whose line breaks halfway is a failure that may heal', async () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => `${id},${'x'.repeat(100)}\n`).join('')
  await writeFile(join(server.directory, 'big.csv'), `id,n\n${rows}`)
  expect((await readAll('big.csv')).map(record => record['id'])).toEqual(
    Array.from({ length: 20_000 }, (_, id) => `${id}`),
  )
  server.faults.cutAt = 'READ'
  await expect(readAll('big.csv')).rejects.toMatchObject({ code: 'connector.broken', retry: 'later' })
})

test('a file is renamed when it is whole: broken before, nothing is there and it may be tried again', async () => {
  server.faults.cutAt = 'RENAME'
  const told = await write([{ id: 1 }]).catch((error: unknown) => error)
  const names = await readdir(join(server.directory, 'out'))
  expect(names.filter(name => !name.startsWith('.'))).toEqual([])
  // Whether the server has the request is not known when the line breaks, so nothing is repeated by itself.
  expect(told).toEqual([expect.objectContaining({ kind: 'unknown' })])
  server.faults.cutAt = 'WRITE'
  await expect(write([{ id: 1 }])).rejects.toMatchObject({ code: 'connector.broken', retry: 'later' })
})

test('a renaming whose answer is lost is looked for: the file is there, so it is written', async () => {
  server.faults.cutAfter = 'RENAME'
  expect(await write([{ id: 1 }])).toEqual([expect.objectContaining({ kind: 'written' })])
  const [name = ''] = await readdir(join(server.directory, 'out'))
  expect(await readFile(join(server.directory, 'out', name), 'utf8')).toBe('{"id":1}\n')
})

test('a directory that may not be written fails the batch by name and leaves nothing behind', async () => {
  await mkdir(join(server.directory, 'out'))
  server.faults.denied = 'OPEN'
  await expect(write([{ id: 1 }])).rejects.toMatchObject({ code: 'connector.permission', retry: 'never' })
  await access(join(server.directory, 'out'))
  expect(await readdir(join(server.directory, 'out'))).toEqual([])
})
