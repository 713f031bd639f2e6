import { type Data, ExactNumber, parseJson, type RecordHook, toJson } from '@sluice/contract'
import { takeTurn } from '@sluice/contract/testing'
import { describe, expect, test } from 'vitest'
import { compileMapping } from '../map/index.ts'
import { createRecordScripts } from './record-scripts.ts'

const scripts = createRecordScripts('tenant')
/** For those that end by time alone, however long they have. */
const shortly = createRecordScripts('tenant', 200)
const now = new Date('2026-01-15T12:00:00Z')

interface RunOptions {
  readonly hook?: RecordHook
  readonly runner?: typeof scripts
}
const run = (code: string, inputs: readonly Data[], { hook = 'beforeMapping', runner = scripts }: RunOptions = {}) =>
  runner.run({ code, hook, now, rows: inputs.map(input => ({ input })) })

const map = async (code: string, rows: readonly Data[], explain = false) => {
  const fields = [{ target: 'code', value: { kind: 'template' as const, template: '{{no}}' } }]
  const mapper = compileMapping({ copyAll: false, fields, script: { code }, explain }, { now: () => now, scripts })
  return mapper.mapPage(rows)
}

const numbered = (count: number): Data[] => Array.from({ length: count }, (_, n) => ({ n }))

describe('a script over records', () => {
  test('changes the record before its fields are mapped, and what was mapped; the mapping says what', async () => {
    const code = `export function beforeMapping(record: any) { record.no = 'SO-' + record.no; delete record.odd }
      export const afterMapping = (target: any, ctx: any) => ({ ...target, size: ctx.record.no.length })`
    expect(await map(code, [{ no: '1', odd: null }], true)).toEqual([
      expect.objectContaining({
        kind: 'mapped',
        data: { code: 'SO-1', size: 4 },
        scripted: [
          { hook: 'beforeMapping', field: 'no', before: '"1"', after: '"SO-1"' },
          { hook: 'beforeMapping', field: 'odd', before: 'null', after: null },
          { hook: 'afterMapping', field: 'size', before: null, after: '4' },
        ],
      }),
    ])
    expect(await map(code, [{ no: '1' }])).toEqual([{ kind: 'mapped', data: { code: 'SO-1', size: 4 } }])
  })

  test('refuses one record with its reason, by itself or by a mistake, and no other', async () => {
    const code = `export function beforeMapping(record: any, ctx: any) {
  if (record.n === 1) ctx.refuse('no customer')
  if (record.n === 2) return record.missing.field
  if (record.n === 3) return [record]
  if (record.n === 4) throw { odd: 1 }
}
export const afterMapping = async (target: any) => target`
    expect(await run(code, numbered(6))).toEqual([
      { data: { n: 0 } },
      { problem: { field: 'script', code: 'script.refused', message: 'no customer' } },
      {
        problem: expect.objectContaining({
          code: 'script.failed',
          message: expect.stringContaining('beforeMapping, line 3, column 44'),
        }),
      },
      {
        problem: expect.objectContaining({
          code: 'script.failed',
          message: expect.stringContaining('gives back a record'),
        }),
      },
      { problem: expect.objectContaining({ code: 'script.failed', message: expect.stringContaining('{"odd":1}') }) },
      { data: { n: 5 } },
    ])
    expect(await run(code, [{}], { hook: 'afterMapping' })).toEqual([
      { problem: expect.objectContaining({ message: expect.stringContaining('cannot wait') }) },
    ])
  })

  test('keeps every value over the border: digits, null, missing, empty, bytes, names of objects', async () => {
    const text =
      '{"id":12345678901234567890,"price":12.50,"tiny":1e-400,"none":null,"empty":"","zero":-0,"list":[1,[],{}],"__proto__":{"a":1},"中":"\\u0000\\ud83d\\ude00"}'
    const data = parseJson(text) as Data
    const code = `export function beforeMapping(record) { if (Object.hasOwn(record, 'absent')) throw 1; record.next = record.id + 1n }`
    const [made] = await run(code, [data])
    expect(toJson((made as { data: Data }).data)).toBe(
      toJson({ ...data, next: new ExactNumber('12345678901234567891') }).replace('"zero":-0', '"zero":0'),
    )
  })

  test.each(['record.x = 0 / 0', 'record.x = () => 1', 'record.x = Infinity'])(
    'refuses what is no value: %s',
    async change => {
      const code = `export function beforeMapping(record) { ${change} }`
      expect(await run(code, [{ n: 1 }])).toEqual([
        {
          problem: expect.objectContaining({
            code: 'script.failed',
            message: expect.stringContaining('Field "x": is '),
          }),
        },
      ])
    },
  )

  test('gives the same whenever it runs: one moment, no chance, no way out', async () => {
    const code = `export function beforeMapping(record, ctx) {
      return { now: [ctx.now(), Date.now(), +new Date(), new Date(0).getTime(), new Date() instanceof Date],
        names: Object.keys(ctx).join(), out: [typeof fetch, typeof host, typeof require, typeof process].join() } }`
    const ms = now.getTime()
    expect(await run(code, [{}])).toEqual([
      {
        data: {
          now: [ms, ms, ms, 0, true],
          names: 'refuse,now,hash,hmac,base64,unbase64',
          out: 'undefined,undefined,undefined,undefined',
        },
      },
    ])
    expect(await run('export const beforeMapping = () => ({ n: Math.random() })', [{}])).toEqual([
      { problem: expect.objectContaining({ message: expect.stringContaining('no chance') }) },
    ])
  })

  test('says of a text that cannot be read where it is wrong, and refuses the page', async () => {
    const [outcome] = await map('export function afterMapping(target {', [{ no: '1' }])
    expect(outcome).toMatchObject({
      kind: 'refused',
      problems: [{ field: 'script', code: 'script.source', value: '1:37' }],
    })
    expect(await map('export const other = 1', [{ no: '1' }])).toEqual([{ kind: 'mapped', data: { code: '1' } }])
  })
})

