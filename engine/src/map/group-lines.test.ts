import { type Data, ExactNumber, isData, type Mapping, parseJson, toJson, type Value } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMapping } from './index.ts'
import type { MapOutcome } from './map-outcome.ts'

const template = (target: string, text = `{{${target}}}`) => ({
  target,
  value: { kind: 'template' as const, template: text },
})
const lines = (target: string, source: string, group: object | undefined, fields: Mapping['fields']) => ({
  target,
  value: { kind: 'lines', source, fields, ...(group ? { group } : {}) } as Mapping['fields'][number]['value'],
})

async function mapOnce(fields: Mapping['fields'], record: Data, explain = false): Promise<MapOutcome> {
  const mapper = compileMapping({ copyAll: false, fields, ...(explain ? { explain } : {}) })
  const [outcome] = await mapper.mapPage([record])
  mapper.close()
  return outcome!
}

const dataOf = (outcome: MapOutcome): string =>
  toJson(outcome.kind === 'mapped' ? outcome.data : `${outcome.problems[0]?.message}`)

const order = parseJson(`{"no":"SO-1","items":[
  {"sku":"A","qty":1,"price":0.1,"lot":"x"},{"sku":"B","qty":5,"price":"12.50","lot":null},
  {"sku":"A","qty":2,"price":0.2,"lot":"x"},{"sku":"A","qty":9007199254740993,"price":1e-3,"lot":"y"}]}`) as Data

describe('groups of a list', () => {
  test('are lines with their keys, what is calculated, and their elements; sums lose no digit', async () => {
    const group = {
      by: ['sku'],
      calculate: [
        { name: 'qty', op: 'sum', field: 'qty' },
        { name: 'amount', op: 'sum', field: 'price' },
        { name: 'rows', op: 'count' },
        { name: 'lots', op: 'distinct', field: 'lot' },
        { name: 'all', op: 'join', field: 'lot', separator: '/' },
      ],
    }
    const fields = ['sku', 'qty', 'amount', 'rows', 'lots', 'all'].map(name => template(name))
    const body = lines('body', 'lines', undefined, [template('no'), template('sku'), template('price')])
    expect(dataOf(await mapOnce([lines('docs', 'items', group, [...fields, body])], order))).toBe(
      '{"docs":[{"sku":"A","qty":9007199254740996,"amount":0.301,"rows":3,"lots":["x","y"],"all":"x/x/y","body":[' +
        '{"no":"SO-1","sku":"A","price":0.1},{"no":"SO-1","sku":"A","price":0.2},{"no":"SO-1","sku":"A","price":1e-3}]},' +
        '{"sku":"B","qty":5,"amount":12.5,"rows":1,"lots":[null],"all":"","body":[{"no":"SO-1","sku":"B","price":"12.50"}]}]}',
    )
  })

  test('missing, null and "" are groups of their own; amounts are one whatever their digits, and texts of digits that meet numbers', async () => {
    const record = parseJson('{"items":[{"k":1.50},{"k":"1.5"},{},{"k":null},{"k":""},{"k":1.5},{"k":true}]}') as Data
    const group = { by: ['k'], calculate: [{ name: 'n', op: 'count' }] }
    expect(dataOf(await mapOnce([lines('g', 'items', group, [template('k'), template('n')])], record))).toBe(
      '{"g":[{"k":1.50,"n":3},{"n":1},{"k":null,"n":1},{"k":"","n":1},{"k":true,"n":1}]}',
    )
  })

  test('a bound cuts a group into several, each calculated for itself; no key makes one group', async () => {
    const group = {
      by: [],
      maxLines: 3,
      calculate: [
        { name: 'last', op: 'last', field: 'sku' },
        { name: 'n', op: 'count' },
      ],
    }
    const docs = lines('docs', 'items', group, [template('last'), template('n')])
    expect(dataOf(await mapOnce([docs], order))).toBe('{"docs":[{"last":"A","n":3},{"last":"A","n":1}]}')
    expect(dataOf(await mapOnce([docs], { items: [] }))).toBe('{"docs":[]}')
  })

  test('an element that is no number refuses the record with its value; nothing of it is left out silently', async () => {
    const group = { by: [], calculate: [{ name: 'sum', op: 'sum', field: 'lot' }] }
    expect(dataOf(await mapOnce([lines('g', 'items', group, [template('sum')])], order))).toBe(
      '"Field \\"g\\": cannot be grouped: sum of \\"lot\\" fails, \\"x\\" is not a number in plain digits."',
    )
  })

  test('expressions see a group as their line; groups stand inside groups', async () => {
    const inner = lines('lots', 'lines', { by: ['lot'], calculate: [{ name: 'n', op: 'count' }] }, [
      template('lot'),
      template('n'),
    ])
    const group = { by: ['sku'], calculate: [{ name: 'amount', op: 'sum', field: 'price' }] }
    const twice = { target: 'twice', value: { kind: 'expression' as const, expression: 'line.amount * 2' } }
    expect(dataOf(await mapOnce([lines('g', 'items', group, [twice, inner])], order))).toBe(
      '{"g":[{"twice":0.602,"lots":[{"lot":"x","n":2},{"lot":"y","n":1}]},{"twice":25,"lots":[{"lot":null,"n":1}]}]}',
    )
  })

  test('the explanation tells the rule and the groups it made', async () => {
    const group = { by: ['sku'], maxLines: 2, calculate: [{ name: 'n', op: 'count' }] }
    const outcome = await mapOnce([lines('g', 'items', group, [template('n')])], { items: [{ sku: 'A' }] }, true)
    expect(outcome.explanation?.find(note => note.field === 'g')?.steps[0]).toEqual({
      kind: 'group',
      rule: 'items by sku / 2: count as n',
      after: '[{"sku":"A","n":1,"lines":[{"sku":"A"}]}]',
    })
  })

  test.each([
    [{ by: ['a', 'a'] }, 'uses the name "a" twice'],
    [{ by: ['lines'] }, 'uses the name "lines" twice'],
    [{ by: ['$.no'] }, 'reads fields of the elements'],
    [{ by: [], calculate: [{ name: 'x', op: 'sum' }] }, 'names no field'],
  ])('%j cannot be: %s', (group, message) => {
    expect(() => compileMapping({ copyAll: false, fields: [lines('g', 'items', group, [])] })).toThrow(message)
  })
})

