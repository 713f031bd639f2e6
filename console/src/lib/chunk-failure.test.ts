import { expect, test } from 'vitest'
import { isChunkFailure } from './chunk-failure.ts'

test.each([
  'Failed to fetch dynamically imported module: /assets/publish-tab-Dif08jpQ.js',
  'error loading dynamically imported module: /assets/publish-tab-Dif08jpQ.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/publish-tab-Dif08jpQ.css',
])('%s: only a reload helps', message => {
  expect(isChunkFailure(new TypeError(message))).toBe(true)
})

test('what the page itself throws is another matter', () => {
  expect(isChunkFailure(new TypeError('value is undefined'))).toBe(false)
})
