import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorKind, createConnector } from './new-connector.ts'
import { refuseName } from './new-folder.ts'
import { findTextProblems } from './texts.ts'
import { root as tree } from './tree.ts'

const run = promisify(execFile)
let root: string
let files: string[]

/** A tree of its own with the new connector alone in it; the rooms it leans on are the real ones. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-new-'))
  mkdirSync(join(root, 'connectors/src'), { recursive: true })
  symlinkSync(join(tree, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  files = createConnector(root, 'ticket-desk')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs a tool in the tree; what it said when it failed. */
const tool = (name: string, args: readonly string[]): Promise<string | null> =>
  run(join(tree, 'node_modules/.bin', name), args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } }).then(
    () => null,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
  )

// Three programs are started, and the machine may be busy with other tests.
describe('a new connector', { timeout: 180_000 }, () => {
  test('has every file of one, and is registered', () => {
    expect(files.map(path => path.replace('connectors/src/ticket-desk/', ''))).toEqual([
      'README.md',
      'index.ts',
      'manifest.ts',
      'sentences.pt.ts',
      'sentences.tw.ts',
      'source.ts',
      'target.ts',
      'testing.ts',
      'ticket-desk.test.ts',
    ])
    const registry = readFileSync(join(root, 'connectors/src/registry.ts'), 'utf8')
    expect(registry).toContain("import ticketDesk from './ticket-desk/index.ts'")
    const left = files.filter(path => readFileSync(join(root, path), 'utf8').includes('__'))
    expect(left, 'no place of a template is left').toEqual([])
  })

  test('says everything in four languages', () => {
    const sources = files
      .filter(path => path.endsWith('.ts'))
      .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    expect(findTextProblems(sources)).toEqual([])
  })

  test('is formatted and lints without a word', async () => {
    writeFileSync(
      join(root, 'biome.json'),
      readFileSync(join(tree, 'biome.json'), 'utf8').replace('"enabled": true', '"enabled": false'),
    )
    expect(await tool('biome', ['ci', '--colors=off', '--error-on-warnings', 'connectors'])).toBeNull()
  })

  test('compiles', async () => {
    const include = ['connectors/src/**/*.ts']
    writeFileSync(
      join(root, 'tsconfig.json'),
      JSON.stringify({ extends: join(tree, 'tsconfig.json'), include, exclude: [] }),
    )
    expect(await tool('tsc', ['--noEmit', '-p', '.'])).toBeNull()
  })

  test('passes the conformance suite without a waiver', async () => {
    writeFileSync(join(root, 'vitest.config.ts'), 'export default { test: { provide: { waivers: [] } } }\n')
    expect(await tool('vitest', ['run', '--root', root, '--config', join(root, 'vitest.config.ts')])).toBeNull()
  })
})

describe('a name is refused', () => {
  const taken = ['http', 'sandbox-shop', 'x1']

  test.each([
    ['', /^Say how/],
    ['My Shop', /small letters/],
    ['a', /2 to 40/],
    ['a'.repeat(41), /2 to 40/],
    ['1shop', /begin with a letter/],
    ['shop-', /hyphen/],
    ['a--b', /hyphen/],
    ['../shop', /small letters/],
    ['class', /reserved/],
    ['connectors', /reserved/],
    ['http', /connector http already/],
    ['x-1', /reads like x1/],
  ])('"%s"', (name, reason) => {
    expect(refuseName(connectorKind, name, taken, 'connectors/src')).toMatch(reason)
  })

  test.each(['my-shop', 'erp2', 'sandbox-erp'])('and "%s" is not', name => {
    expect(refuseName(connectorKind, name, taken, 'connectors/src')).toBeNull()
  })

  test('and nothing is written then', () => {
    expect(() => createConnector(root, 'ticket-desk')).toThrow(/already/)
    expect(() => createConnector(root, 'Ticket')).toThrow(/small letters/)
  })
})
