import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clauses } from './clauses.ts'
import { findHoles, findStale, waivedFor } from './waiver.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** `**C-6.1** text`, or `**C-7.1**, **C-7.6** text`; a clause goes on until the next line that begins with one. */
function readClauses(document: string): { id: string; isReviewed: boolean }[] {
  return document
    .split(/^- (?=\*\*C-)/m)
    .slice(1)
    .flatMap(text => {
      const isReviewed = /\*\(by review\)\*/.test(text.split(/^#/m)[0] ?? '')
      const heads = /^(?:\*\*C-\d+\.\d+\*\*(?:, )?)+/.exec(text)?.[0] ?? ''
      return [...heads.matchAll(/C-\d+\.\d+/g)].map(([id]) => ({ id, isReviewed }))
    })
}

const written = readClauses(read('docs/specs/connector.md'))
const conformance = 'connector-kit/src/conformance'
const suites = readdirSync(join(root, conformance))
  .filter(name => /^(.*-section|corpus|test-(queue|following))\.ts$/.test(name))
  .map(name => read(`${conformance}/${name}`))
/** Tests outside the suites that prove clauses, each by `[C-…]` in a title. */
const others = ['connectors/test/standard.test.ts', 'tools/src/walls.test.ts', 'tools/src/texts.test.ts'].map(read)
const named = new Set([
  ...suites.flatMap(text => [...text.matchAll(/'(C-\d+\.\d+)'/g)].map(([, id = '']) => id)),
  ...others.flatMap(text =>
    [...text.matchAll(/\[((?:C-\d+\.\d+ ?)+)\]/g)].flatMap(([, list = '']) => list.trim().split(' ')),
  ),
])

describe('the standard and its tests', () => {
  test('every clause is proved by a test, or says that people look', () => {
    expect(written.length).toBeGreaterThan(60)
    expect(written.filter(({ id, isReviewed }) => !isReviewed && !named.has(id)).map(({ id }) => id)).toEqual([])
  })

  test('no clause says that people look while a test does', () => {
    expect(written.filter(({ id, isReviewed }) => isReviewed && named.has(id)).map(({ id }) => id)).toEqual([])
  })

  test('no test and no waiver names a clause that is not written, and no clause is written twice', () => {
    const ids = written.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect([...named, ...Object.keys(clauses)].filter(id => !ids.includes(id))).toEqual([])
    const waivers: { clauses: string[] }[] = JSON.parse(read('connectors/waivers.json'))
    expect(waivers.flatMap(waiver => waiver.clauses).filter(id => !ids.includes(id))).toEqual([])
  })

  test('every clause of the table is named by a suite', () => {
    const inSuites = new Set(suites.flatMap(text => [...text.matchAll(/'(C-\d+\.\d+)'/g)].map(([, id]) => id)))
    expect(Object.keys(clauses).filter(id => !inSuites.has(id))).toEqual([])
  })
})

describe('waivers', () => {
  const sections = new Set(['manifest', 'connection', 'source'] as const)
  const waived = (...ids: string[]) =>
    waivedFor([{ connectors: ['a'], clauses: ids, reason: 'because', until: 'then' }], 'a')
  const all = Object.keys(clauses)

  test('a clause without a test and without a waiver is a hole', () => {
    const checked = new Set(all.filter(id => id !== 'C-6.4' && id !== 'C-10.1' && id !== 'C-9.1'))
    expect(findHoles(sections, checked, new Map())).toEqual(['C-6.4'])
    expect(findHoles(sections, checked, waived('C-6.4'))).toEqual([])
  })

  test('a waiver is stale when every test of its clause passes, and not while one fails or none runs', () => {
    const told = (passed: number, failed: number) =>
      findStale(sections, new Map([['C-6.4', { passed, failed }]]), waived('C-6.4'))
    expect(told(2, 0)).toEqual(['C-6.4 is kept: 2 tests passed'])
    expect(told(1, 1)).toEqual([])
    expect(told(0, 0)).toEqual([])
  })

  test('a waiver of a clause that asks nothing of the connector is stale', () => {
    expect(findStale(sections, new Map(), waived('C-10.1'))).toEqual(['C-10.1 asks nothing of this connector'])
    expect(findStale(sections, new Map(), waived('C-99.1'))).toEqual(['C-99.1 is no clause'])
  })

  test('a file that only follows, or only reads a queue, judges nothing else', () => {
    expect(findStale(new Set(['following'] as const), new Map(), waived('C-6.4'))).toEqual([])
    expect(findStale(sections, new Map(), waived('C-9.1'))).toEqual([])
  })

  test('a waiver is for the connectors it names', () => {
    expect(waivedFor([{ connectors: ['b'], clauses: ['C-6.4'], reason: '', until: '' }], 'a').size).toBe(0)
  })
})
