import { ApiError, type FieldSpec, type Param } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { pickInk } from '../../../ui/platform-icon.tsx'
import {
  checkFile,
  dropSecrets,
  filterPlatforms,
  isSameParams,
  listPlatforms,
  parseDraft,
  readProblems,
  readProposal,
  readUses,
  stepOf,
  summarizeTest,
  toFieldRows,
  writeDraft,
} from './model.ts'
import type { Platform } from './types.ts'

const param = (field: string, more: Partial<Param> = {}): Param => ({
  field,
  label: { zh: field, en: field },
  type: 'text',
  is_required: false,
  encryption: false,
  ...more,
})

const platform = (id: string, group: string, params: Param[] = []): Platform => ({
  id,
  name: id,
  group,
  describe: `${id} tables`,
  icon: { text: id.slice(0, 2), color: '#13C2C2' },
  roles: ['source'],
  connector_params: params,
  source_params: [],
  target_params: [],
  sign_ins: ['none'],
  oauth2: false,
  app: false,
  connector_help_link: null,
  pack: null,
  connector_count: 0,
  code: id,
  is_own: false,
  base: id,
  status: 'enabled',
  takes_assets: false,
  takes_statements: false,
  follows: null,
  asset_count: 0,
})

const refusal = (status: number, code: string, content: unknown) =>
  new ApiError(status, { success: false, code, message: code, content })

const label = { zh: 'x', en: 'x' }

describe('platforms', () => {
  it('come in the order of the groups, unknown groups last', () => {
    const groups = {
      mystery: [platform('m', 'mystery')],
      erp: [platform('e', 'erp')],
      database: [platform('d', 'database')],
    }
    expect(listPlatforms(groups).map(({ id }) => id)).toEqual(['d', 'e', 'm'])
  })

  it('are found by every word of the search, inside the chosen group', () => {
    const all = [platform('PostgreSQL', 'database'), platform('Postman', 'general')]
    expect(filterPlatforms(all, { group: null, keyword: ' post tables ' })).toHaveLength(2)
    expect(filterPlatforms(all, { group: 'general', keyword: 'post' }).map(({ id }) => id)).toEqual(['Postman'])
    expect(filterPlatforms(all, { group: null, keyword: 'post views' })).toEqual([])
  })

  it('have letters that read on their colour', () => {
    expect(pickInk('#FADB14')).toBe('#000000')
    expect(pickInk('#336791')).toBe('#ffffff')
  })
})

describe('a test', () => {
  it('passes only when there were steps and all of them passed', () => {
    expect(summarizeTest([]).isPassed).toBe(false)
    expect(summarizeTest([{ name: 'a', label, ok: true, elapsedMs: 2 }])).toEqual({
      isPassed: true,
      isUnproven: false,
      needsGrant: false,
      failed: null,
      elapsedMs: 2,
    })
  })

  it('that nobody could read by has passed, and proves no credential', () => {
    const step = (state: 'yes' | 'unknown') => ({
      ...{ name: 'a', label, ok: true, elapsedMs: 2 },
      rights: [{ name: 'read', label, state }],
    })
    expect(summarizeTest([step('unknown')])).toMatchObject({ isPassed: true, isUnproven: true })
    expect(summarizeTest([step('yes')])).toMatchObject({ isPassed: true, isUnproven: false })
  })

  it('names the first step that failed', () => {
    const steps = ['a', 'b', 'c'].map((name, index) => ({ name, label, ok: index === 0, elapsedMs: 1 }))
    expect(summarizeTest(steps)).toMatchObject({ isPassed: false, failed: { name: 'b' }, elapsedMs: 3 })
  })

  it('that only waits for a grant has neither passed nor shown a fault', () => {
    const open = { name: 'open', label, ok: true, elapsedMs: 1 }
    const auth = (code: string) => ({ name: 'auth', label, ok: false, elapsedMs: 1, error: { code, message: code } })
    const waiting = { isPassed: false, needsGrant: true, failed: { name: 'auth' } }
    expect(summarizeTest([open, auth('connector.notGranted')])).toMatchObject(waiting)
    expect(summarizeTest([open, auth('connector.grantEnded')])).toMatchObject({ isPassed: false, needsGrant: false })
    expect(summarizeTest([auth('connector.notGranted'), auth('connector.auth')]).needsGrant).toBe(false)
  })

  it('stands for the same parameters whatever their order, and for no others', () => {
    expect(isSameParams({ a: 1, b: [{ name: 'x', value: 'y' }] }, { b: [{ name: 'x', value: 'y' }], a: 1 })).toBe(true)
    expect(isSameParams({ a: null }, { a: '' })).toBe(false)
    expect(isSameParams(null, {})).toBe(false)
  })
})

