import { parseJson, toJson } from '@sluice/contract'
import { describe, expect, it, test } from 'vitest'
import { applyCorrections } from './apply-corrections.ts'

const apply = (data: string, ...corrections: string[]): string =>
  toJson(applyCorrections(parseJson(data) as never, corrections)) // the tests give objects

describe('a correction', () => {
  test.each([
    ['{"a":1}', '[{"field":"a","value":"x"}]', '{"a":"x"}'],
    ['{"a":1}', '[{"field":"b","value":null}]', '{"a":1,"b":null}'],
    ['{"a":1,"b":2}', '[{"field":"b"}]', '{"a":1}'],
    ['{"a":{"b":1}}', '[{"field":"a.b","value":""}]', '{"a":{"b":""}}'],
    ['{"a.b":1,"a":{"b":2}}', '[{"field":"a.b","value":3}]', '{"a.b":3,"a":{"b":2}}'],
    ['{"l":[{"q":1},{"q":2}]}', '[{"field":"l[1].q","value":12.50}]', '{"l":[{"q":1},{"q":12.50}]}'],
    ['{"l":[1,2,3]}', '[{"field":"l[0]"}]', '{"l":[2,3]}'],
    ['{}', '[{"field":"a.b.c","value":9007199254740993}]', '{"a":{"b":{"c":9007199254740993}}}'],
    ['{}', '[{"field":"__proto__.x","value":1}]', '{"__proto__":{"x":1}}'],
  ])('%s and %s is %s', (data, changes, expected) => {
    expect(apply(data, changes)).toBe(expected)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('comes after the one before it, and leaves the given content as it is', () => {
    const data = { a: 1, l: [{ q: 1 }] }
    const changed = applyCorrections(data, [
      '[{"field":"a","value":2}]',
      '[{"field":"a","value":3},{"field":"l[0].q"}]',
    ])
    expect(changed).toEqual({ a: 3, l: [{}] })
    expect(data).toEqual({ a: 1, l: [{ q: 1 }] })
    expect(applyCorrections(data, undefined)).toBe(data)
  })

  it('names the field that has no place', () => {
    for (const field of ['a.b', 'l[7].q', 'l.x'])
      expect(() => apply('{"a":1,"l":[1]}', JSON.stringify([{ field, value: 1 }]))).toThrow(
        expect.objectContaining({ code: 'correction.path', value: field }),
      )
    expect(() => apply('{}', '{"field":"a"}')).toThrow(expect.objectContaining({ code: 'correction.change' }))
  })
})
