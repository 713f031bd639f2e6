import { expect, test } from 'vitest'
import { Secrets } from './secrets.ts'

const SECRET = `k/4711+cana<ry>&'x"`

function keep(...values: string[]): Secrets {
  const secrets = new Secrets()
  for (const value of values) secrets.add(value)
  return secrets
}

const inJson = JSON.stringify(SECRET).slice(1, -1)
const written: readonly (readonly [string, string])[] = [
  ['as it is', SECRET],
  ['in an address', encodeURIComponent(SECRET)],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in JSON', inJson],
  ['in JSON within JSON', JSON.stringify(inJson).slice(1, -1)],
  ['in the JSON of PHP', inJson.replaceAll('/', '\\/')],
  ['in that within JSON', JSON.stringify(inJson.replaceAll('/', '\\/')).slice(1, -1)],
  ['in the JSON of .NET', inJson.replace(/[+<>&']/g, sign => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`)],
  ['in a page', inJson.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
]

test.each(written)('a secret that the far system tells again %s is hidden', (_, told) => {
  expect(keep(SECRET).hide(`{"said":"no ${told} here"}`)).toBe('{"said":"no *** here"}')
})

test.each(written)('a secret that stands %s is hidden wherever a text is cut', (_, told) => {
  const secrets = keep(SECRET, 'second-secret')
  const text = `before second-secret and ${told}${told} behind`
  for (let length = 0; length <= text.length + 2; length++) {
    const shown = secrets.hideStart(text, length)
    // Nothing is left of it but the marks.
    expect('before *** and ****** behind'.startsWith(shown) || 'before *** and *** behind'.startsWith(shown)).toBe(true)
  }
  expect(secrets.hideStart(text, text.length)).toBe('before *** and ****** behind')
})
