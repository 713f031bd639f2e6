import { type ConformanceOptions, testConnector } from '@sluice/connector-kit/conformance'
import { formatBatch } from '@sluice/connector-kit/files'
import { Bytes, type Data, parseJson, toJson, toText, type Value } from '@sluice/contract'
import { parse } from 'csv-parse/sync'
import s3 from './index.ts'
import { type S3Server, startS3 } from './testing.ts'

const account = { bucket: 'exchange', region: 'eu-west-1', accessKey: 'AKCANARY', secretKey: 'secret/canary+7781' }
const ROOT = 'sluice tests/東'
let server: S3Server
let next = 1

for (const format of ['jsonl', 'csv'] as const) testConnector(makeOptions(format))

/** Of the object that holds the record with an id: ten in each. */
const timeOf = (record: Data): number => Date.UTC(2024, 0, 1) + groupOf(record) * 1000
const groupOf = (record: Data): number => Math.floor(Number(record['id']) / 10)

const { target: _, source, ...folder } = makeOptions('jsonl')
testConnector({
  ...folder,
  source: {
    ...source,
    put: async records => {
      const resource = `many ${next++}/`
      for (const [group, held] of Map.groupBy(records, groupOf))
        server.put(
          `${ROOT}/${resource}${group}.jsonl`,
          held.map(record => `${toJson(record)}\n`).join(''),
          timeOf(held[0]!),
        ) // a group has one
      return { resource }
    },
    isDiscovered: false,
    missing: null,
    windowField: '_modified',
    bound: record => new Date(timeOf(record)).toISOString(),
  },
})

function makeOptions(format: 'jsonl' | 'csv'): ConformanceOptions {
  const expected = (record: Data): Data =>
    format === 'jsonl'
      ? record
      : Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toCsv(value)]))
  return {
    connector: s3,
    prepare: async () => {
      server = await startS3(account)
      const { bucket, region, accessKey: access_key, secretKey: secret_key } = account
      const params = { endpoint: server.url, bucket, region, access_key, secret_key, prefix: ROOT }
      return { params, dispose: () => server.close() }
    },
    wrong: [
      { title: 'the port', change: { endpoint: 'http://127.0.0.1:1' }, step: 'network' },
      { title: 'the access key', change: { access_key: 'AKOTHER' }, step: 'auth' },
      { title: 'the secret key', change: { secret_key: 'other-canary-17' }, step: 'auth' },
      { title: 'the bucket', change: { bucket: 'no-such-bucket' }, step: 'permission' },
    ],
    source: {
      put: async (records, fields) => {
        const resource = `put ${next++}/a+b.${format}`
        const names = fields.map(field => field.name)
        const bytes = await collect(records.length === 0 && format === 'csv' ? toHeader(names) : toFile(records))
        server.put(`${ROOT}/${resource}`, bytes)
        return { resource }
      },
      // A blank cell is null, and the other reader knows no null.
      expected: record =>
        Object.fromEntries(
          Object.entries(expected(record)).map(([name, value]) => [name, record[name] === null ? null : value]),
        ),
      knowsKey: false,
      guessesTypes: true,
      missing: `gone.${format}`,
      countRequests: () => server.requests.length,
      slow: async () => {
        server.put(`${ROOT}/slow.jsonl`, '{"id":1}\n')
        server.faults.push('silent')
        return { resource: 'slow.jsonl' }
      },
    },
    target: {
      prepare: async () => ({ resource: 'new-file', options: { name: 'out', folder: `made-${next++}`, format } }),
      readBack: async ({ options = {} }) =>
        [...server.objects]
          .filter(([key]) => key.startsWith(`${ROOT}/${String(options['folder'])}/`))
          .flatMap(([, { bytes }]) => readBack(bytes)),
      expected,
      ...(format === 'csv' ? { spoil: record => ({ ...record, name: 'half \ud800' }) } : {}),
    },
  }

  function toFile(records: readonly Data[]): AsyncIterable<Buffer> {
    return formatBatch(records, { name: '', format, encoding: 'utf-8' })
  }

  function readBack(bytes: Buffer): Data[] {
    if (format === 'csv') return parse(bytes, { bom: true, columns: true }) as Data[]
    const lines = bytes.toString().split('\n')
    return lines.filter(line => line !== '').map(line => parseJson(line) as Data) // written by us
  }
}

const toCsv = (value: Value): Value => (value instanceof Bytes ? value.base64 : toText(value))

async function* toHeader(names: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${names.join(',')}\n`)
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const held: Buffer[] = []
  for await (const chunk of chunks) held.push(chunk)
  return Buffer.concat(held)
}
