import type { Param } from '@sluice/contract'
import { expect, test } from 'vitest'
import { chooseWay, codeOf, lettersOf, proposeValues, rename, settle, takeProposal } from './begin-platform.ts'
import type { Template } from './types.ts'

const param = (field: string, ...ways: string[]): Param => ({
  field,
  label: { zh: field, en: field },
  type: 'text',
  is_required: false,
  encryption: false,
  ...(ways.length > 0 && { when: { field: 'auth', in: ways } }),
})
const whole = [
  param('base_url'),
  { ...param('auth'), options: ['none', 'basic', 'apiKey'].map(value => ({ value, label: { zh: value, en: value } })) },
  param('api_key_name', 'apiKey'),
  param('api_key', 'apiKey'),
  param('username', 'basic'),
  param('timeout'),
]
const template = {
  base: 'http',
  name: '',
  code: '',
  icon: { text: '', color: '#2F54EB' },
  params: whole,
  settings: {},
  oauth2: null,
} as unknown as Template // the rest is of no concern here
const fields = ({ params }: Template) => params.map(each => each.field)

test.each([
  ['', '', ''],
  ['金蝶云', '金', ''],
  ['Northwind ERP', 'NE', 'northwind-erp'],
  ['shop', 'SH', 'shop'],
  ['  Été & co', 'ÉC', 't-co'],
  ['X', 'X', ''],
])('%j has the letters %j and the code %j', (name, letters, code) => {
  expect(lettersOf(name)).toBe(letters)
  expect(codeOf(name)).toBe(code)
})

test('code and letters follow the name until somebody writes them', () => {
  const named = { ...template, ...rename(template, 'North wind') }
  expect(named).toMatchObject({ name: 'North wind', code: 'north-wind', icon: { text: 'NW', color: '#2F54EB' } })
  expect(rename({ ...named, code: 'nw', icon: { text: '北', color: '#000000' } }, 'Other')).toEqual({ name: 'Other' })
})

test('a way to sign in that is settled leaves its own parameters, asked without a condition', () => {
  const settled = settle(template, { auth: 'apiKey', api_key_name: 'X-Key' })
  expect(settled.settings).toEqual({ auth: 'apiKey', api_key_name: 'X-Key' })
  const key = { ...param('api_key'), describe: { zh: 'X-Key', en: 'X-Key' } }
  expect(settled.params).toEqual([param('base_url'), key, param('timeout')])
})

test('what is set stays', () => {
  const set = { ...template, settings: { api_key_name: 'X-Mine' } }
  expect(settle(set, { auth: 'apiKey', api_key_name: 'X-Key' }).settings['api_key_name']).toBe('X-Mine')
  const other = { ...template, settings: { auth: 'basic' } }
  expect(settle(other, { auth: 'apiKey' })).toBe(other)
  expect(settle(template, { auth: 'unheard' })).toBe(template)
  const [address, ...rest] = whole
  const told = { ...template, params: [{ ...address!, default: 'https://mine.test' }, ...rest] }
  expect(takeProposal(told, 'https://a.test', {})).toBe(told)
  expect(takeProposal(template, 'https://a.test', { auth: 'basic' }).params[0]).toMatchObject({
    field: 'base_url',
    default: 'https://a.test',
  })
})

test('one way is changed for another, and what was typed is kept', () => {
  const keyed = chooseWay(template, whole, 'apiKey')
  expect(fields(keyed)).toEqual(['base_url', 'api_key_name', 'api_key', 'timeout'])
  const typed = {
    ...keyed,
    params: [...keyed.params.map(each => ({ ...each, describe: { zh: 'x', en: 'x' } })), param('own')],
  }
  const basic = chooseWay(typed, whole, 'basic')
  expect(fields(basic)).toEqual(['base_url', 'username', 'timeout', 'own'])
  expect(basic.params[0]?.describe).toEqual({ zh: 'x', en: 'x' })
  const open = chooseWay(basic, whole, null)
  expect(open.settings).toEqual({})
  expect(fields(open)).toEqual([...fields(template), 'own'])
  expect(open.params.find(each => each.field === 'username')?.when).toEqual({ field: 'auth', in: ['basic'] })
})

test('a connector is proposed only what its platform asks for', () => {
  expect(proposeValues(whole, 'https://a.test', { auth: 'basic', token_url: '/t' })).toEqual({
    base_url: 'https://a.test',
    auth: 'basic',
  })
  expect(proposeValues([param('host')], 'https://a.test', {})).toEqual({})
})
