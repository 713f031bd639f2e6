import { expect, test } from 'vitest'
import { parseSearch } from '../../../../lib/search.ts'
import { strategyList } from '../pages.ts'
import { type ListSearch, noFilter, readFilter, toBody, toFilter } from './list-filter.ts'

const read = (query: string) => parseSearch(strategyList.search ?? {}, new URLSearchParams(query)) as ListSearch

test('what the address narrows the list to is what the server is asked for', () => {
  const search = read('source=shop&target=erp&tags=month-end,finance&errors=1&connector=c')
  expect(toBody(search)).toEqual({
    connector_id: 'c',
    source_platform: 'shop',
    target_platform: 'erp',
    tags: ['month-end', 'finance'],
    hasErrors: true,
  })
  expect(toBody(read(''))).toEqual({})
})

test('a kept filter comes back whole, and what the list does not know stays out', () => {
  const search = read('keyword=a&status=running&group=g&connector=c&source=s&target=t&tags=x&errors=1&mine=1')
  expect(readFilter(toFilter(search))).toEqual({ ...toFilter(search) })
  expect(readFilter({ status: 'gone', tags: 'x', other: 1 })).toEqual(noFilter)
})
