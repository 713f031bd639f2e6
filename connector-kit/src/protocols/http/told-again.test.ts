import { toFailure, toJson, type Value } from '@sluice/contract'
import { afterEach, expect, test } from 'vitest'
import type { HttpReadPlan, HttpWritePlan, RowResults } from './http-plan.ts'
import { createHttpSource } from './http-source.ts'
import { createHttpTarget } from './http-target.ts'
import { lookAt } from './look.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

// A far system that tells again what it was sent, in its data, in its complaints, and where a long text is cut.

const SECRET = 'canary/4711+secret'
const PIECE = 'canar'
const signal = new AbortController().signal

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function open(body: Value | string, more: object = {}) {
  const script: Script = () => ({ body: typeof body === 'string' ? body : toJson(body), ...more })
  running = await startScripted(script, { auth: { kind: 'apiKey', place: 'header', name: 'X-Key', value: SECRET } })
  return running.client
}

/** The secret stands over the place where a text of this length is cut. */
const over = (length: number): string => `${'x'.repeat(length - 10)}${SECRET}${'y'.repeat(100)}`

const readPlan = (change: Partial<HttpReadPlan> = {}): HttpReadPlan => ({
  method: 'GET',
  path: '/orders',
  pagination: { kind: 'none' },
  listPath: 'list',
  test: {},
  ...change,
})

async function read(body: Value | string, change: Partial<HttpReadPlan> = {}, more: object = {}): Promise<string> {
  const source = createHttpSource(await open(body, more), '/orders', readPlan(change))
  const failures: unknown[] = []
  try {
    for await (const { records } of source.read({ cursor: null, window: null, pageSize: 1, signal }))
      failures.push(...records.map(each => each.failure))
  } catch (error) {
    failures.push(toFailure(error).toDetail())
  }
  expect(failures.filter(Boolean)).not.toEqual([])
  return JSON.stringify(failures)
}

test.each<[string, Value]>([
  ['the next page', { list: [{ id: 1 }], next: `https://far.test/?key=${SECRET}` }],
  ['a next page that is cut', { list: [{ id: 1 }], next: over(60) }],
  ['a mark of success', { list: [{ id: 1 }], result_status: `ok ${SECRET}` }],
  ['what there is beside the rows', { list: [{ id: 1 }], next_cursor: over(80) }],
])('who looks at an endpoint does not read it from %s', async (_, body) => {
  const client = await open(body)
  const look = await lookAt({ client, resource: '/orders', plan: readPlan() }, 5, signal)
  expect(JSON.stringify(look.proposals) + look.more).not.toContain(PIECE)
})

const results: RowResults = {
  path: 'done',
  errorPath: 'refused',
  by: 'index',
  indexPath: 'at',
  test: {},
  fieldPath: 'field',
}

async function write(body: Value | string, change: Partial<HttpWritePlan> = {}, more: object = {}): Promise<string> {
  const plan: HttpWritePlan = { method: 'POST', path: '/orders', rows: 1, test: {}, ...change }
  const target = createHttpTarget(await open(body, more), '/orders', plan)
  const told = await target
    .write([{ data: { id: 1 }, idempotencyKey: 'k1' }], signal)
    .catch((error: unknown) => toFailure(error).toDetail())
  return JSON.stringify(told)
}

test.each<[string, Value | string, Partial<HttpWritePlan>, object]>([
  ['a refused row', { done: [], refused: [{ at: 0, message: `no ${SECRET}` }] }, { results }, {}],
  ['a refused row without words', { done: [], refused: [{ at: 0, why: SECRET }] }, { results }, {}],
  ['a refused row that is cut', { done: [], refused: [{ at: 0, message: over(300) }] }, { results }, {}],
  ['the field of a refused row', { done: [], refused: [{ at: 0, field: SECRET }] }, { results }, {}],
  ['words that are cut', { ok: false, msg: over(500) }, { test: { successPath: 'ok', messagePath: 'msg' } }, {}],
  ['a refusal that is cut', { success: false, message: over(500) }, {}, {}],
  ['a plain text that is cut', over(200), {}, { status: 400 }],
  ['evidence that is cut', over(16_384), {}, { status: 400 }],
])('a record that was refused does not tell it in %s', async (_, body, change, more) => {
  expect(await write(body, change, more)).not.toContain(PIECE)
})

test.each<[string, Value | string, Partial<HttpReadPlan>, object]>([
  ['an element that is no record', { list: [`told ${SECRET}`] }, {}, {}],
  ['one that is cut', { list: [over(199)] }, {}, {}],
  ['words that are cut', { ok: false, msg: over(500) }, { test: { successPath: 'ok', messagePath: 'msg' } }, {}],
  ['a refusal that is cut', { success: false, message: over(500) }, {}, {}],
  ['a plain text that is cut', over(200), {}, { status: 400 }],
  [
    'a circle of cursors',
    { list: [{ id: 1 }], next: over(100) },
    { pagination: { kind: 'cursor', param: 'c', nextPath: 'next' } },
    {},
  ],
])('a page that cannot be read does not tell it in %s', async (_, body, change, more) => {
  expect(await read(body, change, more)).not.toContain(PIECE)
})
