import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeContracts } from './generate-contracts.ts'
import { readPages } from './generate-menu.ts'
import { createPart, refusePlace } from './new-module.ts'
import { findTextProblems } from './texts.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-new-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const read = (paths: readonly string[]) => paths.map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('a new module is in every table without being named anywhere', () => {
  const files = read(createPart(root, 'module', 'connect/ticket-desk'))
  expect(files.filter(({ text }) => text.includes('__'))).toEqual([])
  const tables = writeContracts(files)
  expect(tables.get('api/src/server/contracts.ts')).toContain('\n  ticketDesk,\n')
  expect(tables.get('api/src/server/handlers.ts')).toContain('\n  ticketDesk: createTicketDeskRoutes(),\n')
  expect(tables.get('api/src/testing/module-samples.ts')).toContain('\n  ...createTicketDeskSamples(server),\n')
})

test('a new screen has a page, its texts in four languages, and a place in the menu', () => {
  const files = read(createPart(root, 'screen', 'connect/ticket-desk'))
  expect(readPages(files)).toEqual(new Map([['/ticket-desk/index', 'strategy:query']]))
  expect(files.some(({ path }) => path.endsWith('/menu.ts'))).toBe(true)
  expect(findTextProblems(files)).toEqual([])
  expect(files.filter(({ text }) => text.includes('__'))).toEqual([])
})

describe('a place is refused, and nothing is written', () => {
  test.each([
    ['', /in which area/],
    ['ticket-desk', /in which area/],
    ['connect/desk/more', /in which area/],
    ['cellar/desk', /"cellar" is no area/],
    ['connect/../../desk', /in which area/],
    ['connect/Desk', /small letters/],
    ['connect/box', /module box already/],
  ])('"%s"', (place, reason) => {
    expect(refusePlace('module', place, ['box'])).toMatch(reason)
  })

  test('a module that another area has', () => {
    expect(() => createPart(root, 'module', 'asset/ticket-desk')).toThrow(/already/)
    expect(existsSync(join(root, 'api/src/modules/asset'))).toBe(false)
  })
})
