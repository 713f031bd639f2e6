import { expect, test } from 'vitest'
import { writeChangelog } from './changelog.ts'

test('each change stands under every room that its subject names, newest first', () => {
  const subjects = [
    'api, tests: a taken name is answered in one place',
    'http: an answer is read once; its text is made late',
    'tools: statements are told; api: the moment of a reading stands in the store',
    'Nothing names a room here',
  ]
  expect(writeChangelog(subjects)).toBe(`## api

- a taken name is answered in one place
- the moment of a reading stands in the store

## http

- an answer is read once; its text is made late

## other

- Nothing names a room here

## tests

- a taken name is answered in one place

## tools

- statements are told
`)
})

test('nothing changed, nothing is said', () => {
  expect(writeChangelog([])).toBe('')
})
