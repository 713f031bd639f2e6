import { describe, expect, test } from 'vitest'
import type { ConfigKind } from '../../admin/config/contract.ts'
import type { Json, JsonObject } from '../../admin/config/index.ts'
import { countEdits, mergeDocuments, type SpecDocument } from './merge-specs.ts'

const one = (spec: Json, kind: ConfigKind = 'strategy', key = 'P-SO'): readonly SpecDocument[] =>
  spec === undefined ? [] : [{ kind, key, spec }]
const merge = (base: Json, mine: Json, theirs: Json, kind: ConfigKind = 'strategy') =>
  mergeDocuments({ base: one(base, kind), mine: one(mine, kind), theirs: one(theirs, kind) })
const field = (target: string, template: string, rest: object = {}): JsonObject => ({
  target,
  value: { kind: 'template', template },
  ...rest,
})
const mapping = (...fields: readonly JsonObject[]): JsonObject => ({ mapping: { fields } })
const specOf = (merged: ReturnType<typeof merge>): Json => merged.documents[0]?.spec
const askedFor = (merged: ReturnType<typeof merge>) =>
  merged.conflicts.map(({ path, base, mine, theirs }) => [path, base, mine, theirs])

describe('fields of a mapping', () => {
  test('are told by their targets wherever they stand, also in lines and objects', () => {
    const lines = (...fields: readonly JsonObject[]) => ({
      target: 'lines',
      value: { kind: 'lines', source: 'items', fields },
    })
    const merged = merge(
      mapping(field('no', '{{no}}'), lines(field('sku', '{{sku}}'), field('qty', '{{qty}}'))),
      mapping(field('no', '{{no}}'), lines(field('sku', '{{sku}}'), field('mine', '1'), field('qty', '{{amount}}'))),
      mapping(
        field('new', '2'),
        lines(field('qty', '{{qty}}', { type: 'decimal' }), field('sku', '{{code}}')),
        field('no', '{{no}}'),
      ),
    )
    expect(merged.conflicts).toEqual([])
    expect(specOf(merged)).toEqual(
      mapping(
        field('new', '2'),
        lines(field('qty', '{{amount}}', { type: 'decimal' }), field('sku', '{{code}}'), field('mine', '1')),
        field('no', '{{no}}'),
      ),
    )
    expect(merged.kept).toBe(2)
  })

  test('that both changed otherwise are asked for by their place, and mine stays unless theirs is chosen', () => {
    const three = [mapping(field('price', 'a')), mapping(field('price', 'b')), mapping(field('price', 'c'))] as const
    const merged = merge(...three)
    expect(askedFor(merged)).toEqual([['spec.mapping.fields[target=price].value.template', '"a"', '"b"', '"c"']])
    expect(specOf(merged)).toEqual(three[1])
    const [base, mine, theirs] = three.map(each => one(each))
    const choices = { [merged.conflicts[0]?.id ?? '']: 'theirs' } as const
    const chosen = mergeDocuments({ base: base ?? [], mine: mine ?? [], theirs: theirs ?? [] }, choices)
    expect(chosen.documents[0]?.spec).toEqual(three[2])
    expect(chosen.conflicts).toEqual(merged.conflicts)
  })

  test('deleted here and changed there, or the other way round, are asked for', () => {
    const [a, b] = [field('a', '1'), field('b', '2')]
    const path = 'spec.mapping.fields[target=b]'
    const changed = field('b', '3')
    const here = merge(mapping(a, b), mapping(a), mapping(a, changed))
    expect(askedFor(here)).toEqual([[path, JSON.stringify(b), null, JSON.stringify(changed)]])
    expect(specOf(here)).toEqual(mapping(a))
    const there = merge(mapping(a, b), mapping(a, changed), mapping(a))
    expect(askedFor(there)).toEqual([[path, JSON.stringify(b), JSON.stringify(changed), null]])
    expect(specOf(there)).toEqual(mapping(a, changed))
  })

  test('added by both otherwise are asked for, and none is lost', () => {
    const merged = merge(
      mapping(),
      mapping(field('x', '1'), field('y', '1')),
      mapping(field('z', '1'), field('x', '2')),
    )
    expect(merged.conflicts.map(each => each.path)).toEqual(['spec.mapping.fields[target=x]'])
    expect(specOf(merged)).toEqual(mapping(field('z', '1'), field('x', '1'), field('y', '1')))
  })

  test('whose value becomes one of another kind are one thing, never half of each', () => {
    const constant = { target: 'price', value: { kind: 'constant', value: '0' } }
    const merged = merge(mapping(field('price', 'a')), mapping(constant), mapping(field('price', 'b')))
    expect(merged.conflicts.map(each => each.path)).toEqual(['spec.mapping.fields[target=price].value'])
    expect(specOf(merged)).toEqual(mapping(constant))
  })

  test('moved here stay where they were moved to; moved on both sides otherwise are asked for once', () => {
    const [a, b, c] = [field('a', '1'), field('b', '2'), field('c', '3')]
    const moved = merge(mapping(a, b, c), mapping(c, a, b), mapping(a, b, field('d', '4'), c))
    expect([specOf(moved), moved.conflicts, moved.kept]).toEqual([mapping(c, a, b, field('d', '4')), [], 1])
    const both = merge(mapping(a, b, c), mapping(c, a, b), mapping(b, a, c))
    expect(askedFor(both)).toEqual([['spec.mapping.fields', '["a","b","c"]', '["c","a","b"]', '["b","a","c"]']])
  })
})

