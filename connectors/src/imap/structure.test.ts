import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTransfer } from './structure.ts'

/** As RFC 2045 has it, line by line, and slowly. */
function decodeSlowly(text: string): string {
  return text
    .replace(/[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
const decode = (text: string): string =>
  decodeTransfer(Buffer.from(text, 'latin1'), 'quoted-printable').toString('latin1')

test('quoted text is decoded as the standard has it, wherever lines and signs are cut', () => {
  const piece = fc.constantFrom(
    '=',
    '=4',
    '=41',
    '=e9',
    '=3D',
    ' ',
    '\t',
    '\n',
    '\r\n',
    'a',
    'é',
    '=\r\n',
    '= \n',
    '=zz',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const text = pieces.join('')
      expect(decode(text), JSON.stringify(text)).toBe(decodeSlowly(text))
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['blanks before a letter', `${' '.repeat(8_000_000)}x`],
  ['escapes', '=41'.repeat(2_700_000)],
  ['lines that go on', '=\r\n'.repeat(2_700_000)],
  ['blanks and lines', ' \t\n'.repeat(2_700_000)],
])('a mail of %s, as long as one is read, holds nobody up', async (_, text) => {
  const [limitMs, bytes] = [await limitTurn(100), Buffer.from(text)]
  const tookMs = await measureLeast(limitMs, async () => void decodeTransfer(bytes, 'quoted-printable'))
  expect(Math.max(0, Math.round(tookMs - limitMs))).toBe(0)
})
