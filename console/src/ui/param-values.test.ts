import { Param } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { groupParams, isShown, readFormValues, toFormValues } from './param-values.ts'

const label = { zh: '名', en: 'name' }
const params = [
  { field: 'auth', label, type: 'select', default: 'none' },
  { field: 'token', label, type: 'password', encryption: true, when: { field: 'auth', in: ['bearer'] } },
  { field: 'host', label, type: 'text' },
  { field: 'ssl', label, type: 'switch', group: 'advanced' },
  { field: 'headers', label, type: 'keyvalue', group: 'HTTP' },
].map(param => Param.parse(param))

describe('parameters of a form', () => {
  it('starts with stored values over defaults', () => {
    expect(toFormValues(params, { host: 'db' })).toEqual({
      auth: 'none',
      token: null,
      host: 'db',
      ssl: false,
      headers: [],
    })
  })
  it('shows and sends a parameter only while its condition holds', () => {
    const token = params[1]!
    expect(isShown(token, { auth: 'none' })).toBe(false)
    expect(isShown(token, { auth: 'bearer' })).toBe(true)
    expect(readFormValues(params, { auth: 'none', token: 'old' })).not.toHaveProperty('token')
  })
  it('keeps the mask of a stored secret and the blanks of a new one', () => {
    expect(readFormValues(params, { auth: 'bearer', token: '******' })).toMatchObject({ token: '******' })
    expect(readFormValues(params, { auth: 'bearer', token: ' a ' })).toMatchObject({ token: ' a ' })
  })
  it('trims names and drops empty entries', () => {
    const values = {
      host: '  ',
      headers: [
        { name: ' X-A ', value: ' 1' },
        { name: '', value: 'lost' },
      ],
    }
    expect(readFormValues(params, values)).toMatchObject({ host: null, headers: [{ name: 'X-A', value: ' 1' }] })
  })
  it('groups ungrouped first and advanced last', () => {
    expect(groupParams(params).map(({ group }) => group)).toEqual([null, 'HTTP', 'advanced'])
  })
})
