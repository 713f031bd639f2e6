import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConformanceOptions, testConnector } from '@sluice/connector-kit/conformance'
import { countDigits, formatBatch } from '@sluice/connector-kit/files'
import { Bytes, type Data, ExactNumber, type FieldSpec, parseJson, toJson, toText, type Value } from '@sluice/contract'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre'
import file from './index.ts'
import { writeDurably } from './write/finish-journal.ts'

/** What one format needs to be tested as source and target. */
interface FormatCase {
  readonly format: 'csv' | 'jsonl' | 'xlsx'
  write(path: string, records: readonly Data[], names: readonly string[]): Promise<void>
  /** By another program than ours. */
  read(content: Buffer): Promise<Data[]>
  expected(value: Value): Value
  spoil?(record: Data): Data
}

const toPlainText = (value: Value): Value => (value instanceof Bytes ? value.base64 : toText(value))
const toCell = (value: Value): Value => {
  if (value instanceof Bytes) return value.base64
  const isNumber = typeof value === 'number' || value instanceof ExactNumber
  return isNumber && countDigits(String(value)) > 15 ? String(value) : value
}
const quote = (value: Value): string => `"${String(toPlainText(value)).replaceAll('"', '""')}"`

const cases: readonly FormatCase[] = [
  {
    format: 'csv',
    write: (path, records, names) => {
      const rows = [names, ...records.map(record => names.map(name => record[name] ?? null))]
      return writeFile(path, rows.map(row => `${row.map(quote).join(',')}\n`).join(''))
    },
    read: async content => parse(content, { bom: true, columns: true }) as Data[],
    expected: toPlainText,
    spoil: record => ({ ...record, name: 'half \ud800' }),
  },
  {
    format: 'jsonl',
    write: (path, records) => writeFile(path, records.map(record => `${toJson(record)}\n`).join('')),
    read: async content =>
      content
        .toString()
        .split('\n')
        .filter(line => line !== '')
        .map(line => parseJson(line) as Data),
    expected: value => value,
  },
  {
    format: 'xlsx',
    write: (path, records, names) => {
      const first = records.length === 0 ? [Object.fromEntries(names.map(name => [name, null]))] : records
      return writeDurably(path, formatBatch(first, { name: '', format: 'xlsx' }))
    },
    read: async content => {
      const [header = [], ...rows] = (await readXlsx(content)).sheets[0]?.rows ?? []
      return rows.map(row => Object.fromEntries(header.map((name, at) => [String(name), (row[at] ?? null) as Value])))
    },
    expected: toCell,
    spoil: record => ({ ...record, name: 'x'.repeat(40_000) }),
  },
]

let next = 1
for (const each of cases) testConnector(makeOptions(each))

function makeOptions(each: FormatCase): ConformanceOptions {
  const expected = (record: Data): Data =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, each.expected(value)]))
  let directory = ''
  return {
    connector: file,
    prepare: async context => {
      directory = await mkdtemp(join(tmpdir(), 'sluice-file-'))
      context.allowDirectory(directory)
      const dispose = () => rm(directory, { recursive: true })
      return { params: { place: 'directory', directory, pattern: `*.${each.format}` }, dispose }
    },
    wrong: [
      { title: 'the directory', change: { directory: '/not/opened' }, step: 'directory' },
      { title: 'the upload', change: { place: 'upload', file: 'gone' }, step: 'file' },
    ],
    source: {
      put: async (records: readonly Data[], fields: readonly FieldSpec[]) => {
        const name = `put-${next++}.${each.format}`
        const path = join(directory, name)
        await each.write(
          path,
          records,
          fields.map(field => field.name),
        )
        // As if it had rested already: that a fresh file is waited for is shown in source.test.ts.
        const restedMs = Date.now() - 60_000
        await utimes(path, restedMs / 1000, restedMs / 1000)
        return { resource: each.format === 'xlsx' ? `${name}#Sheet1` : name }
      },
      expected,
      knowsKey: false,
      guessesTypes: true,
      missing: `gone.${each.format}`,
    },
    target: {
      prepare: async () => ({ resource: 'new-file', options: { name: `made-${next++}-end`, format: each.format } }),
      readBack: async place => {
        const names = (await readdir(directory)).filter(name => name.startsWith(String(place.options?.['name'])))
        const tables = await Promise.all(names.map(async name => each.read(await readFile(join(directory, name)))))
        return tables.flat()
      },
      expected: record => (each.format === 'xlsx' ? toHucre(expected(record)) : expected(record)),
      ...(each.spoil ? { spoil: each.spoil } : {}),
    },
  }
}

/** The other reader has doubles only; within 15 digits they are the same numbers. */
const toHucre = (record: Data): Data =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value instanceof ExactNumber ? Number(value.text) : value]),
  )
