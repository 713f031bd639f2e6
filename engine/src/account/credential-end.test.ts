import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import { findCredentialEnd, warnFrom } from './credential-end.ts'
import { noticeCredentials } from './notice-credentials.ts'

const DAY = 86_400_000
const at = (text: string): number => Date.parse(text)
const noGrant = { ends_at: null, warn_at: null, failure: null }

it('a date is good for its whole day, and is told of seven days before', () => {
  const stateAt = (now: string) => findCredentialEnd({ expires_at: '2030-05-20' }, null, at(now))?.state
  expect(stateAt('2030-05-13T23:59:58Z')).toBe('good')
  expect(stateAt('2030-05-13T23:59:59Z')).toBe('soon')
  expect(stateAt('2030-05-20T23:59:58Z')).toBe('soon')
  expect(stateAt('2030-05-20T23:59:59Z')).toBe('ended')
  expect(findCredentialEnd({ expires_at: '' }, noGrant, 0)).toBeNull()
  expect(findCredentialEnd({ expires_at: 'soon' }, null, 0)).toBeNull()
})

it('what ends first counts; an old grant of a connector that signs in otherwise does not', () => {
  const grant = { ...noGrant, ends_at: '2030-01-10T00:00:00Z', warn_at: '2030-01-08T00:00:00Z' }
  const find = (auth: string) =>
    findCredentialEnd({ auth, expires_at: '2030-02-01' }, grant, at('2030-01-09T00:00:00Z'))
  expect(find('oauth2Code')).toEqual({ kind: 'grant', endsAt: '2030-01-10T00:00:00.000Z', state: 'soon' })
  expect(find('bearer')).toMatchObject({ kind: 'date', state: 'good' })
  const refused = findCredentialEnd({ expires_at: '2030-02-01' }, { ...grant, failure: 'invalid_grant' }, 0)
  expect(refused).toEqual({ kind: 'grant', endsAt: null, state: 'ended' })
})

it('what lives shorter than a month is told of in the last fifth of its life', () => {
  expect(warnFrom(0, 100 * DAY)).toBe(93 * DAY)
  expect(warnFrom(0, 10 * DAY)).toBe(8 * DAY)
  expect(warnFrom(0, 1000)).toBe(800)
})

/** Of nobody, good until 2026-12-22T06:34:50Z. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIUYSd8YD2myp7++nVstfK4sSH0UTQwCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBeDAeFw0yNjExMjIwNjM0NTBaFw0yNjEyMjIwNjM0NTBaMAwx
CjAIBgNVBAMMAXgwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARbbpY7EQuunSMk
jK05tntnEl84XuFpgbL/jCBoTIS9cojGePB7idN3fQSthfVwMzh0vDnUl7QSpzI1
peg6OpvGo1MwUTAdBgNVHQ4EFgQUqZUaEAjf0nDy6U9WqEA4f36tMZ8wHwYDVR0j
BBgwFoAUqZUaEAjf0nDy6U9WqEA4f36tMZ8wDwYDVR0TAQH/BAUwAwEB/zAKBggq
hkjOPQQDAgNIADBFAiEAgQhgeeLFAv2xWTiVm4lXF0UBkpvEgCHqz9oR9JN2VYwC
IB1mHExH3VDmF+SZd+sYDQ/dFuMEW8mDGVqrPtdTAIWS
-----END CERTIFICATE-----`

it('the end of a certificate is read from it', () => {
  const find = (days: number) => findCredentialEnd({ ca: CERTIFICATE }, null, at('2026-12-22T06:34:50Z') + days * DAY)
  expect([find(-10), find(-5), find(1)].map(end => `${end?.kind} ${end?.state}`)).toEqual([
    'certificate good',
    'certificate soon',
    'certificate ended',
  ])
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
  expect(findCredentialEnd({ ca: broken }, null, 0)).toBeNull()
})

let place: TestDatabase
let fixture: Fixture
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
})

it('people are told once that it ends soon, once that it has ended, and no more when it is renewed', async () => {
  const setDate = (date: string) =>
    fixture.query('update connector set params = params || $2::jsonb where id = $1 returning id', [
      fixture.connectorId,
      JSON.stringify({ expires_at: date }),
    ])
  const sweep = async (now: string): Promise<string[]> => {
    for (let times = 0; times < 2; times++) await place.database.withSystem(tx => noticeCredentials(tx, at(now)))
    const rows = await fixture.query<{ cause: string; count: number; is_settled: boolean; text: string }>(
      `select cause, count, settled_at is not null as is_settled, text from notice where kind = 'credential.expiring' order by cause`,
    )
    return rows.map(row => `${row.cause} ${row.count} ${row.is_settled ? 'over' : 'open'}: ${row.text}`)
  }
  await setDate('2030-05-20')
  expect(await sweep('2030-05-01T00:00:00Z')).toEqual([])
  const soon = 'The credential ends on 2030-05-20; renew it before.'
  expect(await sweep('2030-05-15T00:00:00Z')).toEqual([`soon 1 open: ${soon}`])
  expect(await sweep('2030-05-21T00:00:00Z')).toEqual([
    'ended 1 open: The credential ended on 2030-05-20; renew it.',
    `soon 1 over: ${soon}`,
  ])
  await setDate('2031-05-20')
  expect((await sweep('2030-05-22T00:00:00Z')).filter(line => line.includes('open'))).toEqual([])
  expect(await sweep('2031-05-18T00:00:00Z')).toContain(
    'soon 1 open: The credential ends on 2031-05-20; renew it before.',
  )
})
