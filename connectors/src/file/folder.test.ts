import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReadRequest } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { type ParamValues, SourceConfig } from '@sluice/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import file from './index.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal

let context: TestContext
let meanwhile: () => Promise<unknown>
beforeEach(() => {
  meanwhile = async () => undefined
  context = createTestContext({ sleep: async () => void (await meanwhile()) })
})
afterEach(() => context.dispose())

const open = () => file.open({ place: 'directory', directory: context.directory }, context)

async function put(name: string, content: string | Buffer, seconds: number): Promise<void> {
  const path = join(context.directory, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  await utimes(path, seconds, seconds)
}

/** The rows, refused ones as file and code; the last one's cursor of time; what was told beside them. */
async function read(resource: string, options: ParamValues = {}, asked: Partial<ReadRequest> = {}) {
  const config = SourceConfig.parse({ connector_id, resource, options, key: ['id'] })
  const source = await (await open()).openSource?.(config)
  if (!source) throw new Error('opening a source: there is none')
  const rows: unknown[] = []
  const told: string[] = []
  for await (const page of source.read({ cursor: null, window: null, pageSize: 2, signal, ...asked })) {
    rows.push(...page.records.map(({ data, failure }) => (failure ? [data?.['_file'], failure.code] : data)))
    told.push(...(page.notices ?? []).map(({ text }) => text))
  }
  await source.close()
  return { rows, told }
}

test('folders are sources beside their files, and one is read with those in it, by time', async () => {
  await put('2026/07/b.csv', 'id,n\n2,b\n', 2000)
  await put('2026/a.csv', 'id,n\n1,a\n', 1000)
  await put('c.jsonl', '{"id":3}\n', 3000)
  const ids = (await (await open()).discover()).map(({ id }) => id)
  expect(ids).toEqual(['new-file', '/', '2026/', '2026/07/', 'c.jsonl'])
  expect((await read('/')).rows).toEqual([{ id: '1', n: 'a' }, { id: '2', n: 'b' }, { id: 3 }])
  expect((await read('2026/07/')).rows).toEqual([{ id: '2', n: 'b' }])
  const fields = (await (await open()).describe('2026/', { with_file: true }, 'source')).fields.map(({ name }) => name)
  expect(fields).toEqual(['_file', '_modified', 'id', 'n'])
})

test('one bad file hides no other, and what is left out is told', async () => {
  await put('in/a.csv', 'id,n\n1,a\n', 1000)
  await put('in/b.csv', Buffer.from('id,n\n2,\xff\xfe\x00\x81\n', 'latin1'), 2000)
  await put('in/c.csv', '', 3000)
  await put('in/d.csv', 'id,n\n4,d\n', 4000)
  await put('in/e.bin', 'x', 5000)
  const { rows, told } = await read('in/', { with_file: true })
  expect(rows).toMatchObject([
    { id: '1' },
    ['in/b.csv', 'file.unread'],
    ['in/c.csv', 'file.unread'],
    { id: '4', _file: 'in/d.csv' },
  ])
  expect(told.join()).toContain('in/e.bin')
})

test('a link leads nowhere, in a list or by its name', async () => {
  const outside = join(tmpdir(), `sluice-outside-${process.pid}`)
  await mkdir(outside, { recursive: true })
  await writeFile(join(outside, 'secret.csv'), 'id,n\n9,canary\n')
  await put('in/a.csv', 'id,n\n1,a\n', 1000)
  await symlink(join(outside, 'secret.csv'), join(context.directory, 'in/linked.csv'))
  await symlink(outside, join(context.directory, 'in/way'))
  const { rows, told } = await read('in/')
  expect(rows).toEqual([{ id: '1', n: 'a' }])
  expect(told.join()).toContain('in/linked.csv')
  await expect(read('in/way/')).rejects.toMatchObject({ code: 'resource.missing', value: 'in/way/' })
  await expect(read('gone/')).rejects.toMatchObject({ code: 'file.access' })
  await expect(read('in/way/secret.csv')).rejects.toMatchObject({ code: 'resource.missing' })
})

test('increments go by the time of the last change, and one that is replaced meanwhile waits for the next run', async () => {
  await put('in/a.csv', 'id,n\n1,a\n', 1000)
  await put('in/b.csv', 'id,n\n2,b\n', 2000)
  const window = { field: '_modified', from: new Date(1_500_000).toISOString(), to: new Date(9_000_000).toISOString() }
  expect((await read('in/', { with_file: true }, { window })).rows).toMatchObject([{ id: '2' }])
  const nowSeconds = Math.floor(context.now() / 1000)
  await put('in/c.csv', 'id,n\n3,c\n', nowSeconds)
  meanwhile = async () => {
    await put('in/.c', 'id,n\n3,half', nowSeconds)
    await rename(join(context.directory, 'in/.c'), join(context.directory, 'in/c.csv'))
  }
  const { rows } = await read('in/', { with_file: true })
  expect(rows).toMatchObject([{ id: '1' }, { id: '2' }, ['in/c.csv', 'file.unsettled']])
})
