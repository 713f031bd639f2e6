import { zstdDecompressSync } from 'node:zlib'
import { type Data, parseJson } from '@sluice/contract'
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import type { ExportColumn, ExportKind } from './export-column.ts'
import { type ExportOptions, widenKind, writeExport } from './write-export.ts'

async function* listRows(texts: Iterable<string>): AsyncGenerator<Data> {
  for (const text of texts) yield parseJson(text) as Data // objects, as the test writes them
}

async function write(options: ExportOptions, texts: Iterable<string>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of writeExport(options, listRows(texts))) parts.push(part)
  return Buffer.concat(parts)
}

const read = (bytes: Buffer) =>
  parquetReadObjects({ file: new Uint8Array(bytes).buffer, compressors: { ZSTD: part => zstdDecompressSync(part) } })

const columns: readonly ExportColumn[] = [
  { name: 'n', kind: 'int' },
  { name: 'ok', kind: 'boolean' },
  { name: 'd', kind: 'text' },
]

test('Parquet has whole numbers and truth as such, and everything else as text without a digit lost', async () => {
  const rows = ['{"n":9007199254740993,"ok":true,"d":0.10}', '{"n":null,"d":{"a":[1.50]}}', '{"d":""}']
  expect(await read(await write({ format: 'parquet', columns }, rows))).toEqual([
    { n: 9007199254740993n, ok: true, d: '0.10' },
    { n: null, ok: null, d: '{"a":[1.50]}' },
    { n: null, ok: null, d: '' },
  ])
})

test('Parquet of more rows than fit a group, and of none, is whole', async () => {
  const many = Array.from({ length: 25_001 }, (_, at) => `{"n":${at}}`)
  const rows = await read(await write({ format: 'parquet', columns }, many))
  expect(rows.length).toBe(25_001)
  expect(rows.at(-1)).toEqual({ n: 25_000n, ok: null, d: null })
  expect(await read(await write({ format: 'parquet', columns }, []))).toEqual([])
})

test.each([
  ['1', 'int'],
  ['9223372036854775807', 'int'],
  ['9223372036854775808', 'text'],
  ['-0', 'text'],
  ['1.0', 'text'],
  ['true', 'boolean'],
  ['"1"', 'text'],
] as [string, ExportKind][])('a column of %s is %s, of that and a text it is text', (text, kind) => {
  const first = widenKind(undefined, parseJson(text))
  expect([first, widenKind(first, null), widenKind(first, 'x')]).toEqual([kind, kind, 'text'])
})

test('a sheet takes no more rows than it holds, and says what to choose', async () => {
  function* tooMany(): Generator<string> {
    for (let row = 0; row <= 1_048_575; row += 1) yield '{}'
  }
  await expect(write({ format: 'xlsx', columns: [] }, tooMany())).rejects.toMatchObject({ code: 'export.rows' })
})
