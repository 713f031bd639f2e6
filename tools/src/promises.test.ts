import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLoosePromises, type LoosePromise } from './promises.ts'

const LOOSE: Readonly<Record<string, string>> = {
  statement: 'work()',
  voided: 'void work()',
  derived: 'void work().then(() => 1)',
  later: 'const p = work(); await other(); await p',
  laterInLoop: 'let p = work(); for (;;) { await p; p = work(); await other() }',
  laterOrNull: 'const p = ready ? work() : null; await other(); await p',
  laterInBranch: 'const p = work(); if (ready) await other(); await p',
  laterForAwait: 'const p = work(); for await (const x of stream()) print(x); await p',
  inList: 'const all = [1, 2].map(async n => n); await other(); await Promise.all(all)',
  putAway: 'const p = work(); list.push(p); await other()',
  kept: 'holder.p = work()',
  callback: `emitter.on('data', async () => other())`,
  timer: 'setTimeout(async () => other(), 1)',
}

const SAFE: Readonly<Record<string, string>> = {
  awaited: 'await work()',
  awaitedNext: 'const p = work(); print(1); await p',
  together: 'const p = work(); const q = other(); await Promise.all([p, q])',
  caught: 'work().catch(() => undefined)',
  caughtLater: 'const p = work(); p.catch(() => undefined); await other(); await p',
  both: 'const p = work().then(() => 1, () => 2); await other(); await p',
  heeded: 'const p = awaitedLater(work()); await other(); await p',
  returned: 'const p = work(); return p',
  onlyResolves: 'const p = new Promise<void>(resolve => setTimeout(resolve, 1)); await other(); await p',
  settled: 'const p = Promise.allSettled([work()]); await other(); await p',
  takenOut: 'holder.p = work(); await holder.p',
  putAwayAndAwaited: 'const p = work(); list.push(p); await p',
  tuples: 'const pair = ready ? pairs[0] : null; await other(); void pair?.[0]',
  said: '// never rejects: it cannot\n  void work()',
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-promises-'))
let found: readonly LoosePromise[]
beforeAll(() => {
  const config = { compilerOptions: { target: 'esnext', module: 'esnext', types: [], strict: true, noEmit: true } }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const functions = Object.entries({ ...LOOSE, ...SAFE }).map(
    ([name, body]) => `export async function ${name}(ready: boolean): Promise<unknown> {\n  ${body}\n  return ready\n}`,
  )
  const words = `declare function work(): Promise<void>
declare function other(): Promise<number>
declare function stream(): AsyncIterable<number>
declare function print(value: number): void
declare function setTimeout(work: () => void, ms: number): void
declare function awaitedLater<T>(promise: Promise<T>): Promise<T>
declare const emitter: { on(name: string, work: () => void): void }
declare const holder: { p: Promise<void> }
declare const list: Promise<void>[]
declare const pairs: readonly (readonly [name: string, work: () => void])[]`
  writeFileSync(join(folder, 'planted.ts'), [words, ...functions].join('\n'))
  writeFileSync(join(folder, 'left-out.ts'), 'export async function f(): Promise<void> {}\nf()')
  found = findLoosePromises(folder, path => path === 'planted.ts')
})
afterAll(() => rmSync(folder, { recursive: true }))

// Three lines each and an end; the body stands in the second.
const first = 11
const linesBefore = (name: string): number => {
  const all = Object.entries({ ...LOOSE, ...SAFE })
  const at = all.findIndex(([each]) => each === name)
  return all.slice(0, at).reduce((sum, [, body]) => sum + 3 + body.split('\n').length, 0)
}

test.each(Object.keys(LOOSE))('a promise whose failure nobody hears is found: %s', name => {
  expect(found.map(({ line }) => line)).toContain(first + linesBefore(name) + 1)
})

test('and no other one', () => {
  expect(found).toHaveLength(Object.keys(LOOSE).length)
})
