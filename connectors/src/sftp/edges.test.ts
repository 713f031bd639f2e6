import { access, appendFile, mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadRequest, SourcePage } from '@sluice/connector-kit'
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
/** What happens while files are waited for. */
let meanwhile: () => Promise<void>
let context: TestContext
beforeEach(async () => {
  server = await startSftp(account)
  meanwhile = async () => undefined
  context = createTestContext({ sleep: () => meanwhile() })
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
async function openSource(resource: string, options: ParamValues = {}) {
  const source = await (await open()).openSource?.(SourceConfig.parse({ connector_id, resource, key: ['id'], options }))
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

/** Rows by their id, refused ones by code and file; then what was told beside them. */
async function look(options: ParamValues, asked: Partial<ReadRequest> = {}) {
  const source = await openSource('in/', options)
  const [rows, told]: [unknown[], string[]] = [[], []]
  const versions = new Set(await source.listVersions?.())
  for await (const { records, notices = [] } of source.read({
    cursor: null,
    window: null,
    pageSize: 1000,
    signal,
    ...asked,
  })) {
    rows.push(...records.map(each => (each.failure ? `${each.failure.code} ${each.data?.['_file']}` : each.data['id'])))
    told.push(...notices.map(({ text }) => text))
  }
  await source.close()
  return { rows, told, versions }
}
async function put(name: string | Buffer, id: number, seconds = 1000 + id): Promise<void> {
  const path = Buffer.concat([Buffer.from(`${server.directory}/in/`), Buffer.from(name)])
  await mkdir(join(server.directory, 'in'), { recursive: true })
  await writeFile(path, `{"id":${id}}\n`)
  await utimes(path, seconds, seconds)
}

test('what is left out of a folder is counted and told; a name that cannot be asked for is a refused row', async () => {
  await put('a.jsonl', 1)
  await put('b.jsonl.tmp', 2)
  await put('.c.jsonl', 3)
  await put('line\nbreak.jsonl', 4)
  await put(Buffer.from('latin \xfc.jsonl', 'latin1'), 5)
  await symlink('a.jsonl', join(server.directory, 'in/link.jsonl'))
  expect(await look({})).toMatchObject({
    rows: [1, 4, 'file.name latin �.jsonl'].map(row => (typeof row === 'number' ? row : row.replace(' ', ' in/'))),
    told: expect.arrayContaining([
      'Files left out because their ending is none that is read: 1 (in/b.jsonl.tmp).',
      'Hidden files and folders left out: 1 (in/.c.jsonl).',
      'Links and devices left out: 1 (in/link.jsonl).',
    ]),
  })
})

test('a file that is moved here with an older time than the window is read, and one that is known is not', async () => {
  await put('a.jsonl', 1, 2000)
  const { versions: seen } = await look({})
  await put('b.jsonl', 2, 1500)
  await put('a.jsonl', 3, 1900)
  const window = { field: '_modified', from: new Date(2_000_000).toISOString(), to: new Date(3_000_000).toISOString() }
  const told = await look({}, { window, seen })
  expect(told.rows).toEqual([2, 3])
  expect(told.told).toEqual([
    'Files read although their time is before the window, because they came later: 2 (in/b.jsonl, in/a.jsonl).',
  ])
  expect((await look({}, { window, seen: told.versions })).rows).toEqual([])
  expect((await look({}, { window })).rows).toEqual([])
})

test('a file that is still being written is waited for, and is a refused row while it grows', async () => {
  const now = Date.now() / 1000
  await put('a.jsonl', 1, now - 10)
  await put('b.jsonl', 2, now - 10)
  meanwhile = () => appendFile(join(server.directory, 'in/b.jsonl'), '{"id":3}\n')
  expect((await look({})).rows).toEqual([1, 'file.unsettled in/b.jsonl'])
  meanwhile = async () => undefined
  expect((await look({})).rows).toEqual([1, 2, 3])
})

test('with a marker only files that have theirs are read, and the others are told', async () => {
  await put('a.jsonl', 1)
  await put('b.jsonl', 2)
  await put('a.jsonl.done', 0)
  const options = { ready_marker: '.done' }
  expect(await look(options)).toMatchObject({
    rows: [1],
    told: ['Files left out because their marker is not there yet: 1 (in/b.jsonl).'],
  })
  await rename(join(server.directory, 'in/a.jsonl.done'), join(server.directory, 'in/b.jsonl.done'))
  expect((await look(options)).rows).toEqual([2])
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
