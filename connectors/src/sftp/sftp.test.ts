import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ConformanceOptions, testConnector } from '@sluice/connector-kit/conformance'
import { formatBatch } from '@sluice/connector-kit/files'
import { Bytes, type Data, parseJson, toJson, toText, type Value } from '@sluice/contract'
import { parse } from 'csv-parse/sync'
import sftp from './index.ts'
import { type SftpServer, startSftp } from './testing.ts'

const account = { username: 'sluice', password: 'canary-sftp-7781' }
let server: SftpServer
let next = 1

for (const format of ['jsonl', 'csv'] as const) testConnector(makeOptions(format))

/** Of the file that holds the record with an id: ten in each. */
const timeOf = (record: Data): number => Date.UTC(2024, 0, 1) + groupOf(record) * 1000
const groupOf = (record: Data): number => Math.floor(Number(record['id']) / 10)

const { target: _, source, ...folder } = makeOptions('jsonl')
testConnector({
  ...folder,
  source: {
    ...source,
    put: async records => {
      const resource = `many ${next++}/`
      await mkdir(join(server.directory, resource))
      for (const [group, held] of Map.groupBy(records, groupOf)) {
        const path = join(server.directory, resource, `${group}.jsonl`)
        const seconds = timeOf(held[0]!) / 1000 // a group has one
        await writeFile(path, held.map(record => `${toJson(record)}\n`).join(''))
        await utimes(path, seconds, seconds)
      }
      return { resource }
    },
    isDiscovered: false,
    windowField: '_modified',
    bound: record => new Date(timeOf(record)).toISOString(),
  },
})

function makeOptions(format: 'jsonl' | 'csv'): ConformanceOptions {
  const expected = (record: Data): Data =>
    format === 'jsonl'
      ? record
      : Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toCsv(value)]))
  const save = async (path: string, chunks: readonly Buffer[]): Promise<void> => {
    await mkdir(dirname(join(server.directory, path)), { recursive: true })
    await writeFile(join(server.directory, path), Buffer.concat(chunks))
    // Old enough to be whole.
    await utimes(join(server.directory, path), 1000, 1000)
  }
  return {
    connector: sftp,
    prepare: async () => {
      server = await startSftp(account)
      const { port, fingerprint } = server
      return { params: { host: '127.0.0.1', port, fingerprint, ...account }, dispose: () => server.close() }
    },
    wrong: [
      { title: 'the port', change: { port: 1 }, step: 'network' },
      { title: 'the password', change: { password: 'other-canary-17' }, step: 'auth' },
      { title: 'the host key', change: { fingerprint: `SHA256:${'A'.repeat(43)}` }, step: 'protocol' },
      { title: 'the directory', change: { directory: '/not/there' }, step: 'permission' },
    ],
    source: {
      put: async (records, fields) => {
        const resource = `put ${next++}/a.${format}`
        const header = `${fields.map(field => field.name).join(',')}\n`
        const isEmptyCsv = records.length === 0 && format === 'csv'
        const chunks: Buffer[] = isEmptyCsv ? [Buffer.from(header)] : []
        if (!isEmptyCsv)
          for await (const chunk of formatBatch(records, { name: '', format, encoding: 'utf-8' })) chunks.push(chunk)
        await save(resource, chunks)
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
        await save('slow.jsonl', [Buffer.from('{"id":1}\n')])
        server.faults.silentAt = 'OPEN'
        return { resource: 'slow.jsonl' }
      },
    },
    target: {
      prepare: async () => ({ resource: 'new-file', options: { name: 'out', folder: `made-${next++}/deep`, format } }),
      readBack: async ({ options = {} }) => {
        const place = join(server.directory, String(options['folder']))
        const names = (await readdir(place).catch(() => [])).filter(name => !name.startsWith('.'))
        const files = await Promise.all(names.map(name => readFile(join(place, name))))
        return files.flatMap(readBack)
      },
      expected,
      ...(format === 'csv' ? { spoil: record => ({ ...record, name: 'half \ud800' }) } : {}),
    },
  }

  function readBack(bytes: Buffer): Data[] {
    if (format === 'csv') return parse(bytes, { bom: true, columns: true }) as Data[]
    const lines = bytes.toString().split('\n')
    return lines.filter(line => line !== '').map(line => parseJson(line) as Data) // written by us
  }
}

const toCsv = (value: Value): Value => (value instanceof Bytes ? value.base64 : toText(value))