test('null, missing and "" are three things', () => {
  const values: readonly Json[] = [null, undefined, '']
  const spec = (remark: Json): Json => ({ name: 'SO', ...(remark === undefined ? {} : { remark }) })
  for (const base of values)
    for (const mine of values)
      for (const theirs of values) {
        const merged = merge(spec(base), spec(mine), spec(theirs))
        const isAsked = mine !== theirs && mine !== base && theirs !== base
        expect([base, mine, theirs, merged.conflicts.length]).toEqual([base, mine, theirs, isAsked ? 1 : 0])
        expect(specOf(merged)).toEqual(spec(mine === base ? theirs : mine))
      }
})

test('numbers and digits stay as they are', () => {
  const spec = (rate: Json, text: string) => ({ rate, text })
  const merged = merge(spec(1, '1'), spec(9007199254740991, '1'), spec(1, '123456789012345678901234567890.10'))
  expect(specOf(merged)).toEqual(spec(9007199254740991, '123456789012345678901234567890.10'))
})

describe('lists', () => {
  test('of tags and strategies are sets: each is there or not, and none that is none', () => {
    const merged = merge({ tags: ['a', 'b'] }, { tags: ['b', 'mine'] }, { tags: ['a', 'b', 'c'] })
    expect([specOf(merged), merged.conflicts]).toEqual([{ tags: ['b', 'mine', 'c'] }, []])
    const none = merge({}, { tags: ['mine'] }, { tags: ['theirs'] })
    expect([specOf(none), none.conflicts]).toEqual([{ tags: ['mine', 'theirs'] }, []])
  })

  test('without names are one value', () => {
    const spec = (...key: string[]) => ({ source: { key } })
    const merged = merge(spec('id'), spec('id', 'line'), spec('no'))
    expect(askedFor(merged)).toEqual([['spec.source.key', '["id"]', '["id","line"]', '["no"]']])
    const filter = (value: string) => ({ source: { filter: [[{ field: 'state', logic: 'eq', value }]] } })
    expect(merge(filter('1'), filter('2'), filter('3')).conflicts.map(each => each.path)).toEqual([
      'spec.source.filter',
    ])
  })

  test('of a value map are told by a; one that tells no lines leaves them alone', () => {
    const spec = (...lines: readonly string[]) => ({
      lines: lines.map(each => ({ a: each.charAt(0), b: each.slice(1) })),
    })
    const merged = merge(spec('A1', 'B2', 'C3'), spec('A9', 'B2', 'C3', 'M7'), spec('A1', 'B5', 'D4'), 'mapping')
    expect([specOf(merged), merged.conflicts]).toEqual([spec('A9', 'B5', 'M7', 'D4'), []])
    const silent = merge(spec('A1'), { remark: 'long' }, spec('A1'), 'mapping')
    expect([specOf(silent), silent.conflicts]).toEqual([{ remark: 'long' }, []])
    const asked = merge(spec('A1'), { remark: 'long' }, spec('A2'), 'mapping')
    expect([specOf(asked), asked.conflicts.map(each => each.path)]).toEqual([{ remark: 'long' }, ['spec.lines']])
  })
})

describe('a whole object', () => {
  const [old, next] = [{ name: 'old' }, { name: 'next' }]
  const paths = (base: Json, mine: Json, theirs: Json) => {
    const merged = merge(base, mine, theirs)
    return [specOf(merged), merged.conflicts.map(each => each.path)]
  }
  test('deleted here stays so while nothing else is said of it', () => {
    expect(paths(old, undefined, old)).toEqual([undefined, []])
    expect(paths(old, undefined, next)).toEqual([undefined, ['']])
  })
  test('that the package has no longer goes, unless it was changed here', () => {
    expect(paths(old, old, undefined)).toEqual([undefined, []])
    expect(paths(old, next, undefined)).toEqual([next, ['']])
  })
  test('that is new there and here already is asked for, and not overwritten', () => {
    expect(paths(undefined, old, next)).toEqual([old, ['']])
    expect(paths(undefined, undefined, next)).toEqual([next, []])
  })
})

