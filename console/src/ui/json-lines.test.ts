import { describe, expect, it } from 'vitest'
import { layOutJson, writeJson } from './json-lines.ts'

const layOut = (text: string) => writeJson(layOutJson(text) ?? [])

describe('layOutJson', () => {
  it('keeps every numeral as it came', () => {
    const text = '{"id":9007199254740993,"price":12.50,"huge":1e400,"zero":-0,"small":0.0000001}'
    for (const numeral of ['9007199254740993', '12.50', '1e400', '-0', '0.0000001'])
      expect(layOut(text)).toContain(numeral)
  })
  it('lays out members, lists and empty brackets', () => {
    expect(layOut('{"a":[1,{"b":null}],"c":{},"d":[],"e":"x, {y}: \\"z\\""}')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": [],\n  "e": "x, {y}: \\"z\\""\n}',
    )
  })
  it('knows where each bracket closes and how much is in it', () => {
    const lines = layOutJson('{"e":[],"a":[1,2,3]}') ?? []
    expect(lines.map(line => [line.value, line.end, line.size])).toEqual([
      ['{', 7, 2],
      ['[]', null, 0],
      ['[', 6, 3],
      ['1', null, 0],
      ['2', null, 0],
      ['3', null, 0],
      [']', null, 0],
      ['}', null, 0],
    ])
  })
  it('takes a bare value', () => {
    expect(layOut('"text"')).toBe('"text"')
    expect(layOut(' 12.00 ')).toBe('12.00')
  })
  it.each(['', '{', '{"a":}', '<html>', "{'a':1}"])('is null for %j', text => {
    expect(layOutJson(text)).toBeNull()
  })
})
