import type { Param } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { describeChange, describeParams } from './describe-params.ts'

const param = (field: string, more: Partial<Param> = {}): Param => ({
  field,
  label: { zh: field, en: field },
  type: 'text',
  is_required: false,
  encryption: false,
  ...more,
})

describe('parameters for reading', () => {
  it('show secrets as set or not, options by their label, lists joined', () => {
    const options = [{ value: 'require', label: { zh: '加密', en: 'Encrypt' } }]
    const params = [
      param('ssl', { type: 'select', options }),
      param('password', { encryption: true }),
      param('token', { encryption: true }),
      param('headers', { type: 'keyvalue' }),
      param('strict', { type: 'switch' }),
      param('schema'),
    ]
    const values = {
      ssl: 'require',
      password: '******',
      token: '',
      headers: [{ name: 'a', value: 'b' }],
      strict: false,
    }
    expect(describeParams(params, values, words => words.en)).toMatchObject([
      { value: 'Encrypt' },
      { kind: 'secret', isSet: true },
      { kind: 'secret', isSet: false },
      { value: 'a: b' },
      { kind: 'flag', isOn: false },
      { value: null },
    ])
  })

  it('say a change in the words of the form', () => {
    const say = (words: { zh: string }) => words.zh
    const yesNo = { yes: '是', no: '否' }
    const options = [{ value: 'bearer', label: { zh: '固定令牌', en: 'Token' } }]
    expect(describeChange(param('auth', { type: 'select', options }), 'bearer', say, yesNo)).toBe('固定令牌')
    expect(describeChange(param('strict', { type: 'switch' }), 'false', say, yesNo)).toBe('否')
    expect(describeChange(param('base_url'), 'https://a.example', say, yesNo)).toBe('https://a.example')
  })
})
