import type { Param } from '@sluice/contract'
import { expect, test } from 'vitest'
import { readCurl } from './read-curl.ts'

const fields = ['base_url', 'auth', 'username', 'password', 'token', 'test_path']
const keyFields = ['api_key', 'second_key'].flatMap(key => [key, `${key}_place`, `${key}_name`])
const params = [...fields, ...keyFields].map(
  field => ({ field, label: { zh: field, en: field }, type: 'text' }) as Param,
)
const read = (text: string) => readCurl(params, text)

test.each([
  [
    'a command from a manual',
    `curl -X GET "https://api.shop.test/v1/orders?page=1" \\\n  -H 'X-Token: abc 123' -H "Accept: application/json"`,
    {
      base_url: 'https://api.shop.test',
      auth: 'apiKey',
      api_key: 'abc 123',
      api_key_place: 'header',
      api_key_name: 'X-Token',
      test_path: '/v1/orders?page=1',
    },
    [],
  ],
  [
    'a bearer token, options with their value joined',
    'curl -XGET --url=https://h.test/a -HAuthorization:\\ Bearer\\ t0k3n --compressed',
    { base_url: 'https://h.test', auth: 'bearer', token: 't0k3n', test_path: '/a' },
    [],
  ],
  [
    'a user',
    "curl -u 'ann:p:w' https://h.test:8443/",
    { base_url: 'https://h.test:8443', auth: 'basic', username: 'ann', password: 'p:w' },
    [],
  ],
  [
    'Basic, in a header',
    'curl https://h.test -H "Authorization: Basic YW5uOnB3"',
    { base_url: 'https://h.test', auth: 'basic', username: 'ann', password: 'pw' },
    [],
  ],
  [
    'two keys, one of them in the address',
    'curl "https://h.test/list?app_key=k1&size=20" -H "X-Secret: s" -H "X-Shop: 7"',
    {
      base_url: 'https://h.test',
      auth: 'apiKeys',
      api_key: 's',
      api_key_place: 'header',
      api_key_name: 'X-Secret',
      second_key: 'k1',
      second_key_place: 'query',
      second_key_name: 'app_key',
      test_path: '/list?size=20',
    },
    ['X-Shop'],
  ],
  [
    'a body is told: it belongs to what is read',
    `curl https://h.test/q -H 'Content-Type: application/json' --data-raw '{"a":"it'\\''s"}'`,
    { base_url: 'https://h.test' },
    ['body'],
  ],
  ['a bare address', 'https://h.test/v1?x=1', { base_url: 'https://h.test', test_path: '/v1?x=1' }, []],
])('%s', (_, text, values, left) => expect(read(text)).toEqual({ kind: 'read', values, left }))

test.each(['', 'curl', 'curl ftp://h/x', 'GET /orders', 'curl "https://h.test', 'orders list', 'javascript:alert(1)'])(
  '%j is no call',
  text => expect(read(text)).toEqual({ kind: 'unreadable' }),
)

test('a long text takes no time', () => {
  const start = performance.now()
  for (const text of [`curl ${' '.repeat(15_000)}`, `curl ${'\\ '.repeat(7_000)}`, `curl ${"''".repeat(7_000)}`])
    read(text)
  expect(performance.now() - start).toBeLessThan(2000)
})
