import { type Data, Mapping, parseJson, toJson } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkMapping, compileMapping, siftMapping } from './index.ts'
import type { MapOutcome } from './map-outcome.ts'

const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } })
const expression = (target: string, text: string) => ({ target, value: { kind: 'expression', expression: text } })
const mappingOf = (derived: unknown[], fields: unknown[], copyAll = false) =>
  Mapping.parse({ derived, fields, copyAll })

async function mapOnce(mapping: Mapping & { explain?: boolean }, record: Data): Promise<MapOutcome> {
  const mapper = compileMapping(mapping)
  const [outcome] = await mapper.mapPage([record])
  mapper.close()
  return outcome!
}

const shown = (outcome: MapOutcome): string =>
  outcome.kind === 'mapped' ? toJson(outcome.data) : outcome.problems.map(({ message }) => message).join(' ')

const record = parseJson('{"no":"SO-1","price":0.1,"qty":3,"items":[{"sku":"A","n":2},{"sku":"B","n":1}]}') as Data

describe('derived fields', () => {
  test('are worked out before what uses them, in whatever order they are written', async () => {
    const derived = [
      expression('gross', 'derived.net * dec("1.13")'),
      template('label', '{{no}}: {{derived.gross}}'),
      expression('net', 'row.price * row.qty'),
    ]
    const lines = {
      target: 'lines',
      value: { kind: 'lines', source: 'items', fields: [expression('share', 'line.n * derived.net')] },
    }
    const fields = [template('text', '{{derived.label}}'), template('net', '{{derived.net}}'), lines]
    expect(shown(await mapOnce(mappingOf(derived, fields), record))).toBe(
      '{"text":"SO-1: 0.339","net":0.3,"lines":[{"share":0.6},{"share":0.3}]}',
    )
  })

  test('are no fields of the record: copied are the record’s own', async () => {
    const derived = [template('no2', '{{no}}')]
    expect(shown(await mapOnce(mappingOf(derived, [template('x', '{{derived.no2}}')], true), { no: '1' }))).toBe(
      '{"no":"1","x":"1"}',
    )
    expect(shown(await mapOnce(mappingOf([], [template('x', '{{$.derived.no2}}')]), { derived: { no2: 'own' } }))).toBe(
      '{"x":"own"}',
    )
  })

  test('a list that was made once is walked by several', async () => {
    const group = { by: ['sku'], calculate: [{ name: 'n', op: 'sum', field: 'n' }] }
    const parts = {
      kind: 'lines',
      source: 'items',
      group,
      fields: [template('sku', '{{sku}}'), template('n', '{{n}}')],
    }
    const fields = [
      { target: 'a', value: { kind: 'lines', source: 'derived.parts', fields: [template('s', '{{sku}}')] } },
      expression('most', 'max(derived.parts, "n")'),
    ]
    expect(shown(await mapOnce(mappingOf([{ target: 'parts', value: parts }], fields), record))).toBe(
      '{"a":[{"s":"A"},{"s":"B"}],"most":2}',
    )
  })

  test('one that is refused refuses the record with its own name and reason; one that nobody uses refuses nothing', async () => {
    const derived = [{ ...template('whole', '{{price}}'), type: 'int' }]
    expect(shown(await mapOnce(mappingOf(derived, [template('x', '{{derived.whole}}')]), record))).toBe(
      'Field "derived.whole": 0.1 is not a whole number.',
    )
    expect(shown(await mapOnce(mappingOf(derived, [template('x', '{{no}}')]), record))).toBe('{"x":"SO-1"}')
    const explained = await mapOnce({ ...mappingOf(derived, [template('x', '{{no}}')]), explain: true }, record)
    expect(shown(explained)).toBe('{"x":"SO-1"}')
    expect(explained.explanation?.find(note => note.field === 'derived.whole')?.isRefused).toBe(true)
  })

  test('a missing one is missing where it is used', async () => {
    const fields = [template('a', '{{derived.gone}}'), expression('b', 'has(derived.gone) ? 1 : 2')]
    expect(shown(await mapOnce(mappingOf([template('gone', '{{nothing}}')], fields), record))).toBe('{"b":2}')
  })

  const problems = (derived: unknown[], fields: unknown[] = []) =>
    checkMapping(mappingOf(derived, fields)).map(({ field, code, message }) => `${field} ${code}: ${message}`)

  test('a circle is refused and shown', () => {
    const circle = [expression('a', 'derived.b + 1'), template('b', '{{derived.c}}'), template('c', '{{derived.a}}')]
    expect(problems(circle)).toEqual([
      'derived.a mapping.derivedCircle: Derived fields use each other in a circle: a → b → c → a.',
    ])
    expect(() => compileMapping(mappingOf(circle, []))).toThrow('a → b → c → a')
    expect(problems([expression('self', 'derived.self + 1')])[0]).toContain('self → self')
  })

  test('a name that is not there, is there twice or cannot be is told where it stands', () => {
    expect(problems([template('a', '1'), template('a', '2')])[0]).toContain('derived.a mapping.duplicateTarget')
    expect(problems([template('税', '1')])[0]).toContain('called by letters')
    expect(problems([], [template('x', '{{derived.tota}}')])[0]).toContain('There is no derived field "tota"')
    expect(problems([], [expression('x', 'derived.tota + 1')])[0]).toContain('There is no derived field "tota"')
    expect(problems([template('b', '1'), expression('a', 'size(derived)')])[0]).toContain('names the ones it uses')
  })

  test('of a mapping under way those that can run run, and those that use a broken one are told', () => {
    const derived = [template('good', '{{no}}'), expression('bad', 'row.'), template('after', '{{derived.bad}}')]
    const { mapping, problems } = siftMapping(
      mappingOf(derived, [template('x', '{{derived.good}}'), template('y', '{{derived.bad}}')]),
    )
    expect(mapping.derived?.map(({ target }) => target)).toEqual(['good'])
    expect(mapping.fields.map(({ target }) => target)).toEqual(['x'])
    expect(problems.map(({ field }) => field)).toEqual(['derived.bad', 'derived.after', 'y'])
  })
})

test('300 random nets of derived fields give what plain arithmetic gives, explained or not, by both ways of evaluating', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.array(fc.nat(), { maxLength: 3 })), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      fc.boolean(),
      async (nodes, order, isLong) => {
        // Node n uses nodes before it, so there is no circle; they are written in any order.
        const uses = nodes.map(([, from], at) => (at === 0 ? [] : from.map(each => each % at)))
        const values: number[] = []
        for (const [at, [own]] of nodes.entries())
          values.push(uses[at]!.reduce((sum, from) => sum + values[from]!, own))
        const derived = nodes
          .map(([own], at) =>
            expression(
              `d${at}`,
              [isLong ? `[${own}].map(x, x)[0]` : String(own), ...uses[at]!.map(from => `derived.d${from}`)].join(
                ' + ',
              ),
            ),
          )
          .map((field, at) => ({ field, at: order[at]! }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ field }) => field)
        const mapping = mappingOf(
          derived,
          nodes.map((_, at) => template(`f${at}`, `{{derived.d${at}}}`)),
        )
        const wanted = toJson(Object.fromEntries(values.map((value, at) => [`f${at}`, value])))
        expect(shown(await mapOnce(mapping, {}))).toBe(wanted)
        expect(shown(await mapOnce({ ...mapping, explain: true }, {}))).toBe(wanted)
      },
    ),
    { numRuns: 300, seed: 41 },
  )
})
