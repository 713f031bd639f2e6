import { parseJson } from '@sluice/contract'
import { afterEach, expect, test } from 'vitest'
import { tellEmptyWords } from './empty-words.ts'
import type { HttpReadPlan } from './http-plan.ts'
import { createHttpSource } from './http-source.ts'
import { type Scripted, startScripted } from './testing.ts'

test.each([
  ['{"code":40001,"msg":"token expired","data":[]}', '"token expired" (code: 40001)'],
  ['{"errCode":"E_SIGN","errMsg":"签名错误","list":[]}', '"签名错误" (errCode: E_SIGN)'],
  ['{"status":-1,"message":"rate limited","rows":[]}', '"rate limited" (status: -1)'],
  ['{"error":{"code":"RATE","message":"slow down"},"data":[]}', '"slow down" (code: RATE)'],
  ['{"errors":["quota used up"],"data":[]}', '"quota used up" (errors)'],
  ['{"error":"access denied","data":[]}', '"access denied" (error)'],
  ['{"code":0,"error":{"message":"timeout"},"data":[]}', '"timeout" (error)'],
  ['{"success":false,"message":"token expired","data":[]}', '"token expired" (success: false)'],
  ['{"ok":false,"data":[]}', 'ok: false'],
])('%s refuses in words', (body, told) => expect(tellEmptyWords(parseJson(body))).toBe(told))

test.each([
  '{"code":0,"msg":"anything","data":[]}',
  '{"code":200,"message":"OK","data":[]}',
  '{"code":"0000","msg":"","data":[]}',
  '{"code":404,"msg":"no data","data":[]}',
  '{"code":7,"msg":"暂无数据","data":[]}',
  '{"code":7,"msg":"查询成功","data":[]}',
  '{"code":7,"data":[]}',
  '{"msg":"token expired","data":[]}',
  '{"error":null,"errors":[],"data":[]}',
  '{"error":false,"success":true,"msg":"done","data":[]}',
  '{"error":"","data":[]}',
  '{"error":{},"data":[]}',
  '{"success":false,"message":"no data","data":[]}',
  '{"code":51,"msg":"page out of range","data":[]}',
  '[]',
])('%s is just empty', body => expect(tellEmptyWords(parseJson(body))).toBeNull())

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function read(body: string | ((page: string) => string), change: Partial<HttpReadPlan>) {
  const answer = typeof body === 'string' ? () => body : body
  running = await startScripted(({ url }) => ({ status: 200, body: answer(url.searchParams.get('p') ?? '') }))
  const plan = { method: 'GET', path: '/list', listPath: 'data', test: {}, pagination: { kind: 'none' } } as const
  const { signal } = new AbortController()
  const found = []
  const source = createHttpSource(running.client, 'list', { ...plan, ...change })
  for await (const page of source.read({ cursor: null, window: null, pageSize: 100, signal }))
    found.push(...page.records)
  return found.map(({ data, failure }) => failure?.code ?? data)
}

test('a first page without rows that refuses in words is a rejected row, unless a success test says what success is', async () => {
  const refusal = '{"code":40001,"msg":"token expired","data":[]}'
  expect(await read(refusal, { doubtsEmpty: true })).toEqual(['source.emptyWords'])
  expect(await read(refusal, {})).toEqual([])
  const wanted = { successPath: 'code', successValues: ['40001'] }
  expect(await read(refusal, { doubtsEmpty: true, test: wanted })).toEqual([])
  expect(await read('{"code":40001,"msg":"token expired","data":[{"id":1}]}', { doubtsEmpty: true })).toEqual([
    { id: 1 },
  ])
})

test('so is a later page that refuses in words, and ends no list', async () => {
  const pages = (page: string) =>
    page === '1' ? '{"code":0,"msg":"","data":[{"id":1}]}' : '{"code":429,"msg":"too fast","data":[]}'
  const pagination = { kind: 'page', param: 'p' } as const
  expect(await read(pages, { doubtsEmpty: true, pagination })).toEqual([{ id: 1 }, 'source.emptyWords'])
})
