import { expect, test } from 'vitest'
import { mask } from './write-audit.ts'

test('a secret is masked by its name, at any depth, and in lists of names and values', () => {
  const masked = mask({
    host: 'h',
    password: 'p',
    oauth: { client_secret: 's', access_token: 't', scope: 'read' },
    headers: [
      { name: 'X-Api-Key', value: 'k' },
      { name: 'Accept', value: 'json' },
    ],
    rows: [{ apiKey: 'k' }],
    pin_token: 1234,
  })
  expect(masked).toEqual({
    host: 'h',
    password: '******',
    oauth: { client_secret: '******', access_token: '******', scope: 'read' },
    headers: [
      { name: 'X-Api-Key', value: '******' },
      { name: 'Accept', value: 'json' },
    ],
    rows: [{ apiKey: '******' }],
    pin_token: '******',
  })
})

test('a sealed text is masked wherever it stands; null, "" and missing stay what they are', () => {
  expect(mask({ anything: `v1.1.${'A'.repeat(60)}`, password: '', token: null })).toEqual({
    anything: '******',
    password: '',
    token: null,
  })
})
