import type { Connector } from '@sluice/connector-kit'
import { type ConformanceOptions, openProxy, testConnector } from '@sluice/connector-kit/conformance'
import { formatBatch } from '@sluice/connector-kit/files'
import type { Data } from '@sluice/contract'
import imap from './index.ts'
import { account, type ImapServer, isInstalled, type Mail, startImap } from './testing.ts'

let server: ImapServer
let next = 1

let writes = 0
let isHushed = false
/** Counts what is sent to the server; the first line after `isHushed` is one that never answers. */
const counted: Connector = {
  ...imap,
  open: (values, lent) =>
    imap.open(values, {
      ...lent,
      egress: {
        fetch: lent.egress.fetch,
        dial: async (host, port, options) => {
          const proxy = isHushed ? await openProxy(port) : null
          isHushed = false
          proxy?.hush(true)
          const socket = await lent.egress.dial(host, proxy?.port ?? port, options)
          socket.once('close', () => void proxy?.close())
          const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
          socket.write = (...args: unknown[]) => {
            writes += 1
            return write(...args)
          }
          return socket
        },
      },
    }),
}

function makeOptions(security: 'off' | 'starttls' | 'tls'): Omit<ConformanceOptions, 'source'> {
  return {
    connector: counted,
    isReachable: async () => isInstalled(),
    prepare: async () => {
      server = await startImap()
      const port = security === 'tls' ? server.tlsPort : server.port
      const { ca, close } = server
      return {
        params: { host: '127.0.0.1', port, ...account, security, ...(security === 'off' ? {} : { ca }) },
        dispose: close,
      }
    },
    wrong: [
      { title: 'the port', change: { port: 1 }, step: 'network' },
      { title: 'the password', change: { password: 'other-canary-17' }, step: 'auth' },
      { title: 'the encryption', change: { security: security === 'tls' ? 'starttls' : 'tls' }, step: 'protocol' },
      ...(security === 'off' ? [] : [{ title: 'the authority', change: { ca: '' }, step: 'protocol' }]),
    ],
  }
}

const source = {
  missing: '没有 folder 7',
  countRequests: () => writes,
  slow: async () => {
    isHushed = true
    return { resource: 'INBOX' }
  },
}

// Mails as records.
const COUNT = 53
let folders = 0
const given = async () => {
  folders += 1
  const folder = `订单/Mails ${folders}`
  const mails = Array.from({ length: COUNT }, (_, index) => makeMail(index + 1))
  const validity = await server.put(folder, mails)
  return {
    place: { resource: folder },
    records: mails.map((mail, index) => toExpected(mail, index + 1, folder, validity)),
  }
}

testConnector({
  ...makeOptions('tls'),
  source: { ...source, given, windowField: 'received_at', readState: place => server.readFlags(place.resource) },
})
testConnector({
  ...makeOptions('starttls'),
  source: { ...source, given, windowField: 'id' },
})

// Rows of their attachments: values are those of a JSON Lines file.
testConnector({
  ...makeOptions('off'),
  source: {
    ...source,
    put: async records => {
      const resource = `rows ${next++}`
      const groups = Map.groupBy(records, record => Math.floor(Number(record['id']) / 10))
      const mails: Mail[] = [{ source: makeMail(0).source }]
      for (const held of groups.values()) mails.push({ source: await attach(held) })
      await server.put(resource, mails)
      return { resource, options: { content: 'attachments' } }
    },
    knowsKey: false,
    guessesTypes: true,
  },
})

async function attach(records: readonly Data[]): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of formatBatch(records, { name: '', format: 'jsonl', encoding: 'utf-8' })) chunks.push(chunk)
  const base64 = Buffer.concat(chunks).toString('base64').replace(/.{76}/g, '$&\r\n')
  return [
    'From: a@example.com',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'attached',
    '--B',
    'Content-Type: application/octet-stream; name=rows.jsonl',
    'Content-Disposition: attachment; filename=rows.jsonl',
    'Content-Transfer-Encoding: base64',
    '',
    base64,
    '--B--',
    '',
  ].join('\r\n')
}

function makeMail(id: number): Mail {
  const source = [
    `Message-ID: <${id}@example.com>`,
    `Date: ${new Date(timeOf(id)).toUTCString()}`,
    'From: =?UTF-8?B?5byg5LiJ?= <zhang@example.com>',
    'To: one@example.com, "Two, the second" <two@example.com>',
    `Subject: =?UTF-8?Q?=E8=AE=A2=E5=8D=95?= ${id}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    `订单 ${id}`,
    'second line',
  ].join('\r\n')
  return { source: Buffer.from(source), received: new Date(timeOf(id)), flags: id % 2 === 0 ? ['\\Seen'] : [] }
}

const timeOf = (id: number): number => Date.UTC(2024, 0, 1, 23, 59) + id * 1000

const toExpected = ({ source: bytes }: Mail, id: number, folder: string, validity: string): Data => ({
  id: `${validity.padStart(10, '0')}:${String(id).padStart(10, '0')}`,
  uid: id,
  folder,
  message_id: `<${id}@example.com>`,
  in_reply_to: null,
  date: new Date(timeOf(id)).toISOString(),
  received_at: new Date(timeOf(id)).toISOString(),
  from: '张三 <zhang@example.com>',
  from_address: 'zhang@example.com',
  reply_to: '张三 <zhang@example.com>',
  to: 'one@example.com, "Two, the second" <two@example.com>',
  cc: null,
  subject: `订单 ${id}`,
  text: `订单 ${id}\nsecond line`,
  html: null,
  is_seen: id % 2 === 0,
  size_bytes: bytes.length,
  attachments: [],
})
