import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Waiver } from '@sluice/connector-kit/conformance'
import { describe, expect, inject, test } from 'vitest'
import { connectors } from '../src/registry.ts'
import { type ConnectorFolder, findMissingRuns } from './conformance-runs.ts'

const src = join(import.meta.dirname, '../src')
const main = join(import.meta.dirname, '../../main/src')

/** Sources by path beneath the connectors' folder, without stand-ins of far systems. */
function readFolder(id: string): { path: string; text: string; isTest: boolean }[] {
  return readdirSync(join(src, id), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => ({
      path: `${id}/${path}`,
      text: readFileSync(join(src, id, path), 'utf8'),
      isTest: path.endsWith('.test.ts'),
    }))
}

/** Following needs a server of its own, so its runs stand beside the product. */
function readFollowing(id: string): string[] {
  const path = join(main, `follow-${id}.test.ts`)
  return existsSync(path) ? [readFileSync(path, 'utf8')] : []
}

const ids = readdirSync(src, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && existsSync(join(src, entry.name, 'index.ts')))
  .map(entry => entry.name)

describe('the standard', () => {
  test('a connector is a folder of its own name, and all are registered [C-1.1]', () => {
    expect(connectors.map(({ manifest }) => manifest.id).toSorted()).toEqual(ids.toSorted())
    for (const id of ids)
      expect(readFileSync(join(src, id, 'index.ts'), 'utf8'), `${id} exports by default`).toMatch(/^export default /m)
  })

  test('what is written into a source is judged: whether it may change the external system', () => {
    // A filter of MongoDB is refused with scripts in it; values of assets and statements fill what the tenant has published.
    const known = ['mongodb.filter', 'asset_values', 'statement_values']
    const unjudged = connectors.flatMap(({ manifest, mayChange }) =>
      manifest.sourceParams
        .filter(({ type }) => ['code', 'keyvalue', 'textarea'].includes(type))
        .filter(({ field }) => !known.includes(field) && !known.includes(`${manifest.id}.${field}`))
        .filter(() => !mayChange)
        .map(({ field }) => `${manifest.id}.${field}`),
    )
    expect(unjudged).toEqual([])
  })

  test('no connector opens a socket of its own, reads the environment or writes to the console [C-1.3]', () => {
    const forbidden =
      /\bprocess\.env\b|\bconsole\.\w+\(|\b(?:await|return|=) fetch\(|import \{[^}]*\b(connect|createConnection|request|Socket|Agent|Client|fetch)\b[^}]*\} from '(node:(net|tls|https?|http2|dgram)|undici)'/
    const found = ids
      .flatMap(readFolder)
      .filter(({ path, isTest }) => !isTest && !/\/(testing|.*-server)\.ts$/.test(path))
      .filter(({ text }) =>
        forbidden.test(
          text.replaceAll(/\btype (\w+)|^import type .*$/gm, '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
        ),
      )
      .map(({ path }) => path)
    expect(found).toEqual([])
  })

  test('every registered connector passes the suites that are its own, and no waiver is left over [C-1.4]', () => {
    const folders = connectors.map(({ manifest: { id } }): ConnectorFolder => {
      const files = readFolder(id)
      return {
        id,
        sources: files.filter(file => !file.isTest).map(file => file.text),
        tests: [...files.filter(file => file.isTest).map(file => file.text), ...readFollowing(id)],
      }
    })
    const today = new Date().toISOString().slice(0, 10)
    expect(findMissingRuns(folders, inject('waivers') ?? [], today)).toEqual([])
  })
})

describe('the walk over the connectors', () => {
  const run = 'testConnector({ connector })'
  const folder = (change: Partial<ConnectorFolder> = {}): ConnectorFolder => ({
    id: 'shop',
    sources: [],
    tests: [run],
    ...change,
  })
  const waive = (clause: string, change: Partial<Waiver> = {}): Waiver[] => [
    { connectors: ['shop'], clauses: [clause], reason: 'because', until: 'never: so it is', ...change },
  ]
  const find = (one: ConnectorFolder, waivers: readonly Waiver[] = []) => findMissingRuns([one], waivers, '2026-01-01')

  test('finds a connector without a run, also where the call is only a comment', () => {
    expect(find(folder())).toEqual([])
    expect(find(folder({ tests: [] }))).toEqual(['shop: no run of testConnector'])
    expect(find(folder({ tests: [`// ${run}`] }))).toEqual(['shop: no run of testConnector'])
    expect(find(folder({ tests: [] }), waive('C-1.4'))).toEqual([])
    expect(find(folder(), waive('C-1.4'))).toEqual(['shop: has a run, and C-1.4 is waived'])
  })

  test('finds a source that follows or reads a queue without its suite', () => {
    const queue = { sources: ['return new QueueSource(reader)'] }
    expect(find(folder(queue))).toEqual(['shop: no run of testQueue'])
    expect(find(folder({ ...queue, tests: [run, 'testQueue({})'] }))).toEqual([])
    expect(find(folder(queue), waive('C-9.1'))).toEqual([])
    expect(find(folder(), waive('C-9.1'))).toEqual(['shop: testQueue is waived and asks nothing of it'])
    expect(find(folder({ sources: ['return followTable(followed, request)'] }))).toEqual([
      'shop: no run of testFollowing',
    ])
    expect(find(folder({ sources: [`follows: 'changes'`], tests: [run, 'testFollowing({})'] }))).toEqual([])
  })

  test('finds waivers of connectors that are gone, without a reason, and past their day', () => {
    expect(find(folder(), waive('C-6.4', { connectors: ['gone'] }))).toEqual(['gone: waived, and no connector'])
    expect(find(folder(), waive('C-6.4', { reason: ' ' }))).toEqual(['shop: a waiver without reason or end'])
    expect(find(folder(), waive('C-6.4', { until: '2025-12-31' }))).toHaveLength(1)
    expect(find(folder(), waive('C-6.4', { until: '2026-12-31' }))).toEqual([])
  })
})
