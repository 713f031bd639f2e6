import type { PlatformTemplate } from '@sluice/contract'
import { expect, test } from 'vitest'
import { isMoved } from './is-moved.ts'

const begun = {
  settings: { base_url: 'https://{{app.region}}.shop.example', test_path: '/me' },
  app: [
    { name: 'region', value: 'eu', secret: false },
    { name: 'client_secret', value: '********', secret: true },
  ],
} as unknown as PlatformTemplate

const oauth2 = (token_url: string, authorize_url = '') =>
  ({ ...begun, oauth2: { token_url, authorize_url, refresh_url: '' } }) as PlatformTemplate

test.each<[string, PlatformTemplate, boolean]>([
  ['the same', begun, false],
  ['a token address at the same server', oauth2('/oauth/token'), false],
  ['the same, written out', oauth2('https://EU.shop.example/oauth/token'), false],
  ['a token address elsewhere', oauth2('https://other.example/token'), true],
  ['one that only looks like a path', oauth2('//other.example/token'), true],
  ['one that a browser takes for a server', oauth2('/\\other.example/token'), true],
  ['another port', oauth2('https://eu.shop.example:8443/token'), true],
  ['a server that the connector names', oauth2('https://{{host}}/token'), true],
  ['only where people sign in', oauth2('/token', 'https://other.example/auth'), true],
  ['another word of the app in the address', { ...begun, app: [{ name: 'region', value: 'us', secret: false }] }, true],
  ['another path to test', { ...begun, settings: { ...begun.settings, test_path: '/ping' } }, false],
])('%s', (_, after, moved) => expect(isMoved(begun, after)).toBe(moved))

test('relative addresses stay at the server that each connector names', () => {
  const own = { ...begun, settings: { base_url: '{{base_url}}' } }
  expect(isMoved(own, { ...own, oauth2: oauth2('/token').oauth2 })).toBe(false)
  expect(isMoved(own, { ...own, oauth2: oauth2('//other.example/token').oauth2 })).toBe(true)
})