/** Amounts with up to 6 decimals as whole millionths: reckoned without any library of ours. */
const MILLION = 1_000_000n
const amountText = (millionths: bigint): string => {
  const [sign, size] = millionths < 0n ? ['-', -millionths] : ['', millionths]
  const fraction = String(size % MILLION)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${sign}${size / MILLION}${fraction === '' ? '' : `.${fraction}`}`
}

/** As many digits as asked for, some of them zeros that say nothing. */
const amount = fc.record({
  millionths: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
  zeros: fc.integer({ min: 0, max: 3 }),
})
const element = fc.record({
  key: fc.option(fc.constantFrom('A', 'B', 'b', '', '1', 'A:1', 1, 2, true, null), { nil: undefined }),
  second: fc.option(fc.constantFrom('x', 'y', null), { nil: undefined }),
  amount: fc.option(fc.option(amount, { nil: null }), { nil: undefined }),
})

const writeAmount = ({ millionths, zeros }: { millionths: bigint; zeros: number }): string => {
  const text = amountText(millionths)
  return zeros === 0 ? text : `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(zeros)}`
}

interface Element {
  readonly key?: unknown
  readonly second?: unknown
  readonly amount?: { millionths: bigint; zeros: number } | null | undefined
}

function writeElement({ key, second, amount: value }: Element, at: number): string {
  const parts = [`"at":${at}`]
  if (key !== undefined) parts.push(`"key":${JSON.stringify(key)}`)
  if (second !== undefined) parts.push(`"second":${JSON.stringify(second)}`)
  if (value !== undefined) parts.push(`"amount":${value === null ? 'null' : writeAmount(value)}`)
  return `{${parts.join(',')}}`
}

const ops = ['sum', 'min', 'max', 'avg', 'count', 'first', 'last', 'list', 'join'] as const
const calculate = ops.map(op => ({ name: op, op, field: 'amount' }))
const shownFields = [...ops.map(op => template(op)), template('ats', '{{lines}}')]

test('500 random lists: every element is in exactly one group, and every figure is that of an independent count', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(element, { maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      async (elements, maxLines) => {
        const items = elements.map(writeElement)
        const outcome = await mapOnce(
          [lines('g', 'items', { by: ['key', 'second'], maxLines, calculate }, shownFields)],
          parseJson(`{"items":[${items.join(',')}]}`) as Data,
        )
        if (outcome.kind !== 'mapped') throw new Error(JSON.stringify(outcome.problems))
        const made = outcome.data.g as readonly Data[]
        // Independently: the parts of each key in the order of their beginning.
        // A text of digits that meets a number is one.
        const named = (name: 'key' | 'second', value: unknown) => {
          const isMixed = elements.some(each => typeof each[name] === 'number')
          if (isMixed && typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
          return value === undefined ? 'missing!' : value
        }
        const byKey = Map.groupBy(elements.keys(), at =>
          JSON.stringify([named('key', elements[at]!.key), named('second', elements[at]!.second)]),
        )
        const parts = [...byKey.values()].flatMap(ats =>
          Array.from({ length: Math.ceil(ats.length / maxLines) }, (_, part) =>
            ats.slice(part * maxLines, (part + 1) * maxLines),
          ),
        )
        expect(made.map(({ ats }) => (ats as readonly Data[]).map(({ at }) => at))).toEqual(parts)
        for (const [index, ats] of parts.entries()) {
          const there = ats.map(at => elements[at]!.amount).filter(value => value !== undefined)
          const amounts = there.filter(value => value !== null).map(value => value.millionths)
          const total = amounts.reduce((sum, value) => sum + value, 0n)
          const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          const group = made[index]!
          expect(plain(group.sum)).toBe(amountText(total))
          expect(plain(group.count)).toBe(String(amounts.length))
          expect(plain(group.min)).toBe(sorted.length === 0 ? 'null' : amountText(sorted[0]!))
          expect(plain(group.max)).toBe(sorted.length === 0 ? 'null' : amountText(sorted.at(-1)!))
          const ends = [there[0], there.at(-1)].map(value => (value ? writeAmount(value) : 'null'))
          expect([group.first, group.last].map(value => toJson(value ?? null))).toEqual(ends)
          expect(toJson(group.list ?? null)).toBe(
            `[${there.map(value => (value === null ? 'null' : writeAmount(value))).join(',')}]`,
          )
          expect(group.join).toBe(
            there
              .filter(value => value !== null)
              .map(writeAmount)
              .join(','),
          )
          expect(isAverage(group.avg, total, amounts.length)).toBe(true)
        }
      },
    ),
    { numRuns: 500, seed: 41 },
  )
})

/** Numbers by amount, whatever zeros they end in. */
function plain(value: Value | undefined): string {
  const text = value instanceof ExactNumber ? value.text : String(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Within half a unit of the 34th digit of what a division of whole numbers gives. */
function isAverage(value: Value | undefined, total: bigint, count: number): boolean {
  if (count === 0) return value === null
  if (isData(value)) return false
  const scale = 10n ** 60n
  const [whole, fraction = ''] = (value instanceof ExactNumber ? value.text : String(value)).split('.')
  const given = BigInt(`${whole}${fraction.padEnd(66, '0')}`)
  const exact = (total * scale) / BigInt(count)
  const gap = given - exact < 0n ? exact - given : given - exact
  const digits = String(exact < 0n ? -exact : exact).length
  return gap <= 10n ** BigInt(Math.max(0, digits - 34))
}
