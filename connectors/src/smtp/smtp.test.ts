import { createTestContext, type TestContext, testConnector } from '@sluice/connector-kit/conformance'
import { type Data, ExactNumber, type ParamValues, TargetConfig } from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import smtp from './index.ts'
import { type MailServer, startMail, type TakenMail } from './testing.ts'

const account = { username: 'reports', password: 'canary-mail-7781' }
const FROM = 'Sluice <reports@example.com>'
let bench: MailServer

const headerOf = ({ text }: TakenMail, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r\\n\\s.*)*)`, 'im').exec(text)?.[1] ?? ''
const contentOf = ({ text }: TakenMail): string => text.slice(text.indexOf('\r\n\r\n') + 4).trimEnd()

testConnector({
  connector: smtp,
  prepare: async () => {
    bench = await startMail(account)
    const params = { host: '127.0.0.1', port: bench.port, security: 'off', from: FROM, ...account }
    return { params, dispose: () => bench.close() }
  },
  wrong: [
    { title: 'the port', change: { port: 1 }, step: 'network' },
    { title: 'the encryption', change: { security: 'starttls' }, step: 'protocol' },
    { title: 'the password', change: { password: 'other-canary-17' }, step: 'auth' },
  ],
  target: {
    prepare: async () => {
      bench.mails.length = 0
      return { resource: 'mail', key: [] }
    },
    records: count =>
      Array.from({ length: count }, (_, at) => ({
        to: `user${at}@example.com`,
        subject: `Order ${at}`,
        text: `Number ${at}`,
      })),
    readBack: async () =>
      bench.mails.map(mail => ({
        to: headerOf(mail, 'To'),
        subject: headerOf(mail, 'Subject'),
        text: contentOf(mail),
      })),
    spoil: record => ({ ...record, to: 'nobody' }),
  },
})

describe('a mail', () => {
  let server: MailServer
  let context: TestContext
  beforeEach(async () => {
    server = await startMail(account)
    context = createTestContext()
  })
  afterEach(async () => {
    await context.dispose()
    await server.close()
  })

  async function write(records: readonly Data[], change: ParamValues = {}) {
    const params = { host: '127.0.0.1', port: server.port, security: 'off', from: FROM, ...account, ...change }
    const connection = await smtp.open(params, context)
    const config = TargetConfig.parse({
      connector_id: '01900000-0000-7000-8000-000000000007',
      resource: 'mail',
    })
    const target = await connection.openTarget?.(config)
    const batch = records.map((data, index) => ({ data, idempotencyKey: `strategy:${index}:x` }))
    try {
      return (await target?.write(batch, new AbortController().signal)) ?? []
    } finally {
      await target?.close()
    }
  }
  const kinds = async (...input: Parameters<typeof write>) => (await write(...input)).map(outcome => outcome.kind)

  test('goes to all its recipients, in text and HTML, whatever the language; BCC stays hidden', async () => {
    const record = {
      to: ['东方 <east@example.com>', 'b@example.com'],
      cc: 'c@example.com, D <d@example.com>',
      bcc: 'hidden@example.com',
      subject: '报告 №\r\nBcc: evil@example.com',
      text: `Zeilen\n.\n${'long '.repeat(300)}`,
      html: '<p>ação</p>',
    }
    const [outcome] = await write([record])
    const [mail] = server.mails
    expect(outcome).toMatchObject({ kind: 'written', targetKey: headerOf(mail!, 'Message-ID') }) // it was taken
    expect(mail?.from).toBe('reports@example.com')
    expect(mail?.recipients).toEqual([
      'east@example.com',
      'b@example.com',
      'c@example.com',
      'd@example.com',
      'hidden@example.com',
    ])
    expect(mail?.text).not.toMatch(/hidden@example\.com|^Bcc:/im)
    expect(mail?.text).toMatch(/multipart\/alternative/)
    expect(mail?.text).toContain('=?UTF-8?')
  })

  test('is sent over STARTTLS, and to a certificate nobody knows only where that is wanted', async () => {
    await server.close()
    server = await startMail({ ...account, isEncrypted: true })
    const record = { to: 'a@example.com', subject: 's', text: 't' }
    await expect(write([record], { security: 'starttls' })).rejects.toMatchObject({ code: 'egress.tls' })
    expect(await kinds([record], { security: 'starttls', skip_tls_verify: true })).toEqual(['written'])
    expect(server.mails).toHaveLength(1)
  })

  test('with a field of no mail, with an order instead of a text, or without recipient fails alone', async () => {
    const good = { to: 'a@example.com', text: new ExactNumber('1.50') }
    const outcomes = await write([
      { ...good, attachment: '/etc/passwd' },
      { ...good, html: { path: '/etc/passwd' } },
      { subject: 'nobody' },
      good,
    ])
    expect(outcomes.map(outcome => (outcome.kind === 'failed' ? outcome.failure.field : outcome.kind))).toEqual([
      'attachment',
      'html',
      'to',
      'written',
    ])
    expect(server.mails.map(contentOf)).toEqual(['1.50'])
  })

  test('to a refused recipient fails alone and says who; where others have it, it says that too', async () => {
    const [alone, partly, good] = await write([
      { to: 'x@refused.example', text: 'a' },
      { to: 'a@example.com, y@refused.example', text: 'b' },
      { to: 'b@example.com', text: 'c' },
    ])
    expect(alone).toMatchObject({ kind: 'failed', failure: { code: 'target.refused', retry: 'skip' } })
    expect(partly).toMatchObject({
      kind: 'failed',
      failure: { code: 'target.partlyRefused', value: 'y@refused.example' },
    })
    expect(good?.kind).toBe('written')
    expect(server.mails.map(mail => mail.recipients)).toEqual([['a@example.com'], ['b@example.com']])
  })

  test('that the server puts off is tried again later; one it refuses is not', async () => {
    const record = { to: 'a@example.com', text: 'a' }
    server.faults.answer = '451 greylisted'
    expect((await write([record]))[0]).toMatchObject({ kind: 'failed', failure: { retry: 'later' } })
    server.faults.answer = '554 spam'
    expect((await write([record]))[0]).toMatchObject({ kind: 'failed', failure: { retry: 'skip' } })
  })

  test('whose content is there and not answered is unknown; the next one gets a line of its own', async () => {
    server.faults.cutAfterData = true
    const record = { to: 'a@example.com', text: 'a' }
    expect(await kinds([record, record])).toEqual(['unknown', 'unknown'])
    expect(server.mails).toHaveLength(2)
  })

  test('whose line breaks before its content has not left, and is tried again later', async () => {
    server.faults.cutAtSender = true
    const [outcome] = await write([{ to: 'a@example.com', text: 'a' }])
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'connector.broken', retry: 'later' } })
    expect(server.mails).toEqual([])
  })
})
