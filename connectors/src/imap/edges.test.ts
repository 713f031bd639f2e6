import { createServer } from 'node:net'
import type { SourcePage } from '@sluice/connector-kit'
import { createTestContext, openProxy, type TestContext } from '@sluice/connector-kit/conformance'
import { type Data, Failure, type ParamValues, type ReadWindow, SourceConfig, toFailure } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import imap from './index.ts'
import { account, type ImapServer, isInstalled, startImap } from './testing.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal
let context: TestContext
let server: ImapServer
beforeAll(async () => {
  if (isInstalled()) server = await startImap()
})
afterAll(() => server?.close())
beforeEach(() => {
  context = createTestContext()
})
afterEach(() => context.dispose())

interface Reading {
  readonly options?: ParamValues
  readonly window?: ReadWindow | null
  readonly cursor?: string | null
  readonly pageSize?: number
  readonly params?: ParamValues
  readonly fields?: readonly string[]
}

async function openSource(resource: string, { options = {}, params = {} }: Reading = {}) {
  const given = { host: '127.0.0.1', port: server.port, ...account, security: 'off', ...params }
  const connection = await imap.open(given, context)
  return connection.openSource!(SourceConfig.parse({ connector_id, resource, key: ['id'], options }))
}

async function readPages(resource: string, reading: Reading = {}) {
  const source = await openSource(resource, reading)
  const { cursor = null, window = null, pageSize = 1000, fields } = reading
  try {
    const pages: SourcePage[] = []
    const request = { cursor, window, pageSize, signal, ...(fields === undefined ? {} : { fields }) }
    for await (const page of source.read(request)) pages.push(page)
    return pages
  } finally {
    await source.close()
  }
}

const readAll = async (resource: string, reading: Reading = {}) =>
  (await readPages(resource, reading)).flatMap(page => page.records)
const readData = async (resource: string, reading: Reading = {}): Promise<Data[]> =>
  (await readAll(resource, reading)).map(record => {
    if (record.failure) throw new Error(record.failure.message)
    return record.data
  })
const write = (...lines: string[]): string => lines.join('\r\n')
const encode = (bytes: Buffer): string => bytes.toString('base64')
/** 订单 and 注文, by hand: Node writes neither charset. */
const GB18030 = Buffer.from([0xb6, 0xa9, 0xb5, 0xa5])
const JIS = Buffer.from('\x1b$BCmJ8\x1b(B', 'latin1')

