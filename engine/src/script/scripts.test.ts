import type { ScriptTask } from '@sluice/connector-kit'
import { ExactNumber, type ScriptLine } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { describe, expect, test } from 'vitest'
import { createScripts } from './create-scripts.ts'

const scripts = createScripts({ database: null as unknown as Database }, 'tenant') // nothing here reads the database
const lines: ScriptLine[] = []
const facts = { params: { secret: 's3' }, app: {}, auth: {}, purpose: 'read' } as const

const run = (code: string, input: ScriptTask['input'] = { n: 1 }, rest: Partial<ScriptTask> = {}) =>
  scripts.run({
    code,
    hook: 'beforeRequest',
    input,
    facts,
    call: async () => null,
    log: line => void lines.push(line),
    ...rest,
  })

describe('a script', () => {
  test('is TypeScript; what it gives back counts, else its changed input', async () => {
    const typed = `interface R { n: number; s?: string }
      export function beforeRequest(request: R, ctx: any) { request.n += 1; request.s = ctx.hmac('sha256', ctx.params.secret, 'x') }`
    expect(await run(typed)).toEqual({ n: 2, s: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await run('export const beforeRequest = async () => ({ other: [1, null, "x"] })')).toEqual({
      other: [1, null, 'x'],
    })
  })

  test('keeps numbers that a double would not', async () => {
    const input = { id: new ExactNumber('12345678901234567890'), price: new ExactNumber('0.10') }
    expect(
      JSON.stringify(await run('export function beforeRequest(r) { return { ...r, next: r.id + 1n } }', input)),
    ).toBe(JSON.stringify({ ...input, next: new ExactNumber('12345678901234567891') }))
  })

  test('says which functions it has, once per text', async () => {
    const code = 'export function connect() {}; export const afterResponse = (a: string) => a; export const other = 1'
    expect(await scripts.inspect(code)).toEqual(['connect', 'afterResponse'])
    expect(await scripts.inspect(code)).toEqual(['connect', 'afterResponse'])
  })

  test('asks its far system, logs and sleeps', async () => {
    lines.length = 0
    const asked: unknown[] = []
    const code = `export async function beforeRequest(r: any, ctx: any) {
      const answers = await Promise.all([ctx.call({ path: '/a' }), ctx.call({ path: '/b' })])
      await ctx.sleep(20); ctx.log('got', answers); return answers.map(each => each.body) }`
    const call = async (request: unknown) => {
      asked.push(request)
      return { body: asked.length }
    }
    expect(await run(code, {}, { call })).toEqual([1, 2])
    expect(asked).toEqual([{ path: '/a' }, { path: '/b' }])
    expect(lines).toEqual([{ hook: 'beforeRequest', level: 'info', text: 'got [{"body":1},{"body":2}]' }])
  })

  test('hears of a refused request as of any error', async () => {
    const call = async () => Promise.reject(new Error('no way'))
    const code = `export async function beforeRequest(r, ctx) { try { await ctx.call({}) } catch (e) { return e.message } }`
    expect(await run(code, {}, { call })).toBe('no way')
  })
})

describe('a fault names its place in the TypeScript', () => {
  test.each([
    ['const a: = 5', 'script.source', '1:10'],
    ['// 中文\nconst x: string = "中文"; const b: = 5', 'script.source', '2:34'],
    ['let x = 1\nenum A { B }', 'script.source', '2:1'],
    [
      'export function beforeRequest(r: any) {\n  const none: { a?: any } = {}\n  return none.a.b\n}',
      'script.failed',
      '3:16',
    ],
    ['export async function beforeRequest() {\n  await null\n  throw new TypeError("bad")\n}', 'script.failed', '3:22'],
    ['export function beforeRequest() {\n  missing()\n}', 'script.failed', '2:3'],
    ['throw new Error("at once")', 'script.source', '1:16'],
  ])('%j', async (code, expected, value) => {
    await expect(run(code)).rejects.toMatchObject({ code: expected, value, field: 'script.code' })
  })

  test('and its limit where it has none', async () => {
    await expect(run('export const other = 1')).rejects.toMatchObject({ code: 'script.source' })
    await expect(run('export const beforeRequest = () => new Promise(() => {})')).rejects.toMatchObject({
      code: 'script.failed',
    })
    await expect(run('export const beforeRequest = (r, ctx) => ctx.sleep(5000)')).rejects.toMatchObject({
      code: 'script.failed',
    })
    await expect(run('await new Promise(() => {}); export const beforeRequest = 1')).rejects.toMatchObject({
      code: 'script.source',
    })
  })
})
