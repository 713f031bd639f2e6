import { expect, it } from 'vitest'
import { contrast, makeReadable, mix, pickReadable } from './shades.ts'
import { primaryColors } from './theme.ts'

it('writes on a colour in the shade that reads better', () => {
  expect(pickReadable('#13C2C2')).toBe('#00201f')
  expect(pickReadable('#ffffff')).toBe('#00201f')
  expect(pickReadable('#0958d9')).toBe('#ffffff')
  expect(pickReadable('#000000')).toBe('#ffffff')
})
it('mixes by share', () => {
  expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080')
  expect(mix('#13c2c2', '#ffffff', 1)).toBe('#13c2c2')
})
it.each([...primaryColors, '#ffff00', '#000000', '#ffffff'])('makes %s readable on light and on dark', color => {
  for (const background of ['#ffffff', '#1e2224'])
    expect(contrast(makeReadable(color, background, 5), background)).toBeGreaterThanOrEqual(5)
})
