import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Outgoing } from '../../../http/outgoing.ts'
import { limitTurn, tellExcess } from '../../../testing/measure-turn.ts'
import { openProvider, readArrival } from './relying-party.ts'

// A provider that answers whatever it likes: what an ID token must be for somebody to be let in.

const ISSUER = 'https://idp.test'
const went = { state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) }
const settings = {
  issuer: ISSUER,
  clientId: 'sluice',
  clientSecret: 'secret-of-sluice',
  scope: 'openid',
  redirectUri: 'https://sluice.test/user/sso',
}
const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [Pair, Pair]
type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

const now = () => Math.floor(Date.now() / 1000)
const claims = () => ({
  iss: ISSUER,
  aud: 'sluice',
  sub: 'alice',
  nonce: went.nonce,
  iat: now(),
  exp: now() + 300,
  name: 'Alice',
})
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (payload: object, head: object = {}, key: KeyObject = own.privateKey): string => {
  const text = `${encode({ alg: 'RS256', kid: 'own', ...head })}.${encode(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
const unsigned = (payload: object): string => `${encode({ alg: 'none' })}.${encode(payload)}.`
/** The public key taken for a shared secret. */
const confused = (payload: object): string => {
  const text = `${encode({ alg: 'HS256', kid: 'own' })}.${encode(payload)}`
  const secret = own.publicKey.export({ type: 'spki', format: 'pem' })
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const ownKeys = () => ({
  keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
})

async function arriveWith(idToken: string | undefined, keys: string = JSON.stringify(ownKeys())) {
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/auth`,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/token': { access_token: 'x', token_type: 'bearer', ...(idToken === undefined ? {} : { id_token: idToken }) },
  }
  const outgoing: Outgoing = {
    async fetch(url) {
      const { pathname } = new URL(url)
      const text = pathname === '/keys' ? keys : JSON.stringify(answers[pathname])
      const headers = { 'content-type': 'application/json' }
      return { status: 200, headers, bytes: Buffer.from(text), url, text: () => text }
    },
  }
  const config = await openProvider(outgoing, settings)
  return readArrival(config, settings, { state: went.state, code: 'c' }, went)
}

test('a token of the provider for us lets in whom it names', async () => {
  expect(await arriveWith(signed(claims()))).toMatchObject({ issuer: ISSUER, subject: 'alice', name: 'Alice' })
})

test.each<[string, () => string | undefined]>([
  ['no token', () => undefined],
  ['no signature', () => unsigned(claims())],
  ['the signature of another key', () => signed(claims(), {}, other.privateKey)],
  ['another key under a name that is not listed', () => signed(claims(), { kid: 'other' }, other.privateKey)],
  [
    'a key that it brings along',
    () => signed(claims(), { kid: 'x', jwk: other.publicKey.export({ format: 'jwk' }) }, other.privateKey),
  ],
  ['the public key as a secret', () => confused(claims())],
  ['a changed claim', () => signed(claims()).replace(/\.[^.]+\./, `.${encode({ ...claims(), sub: 'admin' })}.`)],
  ['another audience', () => signed({ ...claims(), aud: 'another-client' })],
  [
    'two audiences and another party',
    () => signed({ ...claims(), aud: ['sluice', 'another-client'], azp: 'another-client' }),
  ],
  ['no audience', () => signed({ ...claims(), aud: undefined })],
  ['another issuer', () => signed({ ...claims(), iss: 'https://evil.test' })],
  ['another nonce', () => signed({ ...claims(), nonce: 'another' })],
  ['no nonce', () => signed({ ...claims(), nonce: undefined })],
  ['no subject', () => signed({ ...claims(), sub: undefined })],
  ['an empty subject', () => signed({ ...claims(), sub: '' })],
  ['a subject of blanks', () => signed({ ...claims(), sub: '  ' })],
  ['an end that is past', () => signed({ ...claims(), exp: now() - 600 })],
  ['no end', () => signed({ ...claims(), exp: undefined })],
])('a token with %s lets nobody in', async (_, make) => {
  await expect(arriveWith(make())).rejects.toMatchObject({ code: 'auth.sso' })
})

const [known] = ownKeys().keys
test.each<[string, () => string]>([
  ['a text', () => '"keys"'],
  ['null', () => 'null'],
  ['a number', () => '{"keys":5}'],
  ['a list of nothing', () => '{"keys":[null,null]}'],
  ['a list of lists', () => '{"keys":[[[[]]]]}'],
  ['texts for numbers', () => JSON.stringify({ keys: [{ ...known, n: 5, e: {} }] })],
  ['a modulus of a megabyte', () => JSON.stringify({ keys: [{ ...known, n: 'A'.repeat(900_000) }] })],
  ['100,000 keys', () => JSON.stringify({ keys: Array.from({ length: 100_000 }, () => ({ kty: 'RSA', kid: 'own' })) })],
  ['100,000 of none', () => `{"keys":[${'{},'.repeat(100_000)}{}]}`],
  ['the key twice', () => JSON.stringify({ keys: [known, known] })],
  ['no JSON', () => '<html>'],
  ['depths', () => `{"keys":${'['.repeat(400_000)}`],
])('keys that are %s let nobody in, and hold nobody up', async (_, make) => {
  const keys = make()
  const token = signed(claims())
  const work = () => expect(arriveWith(token, keys)).rejects.toMatchObject({ code: 'auth.sso' })
  expect(await tellExcess(await limitTurn(100), work)).toBe('')
})