describe('what is hostile', () => {
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const
  const options = (value: string): Json => ({ options: Object.fromEntries(odd.map(each => [each, value])) })

  test('names that every object has are fields like any other', () => {
    const merged = merge({ options: {} }, { options: {} }, options('1'))
    expect(JSON.stringify(specOf(merged))).toBe(JSON.stringify(options('1')))
    expect(merge(options('1'), options('2'), options('3')).conflicts.map(each => each.path)).toEqual(
      odd.map(each => `spec.options.${each}`),
    )
    const named = (value: string): Json => mapping(...odd.map(each => field(each, value)))
    expect(merge(named('1'), named('2'), named('3')).conflicts).toHaveLength(odd.length)
    expect(Object.hasOwn(Object.prototype, '1')).toBe(false)
    expect(({} as Record<string, unknown>)['options']).toBeUndefined()
    const choices = JSON.parse('{"__proto__":"theirs"}') as Record<string, 'theirs'>
    expect(mergeDocuments({ base: one('1'), mine: one('2'), theirs: one('3') }, choices).documents).toEqual(one('2'))
  })

  test('what is endlessly deep is one value, and ends', () => {
    const deep = (inner: Json): Json => {
      let value = inner
      for (let at = 0; at < 200_000; at += 1) value = at % 2 === 0 ? [value] : { a: value }
      return { deep: value }
    }
    const merged = merge(deep(1), deep(2), deep(3))
    expect(askedFor(merged)).toEqual([['', '…', '…', '…']])
    expect(merge(deep(1), deep(1), deep(3)).conflicts).toEqual([])
    expect(merge(deep(1), deep(2), deep(1)).kept).toBe(1)
  })

  test('places that read alike have names of their own', () => {
    const spec = (value: string) => ({ options: { 'a.b': value, a: { b: value } } })
    const { conflicts } = merge(spec('1'), spec('2'), spec('3'))
    expect(conflicts.map(each => each.path)).toEqual(['spec.options.a.b', 'spec.options.a.b'])
    expect(new Set(conflicts.map(each => each.id)).size).toBe(2)
  })
})

test('edits since the installation are counted field by field', () => {
  const base = [...one(mapping(field('a', '1'), field('b', '2'))), ...one({ lines: [] }, 'mapping', 'P-units')]
  const mine = one({ ...mapping(field('a', '9', { type: 'string' }), field('b', '2'), field('c', '3')), remark: 'x' })
  // A template, a type, a field, a remark, and the map that is gone.
  expect(countEdits(base, mine)).toBe(5)
  expect(countEdits(base, base)).toBe(0)
})

test('thirty strategies and maps of ten thousand lines take not much more work than to read them', () => {
  const lines = (by: (at: number) => string) =>
    Array.from({ length: 10_000 }, (_, at) => ({ a: `code ${at}`, b: by(at), remark: '' }))
  const documents = (by: (at: number) => string, template: (at: number) => string): readonly SpecDocument[] =>
    Array.from({ length: 30 }, (_, at) => [
      ...one({ lines: lines(by) }, 'mapping', `P-map ${at}`),
      ...one(
        mapping(...Array.from({ length: 200 }, (_unused, index) => field(`f${index}`, template(index)))),
        'strategy',
        `P-${at}`,
      ),
    ]).flat()
  const given = {
    base: documents(() => 'b', String),
    mine: documents(
      at => (at % 100 === 0 ? 'mine' : 'b'),
      at => (at === 7 ? 'mine' : `${at}`),
    ),
    theirs: documents(
      at => (at % 100 === 1 || at % 1000 === 0 ? 'theirs' : 'b'),
      at => (at === 9 ? 'theirs' : `${at}`),
    ),
  }
  const workOf = (act: () => unknown): number => {
    const start = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const merging = workOf(() => {
    const merged = mergeDocuments(given)
    expect([merged.conflicts.length, merged.kept]).toEqual([30 * 10, 30 * (90 + 1)])
  })
  const whole = JSON.stringify(given)
  // Of work, not of the clock, nor of the machine. Pair by pair the lines of both sides would be thousands of times.
  expect(merging / workOf(() => JSON.parse(whole))).toBeLessThan(20)
})