describe.runIf(isInstalled())('a mailbox', () => {
  test('texts in GB18030 and ISO-2022-JP arrive as they were written, in heads, bodies and names of files', async () => {
    await server.put('charsets', [
      {
        source: write(
          `Subject: =?GB18030?B?${encode(GB18030)}?=`,
          `From: =?ISO-2022-JP?B?${encode(JIS)}?= <a@example.com>`,
          'Content-Type: text/plain; charset=GB18030',
          'Content-Transfer-Encoding: base64',
          '',
          encode(GB18030),
        ),
      },
      {
        source: Buffer.concat([
          Buffer.from('Subject: '),
          GB18030,
          Buffer.from(' 7\r\nContent-Type: text/plain; charset=ISO-2022-JP\r\n\r\n'),
          JIS,
        ]),
      },
      {
        source: Buffer.concat([
          Buffer.from('Subject: none told\r\nContent-Type: text/html; charset=gibberish\r\n\r\n<p>'),
          GB18030,
        ]),
      },
      {
        source: write(
          'Content-Type: multipart/mixed; boundary=B',
          '',
          '--B',
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: quoted-printable',
          '',
          'a=3Db =',
          'soft =E8=AE=A2',
          '--B',
          "Content-Disposition: attachment; filename*=UTF-8''%E8%AE%A2%E5%8D%95.csv",
          'Content-Type: text/csv',
          '',
          'id',
          '1',
          '--B--',
        ),
      },
    ])
    const mails = await readData('charsets')
    expect(mails.map(({ subject, from, text, html }) => ({ subject, from, text, html }))).toEqual([
      { subject: '订单', from: '注文 <a@example.com>', text: '订单', html: null },
      { subject: '订单 7', from: null, text: '注文', html: null },
      { subject: 'none told', from: null, text: null, html: '<p>订单' },
      { subject: null, from: null, text: 'a=b soft 订', html: null },
    ])
    expect(mails[3]?.['attachments']).toEqual([expect.objectContaining({ name: '订单.csv', type: 'text/csv' })])
  })

  test('a mail whose MIME is broken is still a record, and the others come too', async () => {
    await server.put('broken', [
      { source: 'no head at all, just a line' },
      { source: write('Subject: open', 'Content-Type: multipart/mixed; boundary=B', '', '--B', '', 'never closed') },
      { source: write('Subject: none', 'Content-Type: multipart/mixed', '', 'no boundary') },
      { source: write('Subject: bad', 'Content-Transfer-Encoding: base64', 'Date: someday', '', '!!!') },
      { source: write('Subject: whole', '', 'fine') },
    ])
    const mails = await readData('broken')
    expect(mails.map(mail => mail['subject'])).toEqual([null, 'open', 'none', 'bad', 'whole'])
    expect(mails[1]?.['text']).toBe('never closed')
    expect(mails[4]?.['text']).toBe('fine')
  })

  test('a mail of parts within parts, or of very many parts, does not keep the others away', async () => {
    const nest = (depth: number): string =>
      Array.from({ length: depth }, (_, at) =>
        write(`Content-Type: multipart/mixed; boundary=B${at}`, '', `--B${at}`, ''),
      ).join('')
    const parts = write('--B', 'Content-Type: text/plain; name=a.txt', '', 'x', '').repeat(20_000)
    await server.put('hostile', [
      { source: `Subject: deep\r\n${nest(2000)}end` },
      { source: `Subject: wide\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n${parts}--B--` },
      { source: write(`Subject: ${'=?UTF-8?Q?a?= '.repeat(5000)}`, `To: ${'a@example.com, '.repeat(5000)}`, '', 'x') },
      { source: write('Subject: after', '', 'fine') },
    ])
    const records = await readAll('hostile')
    expect(records.map(({ failure }) => failure?.code ?? null)).toEqual([
      'source.mailUnreadable',
      'source.mailUnreadable',
      null,
      null,
    ])
    expect(records[0]?.data).toMatchObject({ subject: 'deep', text: null })
    expect(records[3]?.data).toMatchObject({ subject: 'after', text: 'fine' })
    // What files these hold where nobody looks would be missing without a word.
    const rows = await readAll('hostile', {
      options: { content: 'attachments', with_mail: true, attachment_pattern: '*.csv' },
    })
    expect(rows.map(({ data, failure }) => [data?.['_subject'], failure?.code])).toEqual([
      ['deep', 'source.mailUnreadable'],
      ['wide', 'source.mailUnreadable'],
    ])
  })

  test('an attachment without a name is told by its kind, one that is a mail with files of its own too', async () => {
    const inner = write('Subject: inner', 'Content-Type: text/csv; name=inner.csv', '', 'id', '9')
    const source = write(
      'Subject: outer',
      'Content-Type: multipart/mixed; boundary=B',
      '',
      '--B',
      'Content-Type: application/ms-tnef',
      '',
      'x',
      '--B',
      'Content-Type: message/rfc822',
      '',
      inner,
      '--B--',
    )
    await server.put('nameless', [{ source }])
    const pages = await readPages('nameless', { options: { content: 'attachments' } })
    expect(pages.at(-1)?.notices?.map(({ text }) => text)).toEqual([
      'Attachments left out because of their name or ending: 2 (application/ms-tnef, message/rfc822).',
    ])
  })

  test('no mail is marked as seen, in either way of reading', async () => {
    const csv = write(
      'Content-Type: text/csv; name=a.csv',
      'Content-Disposition: attachment; filename=a.csv',
      '',
      'id',
      '1',
    )
    await server.put('unseen', [{ source: write('Subject: a', '', 'text') }, { source: csv }])
    expect(await readData('unseen')).toHaveLength(2)
    expect(await readData('unseen', { options: { content: 'attachments' } })).toEqual([{ id: '1' }])
    const status = await server.use(client => client.status('unseen', { unseen: true }))
    expect(status).toMatchObject({ unseen: 2 })
  })

  test('only what came since is read, and a folder that was numbered anew is read from its start', async () => {
    await server.put('news', [{ source: write('Subject: 1', '', '') }, { source: write('Subject: 2', '', '') }])
    const source = await openSource('news')
    const seen = await source.readHighWater!('id')
    await source.close()
    await server.put('news', [{ source: write('Subject: 3', '', '') }])
    const since = { window: { field: 'id', from: seen, to: null } }
    expect((await readData('news', since)).map(mail => mail['subject'])).toEqual(['2', '3'])
    const [page] = await readPages('news', { pageSize: 1 })

    await server.use(client => client.mailboxDelete('news'))
    await new Promise(resolve => setTimeout(resolve, 1100))
    await server.put('news', [{ source: write('Subject: other', '', '') }])
    expect((await readData('news', since)).map(mail => mail['subject'])).toEqual(['other'])
    const told = await readAll('news', { cursor: page?.cursor ?? null }).catch(toFailure)
    expect(told).toMatchObject({ code: 'source.changed' })
  })

  test('the server filters by subject, sender, days and what is unseen', async () => {
    const mail = (subject: string, from: string, day: string, flags: string[] = []) => ({
      source: write(`Subject: =?UTF-8?B?${encode(Buffer.from(subject))}?=`, `From: ${from}`, '', ''),
      received: new Date(`${day}T12:00:00Z`),
      flags,
    })
    await server.put('filters', [
      mail('订单 "1"', 'a@one.example', '2024-01-01'),
      mail('订单 2', 'b@two.example', '2024-02-01', ['\\Seen']),
      mail('发票 3', 'a@one.example', '2024-03-01'),
    ])
    const find = async (options: ParamValues) => (await readData('filters', { options })).map(each => each['uid'])
    expect(await find({ subject: '订单' })).toEqual([1, 2])
    expect(await find({ subject: '"1"' })).toEqual([1])
    expect(await find({ from: '@one.example' })).toEqual([1, 3])
    expect(await find({ since: '2024-02-01' })).toEqual([2, 3])
    expect(await find({ since: '2024-01-02', before: '2024-03-01' })).toEqual([2])
    expect(await find({ unseen: true })).toEqual([1, 3])
    expect(await find({ subject: '订单', from: 'nobody' })).toEqual([])
    await expect(find({ subject: 'a\r\nb LOGOUT' })).rejects.toBeInstanceOf(Failure)
  })

  test('a huge attachment is not brought for a record, and a huge text is refused alone', async () => {
    const line = `${'x'.repeat(998)}\r\n`
    const huge = write(
      'Subject: attached',
      'Content-Type: multipart/mixed; boundary=B',
      '',
      '--B',
      'Content-Type: text/plain',
      '',
      'small',
      '--B',
      'Content-Type: application/pdf; name=a.pdf',
      '',
      line.repeat(40_000),
      '--B--',
    )
    await server.put('huge', [
      { source: huge },
      { source: write('Subject: long', 'Content-Type: text/plain', '', line.repeat(9000)) },
      { source: write('Subject: after', '', 'fine') },
    ])
    let received = 0
    const { egress } = context
    context = Object.assign(context, {
      egress: {
        ...egress,
        dial: async (host: string, port: number) => {
          const socket = await egress.dial(host, port)
          socket.on('data', chunk => {
            received += chunk.length
          })
          return socket
        },
      },
    })
    const records = await readAll('huge')
    expect(records.map(record => record.failure?.code ?? record.data?.['text'])).toEqual([
      'small',
      'source.mailTooLarge',
      'fine',
    ])
    expect(records[1]?.data).toMatchObject({ subject: 'long', text: null })
    expect(received).toBeLessThan(100_000)
  })

  test('10,000 mails come in pages, each once, in order', async () => {
    server.fill('many', 10_000, index =>
      write(`Subject: ${index + 1}`, `Message-ID: <${index}@x>`, '', `text ${index}`),
    )
    await server.use(client => client.status('many', { messages: true }))
    const pages = await readPages('many', { pageSize: 500 })
    expect(pages.map(page => page.records.length)).toEqual(Array.from({ length: 20 }, () => 500))
    const subjects = pages.flatMap(page => page.records.map(record => Number(record.data?.['subject'])))
    expect(subjects).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1))
    const rest = await readData('many', { cursor: pages[18]?.cursor ?? null, pageSize: 500 })
    expect(rest.map(mail => mail['text'])).toEqual(Array.from({ length: 500 }, (_, index) => `text ${9500 + index}`))
  })

  test('a file that is none of its kind is one refused row, and its sender is told', async () => {
    const attach = (name: string, content: string) => ({
      source: write(
        'Subject: rows',
        'From: sender@example.com',
        `Content-Type: application/octet-stream; name="${name}"`,
        `Content-Disposition: attachment; filename="${name}"`,
        '',
        content,
      ),
    })
    await server.put('files', [
      attach('a.csv', write('id,name', '1,one', '2,two')),
      attach('b.xlsx', 'no workbook'),
      attach('c.pdf', 'never read'),
      attach('../../d.jsonl', '{"id":3}\n'),
    ])
    const options = { content: 'attachments', with_mail: true }
    const pages = await readPages('files', { options })
    const records = pages.flatMap(page => page.records)
    const told = 'Attachments left out because of their name or ending: 1 (c.pdf).'
    expect(pages.at(-1)?.notices?.map(({ text }) => text)).toEqual([told])
    expect(records.map(({ data, failure }) => [data?.['_file'], data?.['id'] ?? failure?.code])).toEqual([
      ['a.csv', '1'],
      ['a.csv', '2'],
      ['b.xlsx', 'file.kind'],
      ['d.jsonl', 3],
    ])
    expect(records[2]?.data).toMatchObject({ _from: 'sender@example.com', _subject: 'rows' })
    const some = await readData('files', { options: { ...options, attachment_pattern: '*.csv' } })
    expect(some.map(data => data['id'])).toEqual(['1', '2'])
    const since = { field: '_mail', from: String(records[3]?.data?.['_mail']), to: null }
    expect((await readData('files', { options, window: since })).map(data => data['id'])).toEqual([3])
  })

  test('only the head is asked for where only fields of it are wanted', async () => {
    await server.put('heads', [{ source: write('Subject: a', '', 'text') }])
    expect(await readData('heads', { fields: ['id', 'subject'] })).toEqual([
      expect.objectContaining({ subject: 'a', text: null }),
    ])
  })

  test('a line that is cut while mails come is a failure that may heal', async () => {
    const proxy = await openProxy(server.port)
    await server.put('cut', [{ source: write('Subject: a', '', '') }, { source: write('Subject: b', '', '') }])
    const source = await openSource('cut', { params: { port: proxy.port } })
    const pages = source.read({ cursor: null, window: null, pageSize: 1, signal })[Symbol.asyncIterator]()
    await pages.next()
    proxy.cut()
    expect(await pages.next().catch(toFailure)).toMatchObject({ code: 'connector.broken', retry: 'later' })
    await source.close()
    await proxy.close()
  })

  test('a password is never sent where encryption was asked for and is not there', async () => {
    const sent: string[] = []
    const plain = createServer(socket => {
      socket.on('error', () => undefined).write('* OK [CAPABILITY IMAP4rev1] hello\r\n')
      socket.on('data', chunk => {
        sent.push(String(chunk))
        for (const line of String(chunk).split('\r\n').filter(Boolean))
          socket.write(`${line.split(' ')[0]} OK done\r\n`)
      })
    })
    await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve))
    const address = plain.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const told = await readAll('INBOX', { params: { port, security: 'starttls' } }).catch(toFailure)
    expect(told).toMatchObject({ code: 'egress.tls' })
    expect(sent.join('')).not.toMatch(/LOGIN|AUTHENTICATE/)
    await new Promise(resolve => plain.close(resolve))
  })
})
