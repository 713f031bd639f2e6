import { expect, it } from 'vitest'
import { pickReadable } from './theme.ts'

it('writes on a colour in the shade that reads better', () => {
  expect(pickReadable('#13C2C2')).toBe('#00201f')
  expect(pickReadable('#ffffff')).toBe('#00201f')
  expect(pickReadable('#0958d9')).toBe('#ffffff')
  expect(pickReadable('#000000')).toBe('#ffffff')
})