describe('a hostile script costs the records it is hostile to', () => {
  const at = (n: number, does: string): string =>
    `export function beforeMapping(record) { if (record.n === ${n}) { ${does} } }`
  test.each<readonly [does: string, code: string]>([
    ['for (;;) {}', 'script.time'],
    ['return "x".repeat(2 ** 29)', 'script.memory'],
    // Time and memory again, by ways that take seconds.
    ...takeTurn<readonly [string, string]>([
      ['const all = []; for (;;) all.push("x".repeat(1e6) + all.length)', 'script.'],
      ['new Array(1e9).join()', 'script.'],
    ]),
    ['const f = () => f(); f()', 'script.failed'],
    ['let e = new Error(); Object.defineProperty(e, "message", { get() { throw 1 } }); throw e', 'script.failed'],
  ])('%s', async (does, code) => {
    const outcomes = await run(at(137, does), numbered(300), { runner: code === 'script.failed' ? scripts : shortly })
    const refused = outcomes.flatMap((outcome, n) => ('problem' in outcome ? [[n, outcome.problem.code]] : []))
    expect(refused).toEqual([[137, expect.stringContaining(code)]])
  })

  test('records whose results are too long together are crossed over in parts', async () => {
    const outcomes = await run(
      'export const beforeMapping = ({ n }) => ({ n, text: "x".repeat(2e5), list: new Array(4000).fill(n) })',
      numbered(200),
    )
    expect(outcomes.map(each => 'data' in each && each.data['n'])).toEqual(numbered(200).map(({ n }) => n))
  })

  test('a record of more values than are read in passing is refused alone', async () => {
    const outcomes = await run(at(3, 'return { a: new Array(6e5).fill(0) }'), numbered(5))
    const refused = outcomes.flatMap((outcome, n) => ('problem' in outcome ? [[n, outcome.problem.code]] : []))
    expect(refused).toEqual([[3, 'script.output']])
  })

  test('one that is hostile to all ends after three', async () => {
    const outcomes = await run('export function beforeMapping() { for (;;) {} }', numbered(50), { runner: shortly })
    expect(outcomes).toHaveLength(50)
    expect(outcomes.every(each => 'problem' in each && each.problem.code === 'script.time')).toBe(true)
  })

  test('one that is only slow ends with all records', async () => {
    const turning = (turns: number): string =>
      `export function beforeMapping() { for (let i = 0; i < ${turns}; i++) Math.sqrt(i) }`
    await run(turning(1), numbered(1))
    const beganMs = performance.now()
    await run(turning(5e5), numbered(1))
    // 20 ms a record on this machine: all of them take four times what one crossing may.
    const turns = Math.ceil((5e5 * 20) / (performance.now() - beganMs))
    const outcomes = await run(turning(turns), numbered(40), { runner: shortly })
    expect(outcomes).toHaveLength(40)
    expect(outcomes.filter(each => 'problem' in each)).toEqual([])
  })

  test.each([
    'Array.prototype.push = () => { throw 1 }; JSON.stringify = () => "[]"; JSON.parse = () => []',
    'Object.prototype.data = { forged: 1 }; Error.prototype.toString = () => "x"',
    'globalThis.host = 1; Object.freeze = () => ({ host }); Promise.prototype.then = 1',
  ])('what it does to the language meets nobody else: %s', async code => {
    const whole = `${code}; export const beforeMapping = record => ({ ...record, ok: true })`
    expect(await run(whole, numbered(2))).toEqual([{ data: { n: 0, ok: true } }, { data: { n: 1, ok: true } }])
    expect(({} as { data?: unknown }).data).toBeUndefined()
  })
})
