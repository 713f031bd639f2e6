import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { openReader, type SourceOptions } from '@sluice/connector-kit/files'
import { type Data, Failure, isData, parseJson, toJson, type Value } from '@sluice/contract'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExportOptions, writeExport } from './write-export.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-export-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const options: SourceOptions = {
  format: 'auto',
  header: true,
  skip_rows: 0,
  with_row_number: false,
  encoding: 'auto',
  delimiter: ',',
  blank: 'null',
  guarded: true,
  error_cells: 'refuse',
  merged_cells: 'leave',
  leading_zeros: false,
}
const columns = ['id', 'a', 'b'].map(name => ({ name, kind: 'text' as const }))

async function* each(rows: readonly Data[]): AsyncGenerator<Data> {
  yield* rows
}

/** null: what cannot be in such a file is refused by name, and never written otherwise. */
async function write(format: ExportOptions, rows: readonly Data[]): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of writeExport(format, each(rows))) parts.push(part)
  } catch (error) {
    if (error instanceof Failure && error.message.length > 20) return null
    throw error
  }
  return Buffer.concat(parts)
}

async function readBack(name: string, bytes: Buffer, more: Partial<SourceOptions>): Promise<unknown[]> {
  const path = join(directory, name)
  await writeFile(path, bytes)
  const file = { id: name, path, name, sizeBytes: bytes.length, modifiedMs: 0 }
  const reader = await openReader(file, null, { ...options, ...more }, [])
  const found: unknown[] = []
  for await (const rows of reader.read()) found.push(...rows.map(({ record }) => record.data ?? record.failure))
  return found
}

const tricky = [
  '',
  ' ',
  "'",
  "'=1",
  '=1+1',
  '+1',
  '-5',
  '"',
  '""',
  'a,b',
  'x\r\ny',
  '\r',
  'NULL',
  '007',
  '1E3',
  '_x0041_',
]
const text = fc.oneof(fc.constantFrom(...tricky), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
const cell = fc.option(text, { freq: 4 })
const rowsOf = (value: fc.Arbitrary<Value>) =>
  fc
    .array(fc.record({ a: value, b: value }), { maxLength: 8 })
    .map(list => list.map(({ a, b }, at): Data => ({ id: String(at), a, b })))

test.each<[ExportOptions, string, Partial<SourceOptions>]>([
  [{ format: 'csv', columns }, 'export.csv', {}],
  [{ format: 'csv', columns, encoding: 'gbk' }, 'gbk.csv', { encoding: 'gb18030' }],
  [{ format: 'xlsx', columns }, 'export.xlsx', {}],
])('texts, empty ones and nulls of an export come back through our own reader: %j', async (format, name, more) => {
  let written = 0
  await fc.assert(
    fc.asyncProperty(rowsOf(cell), async rows => {
      const bytes = await write(format, rows)
      if (bytes === null) return
      written += 1
      expect(await readBack(name, bytes, more)).toEqual(rows)
    }),
    { numRuns: 120 },
  )
  expect(written).toBeGreaterThan(60)
})

test('any JSON of an export to JSON Lines comes back, with every digit', async () => {
  const number = fc.oneof(fc.constantFrom('1.10', '9007199254740993', '-0', '1e400'), fc.bigInt().map(String))
  const value = fc.oneof(fc.json(), number).map(source => parseJson(source))
  await fc.assert(
    fc.asyncProperty(rowsOf(value), async rows => {
      const bytes = await write({ format: 'jsonl', columns }, rows)
      if (bytes === null) return
      expect(toJson((await readBack('export.jsonl', bytes, {})) as Value[])).toBe(toJson(rows.filter(isData)))
    }),
    { numRuns: 120 },
  )
})

test('texts of an export to Parquet come back', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf(fc.option(fc.string({ unit: 'grapheme' }))), async rows => {
      const bytes = await write({ format: 'parquet', columns }, rows)
      const file = new Uint8Array(bytes ?? []).buffer
      expect(await parquetReadObjects({ file, compressors: { ZSTD: part => zstdDecompressSync(part) } })).toEqual(rows)
    }),
    { numRuns: 60 },
  )
})
