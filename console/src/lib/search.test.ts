import { expect, it } from 'vitest'
import {
  formatSearch,
  parseSearch,
  searchChoice,
  searchFlag,
  searchInt,
  searchList,
  searchOneOf,
  searchText,
} from './search.ts'

const shape = {
  page: searchInt(1),
  pageSize: searchInt(20, 1, 100),
  keyword: searchText,
  state: searchOneOf(['running', 'stopped']),
  view: searchChoice(['table', 'card'], 'table'),
  errors: searchFlag,
  codes: searchList,
}
const parse = (query: string) => parseSearch(shape, new URLSearchParams(query))

it('reads what it writes', () => {
  const values = {
    ...parse(''),
    page: 3,
    keyword: '订单 & 退货',
    state: 'running' as const,
    codes: ['3', '9'],
    errors: true,
  }
  expect(parse(formatSearch(shape, values).toString())).toEqual(values)
})
it('leaves defaults out of the address', () => {
  expect(formatSearch(shape, parse('')).toString()).toBe('')
  expect(formatSearch(shape, { page: 1, view: 'table', codes: [] }).toString()).toBe('')
})
it('reads nonsense as the default and never throws', () => {
  const values = parse('page=-2&pageSize=9999&state=flying&view=&codes=,,&errors=yes&unknown=1')
  expect(values).toEqual(parse(''))
})
