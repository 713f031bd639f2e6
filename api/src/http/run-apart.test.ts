import { ExactNumber } from '@sluice/contract'
import { runApart } from '@sluice/engine'
import { expect, test } from 'vitest'
import { readContent } from './read-content.ts'
import type { Principal } from './route-handler.ts'

const run = (name: string, given: readonly unknown[] = [], signal?: AbortSignal) =>
  runApart(
    { module: new URL('../testing/apart-samples.ts', import.meta.url), name, given, tenantId: 'a', cpuMs: 1500 },
    signal,
  )

test('what a function returns comes back, exact numerals included', async () => {
  expect(await run('repeat', [{ a: [1, null] }])).toEqual({ given: { a: [1, null] }, exact: new ExactNumber('12.50') })
})

test('what it refuses is refused here; what nobody foresaw keeps its reason for the log', async () => {
  await expect(run('refuseAll')).rejects.toMatchObject({ code: 'invalid.text', field: 'text', value: 'x' })
  const failure = await run('fail').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'internal', message: expect.not.stringContaining('planted') })
  expect(String((failure as Error).cause)).toContain('planted')
})

test.each(['computeForever', 'fillMemory'])('%s ends with a refusal, and the next call is served', async name => {
  await expect(run(name)).rejects.toMatchObject({ code: 'tooLarge.compute', field: 'text' })
  expect(await run('repeat', [1])).toMatchObject({ given: 1 })
})

test('a caller who leaves ends it', async () => {
  const leaving = new AbortController()
  const end = run('computeForever', [], leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(end).rejects.toThrow('gone')
})

const reader = { principal: { tenantId: 'a' } as Principal, signal: new AbortController().signal } // nothing else is asked

test('what takes YAML a second costs the thread that asks next to nothing', async () => {
  const text = Array.from({ length: 12_000 }, (_, at) => `k${at}: 1\n`).join('')
  const before = process.threadCpuUsage()
  const others = process.cpuUsage()
  expect(Object.keys((await readContent(text, reader)) as object)).toHaveLength(12_000)
  const own = process.threadCpuUsage(before)
  const all = process.cpuUsage(others)
  expect(own.user + own.system).toBeLessThan((all.user + all.system) / 4)
})

test('a text of too many values, of too many levels, or with what no JSON can say is refused by its field', async () => {
  const many = { code: 'tooLarge.text', field: 'text' }
  await expect(readContent(`[${'1,'.repeat(200_001)}1]`, reader)).rejects.toMatchObject(many)
  await expect(readContent('- [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]\n'.repeat(13_000), reader)).rejects.toMatchObject(many)
  await expect(readContent('['.repeat(100) + ']'.repeat(100), reader)).rejects.toMatchObject({
    code: 'invalid.importSyntax',
  })
  await expect(readContent('a: .inf', reader)).rejects.toMatchObject({
    code: 'invalid.configNumeral',
    value: 'Infinity',
  })
})
