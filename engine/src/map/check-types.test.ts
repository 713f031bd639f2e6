import { type Edition, type FieldSpec, Mapping } from '@sluice/contract'
import { expect, test } from 'vitest'
import { checkMapping } from './index.ts'

const column = (name: string, type: FieldSpec['type'], nativeType: string): FieldSpec => ({ name, type, nativeType })
const known: FieldSpec[] = [
  column('qty', 'string', 'varchar(20)'),
  column('n', 'int', 'int4'),
  column('amount', 'decimal', 'numeric(10,2)'),
  column('flag', 'bool', 'boolean'),
  column('day', 'date', 'date'),
  { name: 'seen', type: 'string' },
  { name: 'items', type: 'array', fields: [column('code', 'string', 'text'), column('price', 'decimal', 'numeric')] },
]

function check(expression: string, edition?: Edition): { readonly code: string; readonly message: string }[] {
  const value = { kind: 'expression', expression }
  const lines = { target: 'lines', value: { kind: 'lines', source: 'items', fields: [{ target: 'x', value }] } }
  const field = expression.includes('line.') ? lines : { target: 'x', value }
  return [...checkMapping(Mapping.parse({ fields: [field], edition }), { sourceFields: known })]
}

test.each([
  ['row.qty > 3', 'mapping.textNumber', 'dec(row.qty)'],
  ['row.qty in ["1"] || row.n == row.qty', 'mapping.textNumber', 'dec(row.qty)'],
  ['row.qty * 2', 'mapping.types', 'dec(row.qty)'],
  ['2 - row.qty', 'mapping.types', 'dec(row.qty)'],
  ['row.qty + 1', 'mapping.types', 'concat(row.qty, 1)'],
  ['row.seen * 2', 'mapping.seenTypes', 'dec(row.seen)'],
  ['row.flag == "Y" ? 1 : 0', 'mapping.types', 'row.flag == true'],
  ['row.flag == 1', 'mapping.types', 'row.flag == true'],
  ['row.day > "soon"', 'mapping.types', '"2026-11-25"'],
  ['row.day + 1', 'mapping.types', 'date_add'],
  ['row.items == "x"', 'mapping.seenTypes', 'toText'],
  ['line.code * line.price', 'mapping.types', 'dec(line.code)'],
  ['length(row.qty) > 3 && row.qty > length(row.qty)', 'mapping.textNumber', 'dec(row.qty)'],
])('%s is told, with the spelling that can be meant', (expression, code, spelling) => {
  const [problem, ...more] = check(expression)
  expect(more).toEqual([])
  expect(problem?.code).toBe(code)
  expect(problem?.message).toContain(spelling)
})

test.each([
  'row.qty == "3"',
  'dec(row.qty) > 3',
  'row.n == "3"',
  'row.amount * (1 - 0.7)',
  'row.n / 2',
  'row.day > "2026-01-01"',
  'row.day == row.seen',
  'row.qty + "x"',
  'row.gone * 2',
  'row.flag == true',
  'row.qty == null',
  'line.price * line.price',
  'row.items.map(x, x.price * 2)',
  'row["n"] > 1',
])('%s is left alone', expression => expect(check(expression)).toEqual([]))

test('the first edition answers whatever meets', () => expect(check('row.flag == "Y"', 1)).toEqual([]))
