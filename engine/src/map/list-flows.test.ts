import { StrategyConfig } from '@sluice/contract'
import { expect, test } from 'vitest'
import { flattenPath, follow, groupPaths, isTouched, listFlows } from './index.ts'

const OTHER = '01900000-0000-7000-8000-000000000002'
const side = { connector_id: '01900000-0000-7000-8000-000000000001', resource: 'orders' }
const flows = (mapping: object, source: object = {}, target: object = {}, known?: string[]) =>
  listFlows(
    StrategyConfig.parse({
      source: { ...side, key: ['id'], ...source },
      target: { ...side, resource: 'copies', ...target },
      mapping: { fields: [], ...mapping },
    }),
    new Set(known),
  )
const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } })
const expression = (target: string, text: string) => ({ target, value: { kind: 'expression', expression: text } })
/** `from > to`, with a question mark where only a run could tell. */
const own = (mapping: object, ...more: [object?, object?, string[]?]) =>
  flows(mapping, ...more)
    .own.filter(({ use }) => use !== 'key')
    .map(({ from, to, isSure }) => `${from} > ${to}${isSure ? '' : '?'}`)

const cases: readonly (readonly [what: string, field: object, reads: string[]])[] = [
  ['a path', template('t', '{{customer.name}}'), ['customer.name > t']],
  ['a name with dots and a filter', template('t', '{{["Order No."] | trim}}'), ['Order No. > t']],
  ['a text that says a name', template('t', 'price {{qty}} {{"price"}}'), ['qty > t']],
  ['a field of an expression', expression('t', 'row.qty * dec("2")'), ['qty > t']],
  ['a name in brackets', expression('t', 'row["Order No."]'), ['Order No. > t']],
  ['a text in quotes, a comment', expression('t', '"price" + row.no // row.secret'), ['no > t']],
  ['a choice', expression('t', 'if(row.a > 1, row.b, "row.c")'), ['a > t', 'b > t']],
  ['a macro', expression('t', 'row.items.filter(x, x.qty > 1).map(y, y.sku)'), ['items[].qty > t', 'items[].sku > t']],
  ['a sum of a field', expression('t', 'sum(row.items, "amount")'), ['items[].amount > t']],
  [
    'the first of a sorted list',
    expression('t', 'first(sort(row.items, [{"desc": "at"}])).sku'),
    ['items[].at > t', 'items[].sku > t'],
  ],
  ['SQL words', expression('t', 'CASE WHEN row.a > 1 THEN row.b ELSE row.c END'), ['a > t', 'b > t', 'c > t']],
  ['a name that only a run knows', expression('t', 'row[row.which]'), ['which > t', ' > t?']],
  ['the whole record', template('t', '{{$}}'), [' > t']],
  ['one that does not compile', expression('t', 'row.a +'), [' > t?']],
  ['a constant', { target: 't', value: { kind: 'constant', value: 'a' } }, []],
]

test.each(cases)('%s is read by what the parser says', (_what, field, reads) => {
  expect(own({ fields: [field] })).toEqual(reads)
})

test('a line reads its list, a header by $, and by a bare name whichever records were seen to have', () => {
  const lines = (text: string) => ({
    fields: [{ target: 'rows', value: { kind: 'lines', source: 'items', fields: [template('x', text)] } }],
  })
  expect(own(lines('{{$.no}}'))).toEqual(['items > rows', 'no > rows[].x'])
  expect(own(lines('{{no}}'))).toEqual(['items > rows', 'items[].no > rows[].x', 'no > rows[].x?'])
  expect(own(lines('{{no}}'), {}, {}, ['no'])).toEqual(['items > rows', 'no > rows[].x'])
  expect(own(lines('{{items.no}}'))).toEqual(['items > rows', 'items[].no > rows[].x'])
  const grouped = {
    ...{ kind: 'lines', source: 'items', fields: [template('s', '{{sku}}'), template('n', '{{total}}')] },
    group: { by: ['sku'], calculate: [{ name: 'total', op: 'sum', field: 'qty' }] },
  }
  expect(own({ fields: [{ target: 'rows', value: grouped }] }).slice(1)).toEqual([
    ...['items[].sku > rows[].s', 'sku > rows[].s?', 'items[].qty > rows[].n', 'total > rows[].n?'],
  ])
})

test('a derived field hands on what it reads, a copy everything, a script perhaps anything', () => {
  const derived = [expression('sum', 'row.a + row.b'), template('both', '{{derived.sum}} {{c}}')]
  expect(own({ derived, fields: [template('t', '{{derived.both}}')] })).toEqual(['a > t', 'b > t', 'c > t'])
  expect(own({ derived })).toEqual([])
  const far = {
    derived: [expression('city', `find("${OTHER}", "city", row.zip)`)],
    fields: [template('t', '{{derived.city}}')],
  }
  expect(flows(far).found.map(({ from, to }) => [from, to])).toEqual([
    ['city', 't'],
    ['$key', null],
  ])
  expect(own({ copyAll: true })).toEqual([' > '])
  expect(own({ script: { code: 'export function beforeMapping() {}' } })).toEqual([' > ?'])
})

test('settings, look-ups and what is handed on are ways too', () => {
  const find = { kind: 'find', strategy_id: OTHER, field: 'code', where: [{ field: 'no', equals: '{{ref}}' }] }
  const asked = flows({ fields: [{ target: 't', value: find }, expression('e', `find("${OTHER}", "city", row.zip)`)] })
  expect(asked.found.map(({ from, to, use }) => [use, from, to])).toEqual([
    ...[
      ['find', 'code', 't'],
      ['findBy', 'no', null],
      ['find', 'city', 'e'],
      ['findBy', '$key', null],
    ],
  ])
  expect(asked.own.map(({ from, to }) => [from, to])).toContainEqual(['zip', 'e'])
  const set = flows(
    {},
    { increment: { field: 'at' }, filter: [[{ field: 'state', logic: 'eq', value: '1' }]] },
    {
      key: ['code'],
      writeBack: { fields: [], callback: { strategy_id: OTHER, fields: [{ field: 'n', value: '{{no}}' }] } },
    },
  )
  expect(set.own.map(({ from, use }) => `${use} ${from}`)).toEqual(['key id', 'increment at', 'filter state'])
  expect(set.mapped.map(({ from, use }) => `${use} ${from}`)).toEqual(['targetKey code'])
  expect(set.handedOn.map(({ from, to, strategyId }) => [from, to, strategyId])).toEqual([['no', 'n', OTHER]])
})

test('a path goes on under the name that its way gives it', () => {
  const [copy, made] = flows({ fields: [template('who', '{{customer}}'), template('x', '{{customer | json}}')] }).own
  expect(isTouched('customer.name', copy!)).toBe(true)
  expect(isTouched('customers', copy!)).toBe(false)
  expect([follow('customer.name', copy!), follow('customer.name', made!)]).toEqual(['who.name', 'x'])
  expect(flattenPath('items[].batches[].no', ['items', 'items.batches'])).toBe('items_batches_no')
  const group = { by: ['shop'], calculate: [{ name: 'total', op: 'sum' as const, field: 'amount' }] }
  expect([groupPaths('shop', group), groupPaths('amount', group)]).toEqual([
    ['shop', 'lines[].shop'],
    ['total', 'lines[].amount'],
  ])
})
