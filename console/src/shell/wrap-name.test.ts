import { describe, expect, it } from 'vitest'
import { wrapName } from './wrap-name.ts'

describe('wrapName', () => {
  it('keeps a short name on one line', () => {
    expect(wrapName('示例公司')).toEqual(['示例公司'])
    expect(wrapName('Acme')).toEqual(['Acme'])
  })
  it('breaks a long Chinese name into lines of equal length', () => {
    expect(wrapName('示例科技有限公司')).toEqual(['示例科技', '有限公司'])
  })
  it('breaks Latin names between words', () => {
    expect(wrapName('Northwind Trading Company')).toEqual(['Northwind', 'Trading', 'Company'])
  })
  it('never makes more than three lines', () => {
    expect(wrapName('很'.repeat(60)).length).toBe(3)
  })
})
