import { expect, test } from 'vitest'
import { MAPPING_CODE, Mapping, type MappingField } from './mapping.ts'

const field = (expression: string): MappingField => ({ target: 'x', value: { kind: 'expression', expression } })
const fields = (count: number, length: number) => Array.from({ length: count }, () => field('1'.repeat(length)))

test('what is compiled has a bound for the whole mapping, lines and objects included', () => {
  const most = fields(MAPPING_CODE / 20_000, 20_000)
  expect(Mapping.safeParse({ fields: most }).success).toBe(true)
  const lines = { target: 'lines', value: { kind: 'lines', source: 'items', fields: [field('1')] } }
  expect(Mapping.safeParse({ fields: [...most, lines] }).error?.issues).toMatchObject([{ path: ['fields'] }])
  expect(Mapping.safeParse({ fields: [], derived: [...most, field('1')] }).error?.issues).toMatchObject([
    { path: ['derived'], message: expect.stringContaining('400,000') },
  ])
})