describe('a refused save', () => {
  it('puts every message at its field', () => {
    const error = refusal(422, 'invalid.params', [
      { field: 'params.host', message: 'no such host' },
      { field: 'params.host', message: 'too long' },
      { field: 'params.headers.0.name', message: 'empty' },
      { field: 'name', message: 'taken' },
      { field: 'version', message: 'not on this form' },
      null,
    ])
    expect(readProblems(error)).toEqual([
      { name: ['params', 'host'], errors: ['no such host', 'too long'] },
      { name: ['params', 'headers'], errors: ['empty'] },
      { name: ['name'], errors: ['taken'] },
    ])
  })

  it('leads to the step that holds the field', () => {
    expect(stepOf({ name: ['params', 'host'], errors: [] })).toBe('params')
    expect(stepOf({ name: ['name'], errors: [] })).toBe('basic')
  })

  it('without fields says nothing at a field', () => {
    expect(readProblems(new Error('network'))).toEqual([])
    expect(readProblems(refusal(500, 'internal', { trace: [] }))).toEqual([])
  })
})

describe('a refused delete', () => {
  it('lists the strategies in the way and leaves out what is none', () => {
    const use = { id: '1', name: 'orders', status: 'running' }
    expect(readUses(refusal(409, 'conflict.inUse', [use, { id: 2 }, { ...use, status: 'odd' }]))).toEqual([use])
  })

  it('of another kind is no list', () => {
    expect(readUses(refusal(403, 'permission.missing', []))).toBeNull()
    expect(readUses(new TypeError('fetch failed'))).toBeNull()
  })
})

describe('the draft in the browser', () => {
  const params = [param('host'), param('password', { type: 'password' }), param('key', { encryption: true })]
  const form = {
    name: 'a',
    env: 'test',
    remark: '',
    params: { host: 'h', password: 'p', key: 'k', unknown: 'u' },
  } as const

  it('never holds a secret, nor a field that could be one', () => {
    const text = writeDraft(platform('pg', 'database', params), form)
    expect(parseDraft(text, 'pg')).toEqual({ name: 'a', env: 'test', remark: '', params: { host: 'h' } })
    expect(dropSecrets(params, form.params)).toEqual({ host: 'h' })
  })

  it('is of one platform, and nothing when it cannot be read', () => {
    const text = writeDraft(platform('pg', 'database', params), form)
    expect(parseDraft(text, 'mysql')).toBeNull()
    expect(parseDraft('{', 'pg')).toBeNull()
    expect(parseDraft(undefined, 'pg')).toBeNull()
    expect(parseDraft({ platform: 'pg', form: { env: 'moon' } }, 'pg')).toEqual({
      name: '',
      env: 'production',
      remark: '',
      params: {},
    })
  })
})

describe('what a link proposes', () => {
  const params = [
    param('base_url'),
    param('auth', { type: 'select', default: 'none' }),
    param('port', { type: 'number' }),
    param('key', { encryption: true }),
  ]
  const read = (proposed: object, known = {}) => readProposal(params, JSON.stringify(proposed), known)

  it('fills what is empty or as it was, and no secret', () => {
    const proposed = { base_url: 'https://a.test', auth: 'basic', port: '1', key: 'x', other: 'y' }
    expect(read(proposed)).toEqual({ base_url: 'https://a.test', auth: 'basic' })
    expect(read(proposed, { base_url: '', auth: 'none' })).toEqual({ auth: 'basic' })
    expect(read(proposed, { base_url: 'https://mine.test', auth: 'apiKey' })).toEqual({})
  })

  it('is nothing where it cannot be read', () => {
    for (const text of [undefined, '', '{', 'null', '[]']) expect(readProposal(params, text, {})).toEqual({})
  })
})

describe('resources', () => {
  it('have one row per field, unique even where two are named alike', () => {
    const fields: FieldSpec[] = [
      { name: 'id', type: 'int' },
      { name: 'id', type: 'string' },
      { name: 'lines', type: 'array', fields: [{ name: 'id', type: 'int' }] },
      { name: 'none', type: 'object', fields: [] },
    ]
    const rows = toFieldRows({ fields, key: ['id'], increment: ['lines'] })
    expect(rows.map(({ path }) => path)).toEqual(['0', '1', '2', '3'])
    expect(rows[2]).toMatchObject({ isIncrement: true, children: [{ path: '2.0', isIncrement: false }] })
    expect(rows[0]?.isKey).toBe(true)
    expect(rows[3]).not.toHaveProperty('children')
  })
})

it('a file is refused when it is empty or over the limit', () => {
  expect(checkFile({ size: 0 }, 10)).toBe('empty')
  expect(checkFile({ size: 11 }, 10)).toBe('large')
  expect(checkFile({ size: 10 }, 10)).toBeNull()
})
