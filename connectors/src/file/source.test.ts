import { appendFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { SourceConfig } from '@sluice/contract'
import { expect, test } from 'vitest'
import file from './index.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal
const rows = Array.from({ length: 50 }, (_, index) => `${index},a\n`).join('')

async function open(context: ReturnType<typeof createTestContext>) {
  const connection = await file.open({ place: 'directory', directory: context.directory }, context)
  const config = SourceConfig.parse({ connector_id, resource: 'a.csv', key: ['id'] })
  const source = await connection.openSource?.(config)
  const read = (cursor: string | null) =>
    source?.read({ cursor, window: null, pageSize: 10, signal })[Symbol.asyncIterator]()
  return { connection, source, read }
}

test('a file that is replaced while it is read, or before it is read on, is noticed', async () => {
  const context = createTestContext({ sleep: async () => undefined })
  const path = join(context.directory, 'a.csv')
  await writeFile(path, `id,n\n${rows}`)
  const before = await open(context)
  const pages = before.read(null)
  const first = await pages?.next()
  await writeFile(`${path}.new`, `id,n\n${rows}`)
  await utimes(`${path}.new`, 1, 1)
  await rename(`${path}.new`, path)
  await expect(pages?.next()).rejects.toMatchObject({ code: 'source.changed' })
  const after = await open(context)
  await expect(after.read(first?.value?.cursor ?? null)?.next()).rejects.toMatchObject({ code: 'source.changed' })
  await context.dispose()
})

test('a file that has just changed is waited for, and one that still changes is tried again later', async () => {
  let meanwhile = async () => undefined as unknown
  const context = createTestContext({ sleep: async () => void (await meanwhile()) })
  const path = join(context.directory, 'a.csv')
  await writeFile(path, `id,n\n${rows}`)
  meanwhile = () => appendFile(path, '99,half of a ro')
  const told = { code: 'source.unsettled', retry: 'later' }
  await expect((await open(context)).read(null)?.next()).rejects.toMatchObject(told)
  meanwhile = async () => undefined
  expect((await (await open(context)).read(null)?.next())?.value?.records).toHaveLength(10)
  await utimes(path, 1000, 1000)
  meanwhile = () => Promise.reject(new Error('nothing is waited for'))
  expect((await (await open(context)).read(null)?.next())?.value?.records).toHaveLength(10)
  await context.dispose()
})

test('a window is refused with the way out, not silently ignored', async () => {
  const context = createTestContext()
  await writeFile(join(context.directory, 'a.csv'), `id,n\n${rows}`)
  const { source } = await open(context)
  const window = { field: 'id', from: null, to: '9' }
  const pages = source?.read({ cursor: null, window, pageSize: 10, signal })[Symbol.asyncIterator]()
  await expect(pages?.next()).rejects.toThrow(/read as a whole/)
  await context.dispose()
})

test('a directory lists its readable files that match, newest first, and no hidden ones', async () => {
  const context = createTestContext()
  for (const [index, name] of ['a.csv', 'b.csv', 'c.exe', '.d.csv', 'e.jsonl'].entries()) {
    await writeFile(join(context.directory, name), 'id\n1\n')
    await utimes(join(context.directory, name), 1000 + index, 1000 + index)
  }
  const connection = await file.open({ place: 'directory', directory: context.directory, pattern: '*.csv' }, context)
  expect((await connection.discover()).map(resource => resource.id)).toEqual(['new-file', '/', 'b.csv', 'a.csv'])
  await expect(connection.describe('../a.csv', {})).rejects.toMatchObject({ code: 'resource.missing' })
  await context.dispose()
})
