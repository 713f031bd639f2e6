import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { pickInk, readLuminance, shippedMarks } from './platform-icon.tsx'

test('the letters of a platform read at 4.5 : 1 or better on every colour a tenant may choose', () => {
  const steps = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'))
  const colours = steps.flatMap(red => steps.flatMap(green => steps.map(blue => `#${red}${green}${blue}`)))
  const contrastOf = (colour: string) => {
    const [dark = 0, light = 0] = [readLuminance(colour), readLuminance(pickInk(colour))].toSorted((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  expect(colours.filter(colour => contrastOf(colour) < 4.5)).toEqual([])
  expect([pickInk('#336791'), pickInk('#13C2C2')]).toEqual(['#ffffff', '#000000'])
})

test('each mark that is named is drawn, and no other', async () => {
  const drawn = [...(await readFile(new URL('marks.svg', import.meta.url), 'utf8')).matchAll(/<symbol id="([^"]+)"/g)]
  expect(drawn.map(([, id]) => id).toSorted()).toEqual(shippedMarks.toSorted())
})
