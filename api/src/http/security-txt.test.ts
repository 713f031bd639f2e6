import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { writeSecurityTxt } from './security-txt.ts'

let server: TestServer
let silent: TestServer
beforeAll(async () => {
  server = await startTestServer({
    security: { contacts: ['mailto:security@example.com'], policy: 'https://example.com/policy' },
  })
  silent = await startTestServer()
})
afterAll(() => Promise.all([server.drop(), silent.drop()]))

test('who reports a hole finds the contact without being signed in, and it has not expired', async () => {
  const answer = await server.call('GET', '/.well-known/security.txt')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.body).toContain('Contact: mailto:security@example.com\n')
  expect(answer.body).toContain('Policy: https://example.com/policy\n')
  const [, expires = ''] = /^Expires: (.+)$/m.exec(answer.body) ?? []
  expect(Date.parse(expires)).toBeGreaterThan(Date.now())
  expect(Date.parse(expires)).toBeLessThan(Date.now() + 365 * 86_400_000)
})

test('an installation that names no contact has no such file', async () => {
  expect((await silent.call('GET', '/.well-known/security.txt')).statusCode).toBe(404)
})

test('the whole text, with its own address where it is known', () => {
  const text = writeSecurityTxt(
    { contacts: ['https://a.example/report'], publicUrl: 'https://a.example' },
    Date.parse('2026-01-01T12:00:00Z'),
  )
  expect(text).toBe(
    [
      'Contact: https://a.example/report',
      'Expires: 2026-06-30T00:00:00Z',
      'Preferred-Languages: zh, en, pt',
      'Canonical: https://a.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
