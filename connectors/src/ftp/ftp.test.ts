import { chmod, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Connector } from '@sluice/connector-kit'
import { type ConformanceOptions, type TargetPlace, testConnector } from '@sluice/connector-kit/conformance'
import { formatBatch } from '@sluice/connector-kit/files'
import { Bytes, type Data, parseJson, toJson, toText, type Value } from '@sluice/contract'
import { parse } from 'csv-parse/sync'
import ftp from './index.ts'
import { account, type FtpServer, isInstalled, startFtp } from './testing.ts'

let server: FtpServer
let next = 1

/** The server works as another user, and its folders are anybody's. */
async function save(path: string, content: string | Buffer): Promise<string> {
  const whole = join(server.directory, path)
  await mkdir(dirname(whole), { recursive: true, mode: 0o777 })
  await chmod(dirname(whole), 0o777)
  await writeFile(whole, content, { mode: 0o666 })
  // Old enough to be whole.
  await utimes(whole, 1000, 1000)
  return whole
}

let dials = 0
/** Each list and each file is a line of its own. */
const counted: Connector = {
  ...ftp,
  open: (values, lent) =>
    ftp.open(values, {
      ...lent,
      egress: {
        fetch: lent.egress.fetch,
        dial: (host, port, options) => {
          dials += 1
          return lent.egress.dial(host, port, options)
        },
      },
    }),
}

testConnector(makeOptions({}))

/** Of the file that holds the record with an id: ten in each. */
const timeOf = (record: Data): number => Date.UTC(2024, 0, 1) + groupOf(record) * 1000
const groupOf = (record: Data): number => Math.floor(Number(record['id']) / 10)

// The same over an encrypted line, with folders and their increments.
const encrypted = makeOptions({ tls: 'verify' })
testConnector({
  ...encrypted,
  wrong: [{ title: 'the authority', change: { ca: '' }, step: 'protocol' }],
  target: {
    prepare: async () => ({ resource: 'new-file', options: { name: 'out', folder: `csv-${next++}`, format: 'csv' } }),
    readBack: async place =>
      (await readFiles(place)).flatMap(text => parse(text, { bom: true, columns: true }) as Data[]),
    expected: record => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toCsv(value)])),
    spoil: record => ({ ...record, name: 'half \ud800' }),
  },
  source: {
    ...encrypted.source,
    put: async records => {
      const resource = `many ${next++}/`
      await save(`${resource}.keep`, '')
      for (const [group, held] of Map.groupBy(records, groupOf)) {
        const path = await save(`${resource}${group}.jsonl`, held.map(record => `${toJson(record)}\n`).join(''))
        const seconds = timeOf(held[0]!) / 1000 // a group has one
        await utimes(path, seconds, seconds)
      }
      return { resource }
    },
    isDiscovered: false,
    windowField: '_modified',
    bound: record => new Date(timeOf(record)).toISOString(),
  },
})

function makeOptions(line: { tls?: 'verify' }): ConformanceOptions {
  return {
    connector: counted,
    isReachable: async () => isInstalled(),
    prepare: async () => {
      server = await startFtp()
      const { port, ca, close } = server
      return { params: { host: '127.0.0.1', port, ...account, ...line, ...(line.tls ? { ca } : {}) }, dispose: close }
    },
    wrong: [
      { title: 'the port', change: { port: 1 }, step: 'network' },
      { title: 'the password', change: { password: 'other-canary-17' }, step: 'auth' },
      { title: 'the encryption', change: { tls: 'require', implicit: true }, step: 'protocol' },
      { title: 'the directory', change: { directory: '/not/there' }, step: 'permission' },
    ],
    source: {
      put: async records => {
        const chunks: Buffer[] = []
        for await (const chunk of formatBatch(records, { name: '', format: 'jsonl', encoding: 'utf-8' }))
          chunks.push(chunk)
        const resource = `put ${next++}/a.jsonl`
        await save(resource, Buffer.concat(chunks))
        return { resource }
      },
      knowsKey: false,
      guessesTypes: true,
      missing: 'gone.jsonl',
      countRequests: () => dials,
      slow: async () => {
        const row = `{"id":1,"text":"${'x'.repeat(1000)}"}\n`
        await save('slow.jsonl', row.repeat(6000))
        return { resource: 'slow.jsonl' }
      },
    },
    target: {
      prepare: async () => ({
        resource: 'new-file',
        options: { name: 'out', folder: `made-${next++}/deep`, format: 'jsonl' },
      }),
      readBack: async place =>
        (await readFiles(place)).flatMap(
          text =>
            text
              .split('\n')
              .filter(line => line !== '')
              .map(each => parseJson(each) as Data), // written by us
        ),
    },
  }
}

async function readFiles({ options = {} }: TargetPlace): Promise<string[]> {
  const place = join(server.directory, String(options['folder']))
  const names = (await readdir(place).catch(() => [])).filter(name => !name.startsWith('.'))
  return Promise.all(names.map(name => readFile(join(place, name), 'utf8')))
}

const toCsv = (value: Value): Value => (value instanceof Bytes ? value.base64 : toText(value))
