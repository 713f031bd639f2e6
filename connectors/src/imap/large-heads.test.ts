import { createTestContext, measureLeast, type TestContext } from '@sluice/connector-kit/conformance'
import { SourceConfig } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import imap from './index.ts'
import { account, type ImapServer, isInstalled, startImap } from './testing.ts'

let context: TestContext
let server: ImapServer
beforeAll(async () => {
  context = createTestContext()
  if (isInstalled()) server = await startImap()
})
afterAll(async () => {
  await server?.close()
  await context.dispose()
})

/** Some 90 ms of a quiet machine, and as much again for one that is not. */
const LIMIT_MS = 180
const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')
const quoted = Buffer.from('订单 '.repeat(10)).toString('base64')

describe.runIf(isInstalled())('a mail with a head of 10,000 lines', () => {
  test.each([
    ['subjects', times(10_000, at => `Subject: s ${at}\r\n`)],
    ['one subject over them all', `Subject: s\r\n${times(10_000, at => ` line ${at}\r\n`)}`],
    [
      'words in another charset',
      `Subject: =?UTF-8?B?${quoted}?=\r\n${times(10_000, () => ` =?UTF-8?B?${quoted}?=\r\n`)}`,
    ],
    [
      'who it is to',
      `Subject: s\r\nTo: a@b.test${times(10_000, at => `,\r\n =?UTF-8?B?${quoted}?= <a${at}@b.test>`)}\r\n`,
    ],
    ['groups and comments', `Subject: s\r\nTo: ${times(10_000, at => `g${at}: (((x))) a@b.test;,\r\n `)}z@b.test\r\n`],
    ['references', `Subject: s\r\nReferences: ${times(10_000, at => `<${at}@b.test>\r\n `)}<z@b.test>\r\n`],
    ['lines that are none', `Subject: s\r\n${times(10_000, () => 'no colon here\r\n')}`],
    [
      'parameters of its type',
      `Subject: s\r\nContent-Type: multipart/mixed; boundary=x${times(10_000, at => `;\r\n p*${at}*=UTF-8''%41`)}\r\n`,
    ],
  ])('is read in turns and in time: %s', async (name, head) => {
    const folder = name.replaceAll(' ', '-')
    await server.put(folder, [{ source: `From: a@b.test\r\n${head}\r\nbody` }, { source: 'Subject: after\r\n\r\nx' }])
    const given = { host: '127.0.0.1', port: server.port, ...account, security: 'off' }
    const connection = await imap.open(given, context)
    const config = { connector_id: '01900000-0000-7000-8000-000000000007', resource: folder, key: ['id'], options: {} }
    const subjects: unknown[] = []
    const work = async () => {
      subjects.length = 0
      const source = await connection.openSource!(SourceConfig.parse(config))
      const request = { cursor: null, window: null, pageSize: 100, signal: new AbortController().signal }
      for await (const page of source.read(request))
        for (const record of page.records) subjects.push(record.failure?.code ?? record.data?.['subject'])
      await source.close()
    }
    const tookMs = await measureLeast(LIMIT_MS, work)
    expect(subjects).toHaveLength(2)
    expect(subjects[1]).toBe('after')
    expect(tookMs).toBeLessThan(LIMIT_MS)
    await connection.close()
  })
})
