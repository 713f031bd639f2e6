import { describe, expect, it, test } from 'vitest'
import { findCause, normaliseMessage } from './fingerprint.ts'

const A = '01900000-0000-7000-8000-00000000000a'
const B = '01900000-0000-7000-8000-00000000000b'
const failure = (message: string, code = 'target.refused', field?: string) => ({
  code,
  message,
  ...(field === undefined ? {} : { field }),
})

describe('a message without what differs from record to record', () => {
  test.each([
    ['Customer "C00017" is not known.', 'Customer “C99” is not known.'],
    ['物料「螺丝 M3」不存在', '物料「垫片」不存在'],
    ['Order SO-2024-0001 was closed on 2024-05-06.', 'Order XX-99-7 was closed on 2025-12-31T08:00:00Z.'],
    ['Amount 12.50 exceeds 1,200', 'Amount 3 exceeds 7'],
    ['Row 3fa85f64-5717-4562-b3fc-2c963f66afa6 is locked', 'Row 00000000-0000-7000-8000-000000000000 is locked'],
    ['单据编号为XSDD000123的单据已于2024年5月6日关闭', '单据编号为XSDD9的单据已于2023年12月31日关闭'],
    ["It's not 'red' today", "It's not 'dark blue' today"],
    ['GET https://erp.example/a?id=1 answered 500', 'GET https://erp.example/b?id=22 answered 503'],
  ])('%s', (one, other) => {
    expect(normaliseMessage(one)).toBe(normaliseMessage(other))
  })

  it('is the same whether one line of a document fails or several do', () => {
    const noLine = (at: number) => `Field "lines[${at}].unit": "${at}" has no line in the map "Units".`
    const one = normaliseMessage(noLine(0))
    expect(normaliseMessage([0, 1].map(noLine).join(' '))).toBe(one)
    expect(normaliseMessage([...[0, 1, 2, 3].map(noLine), '… and 9 more'].join(' '))).toBe(one)
    expect(normaliseMessage('单位「件」不存在。单位「箱」不存在。')).toBe(normaliseMessage('单位「件」不存在。'))
    expect(normaliseMessage(`${noLine(0)} The date is missing.`)).not.toBe(one)
  })

  it('keeps the words, so that another cause is another text', () => {
    expect(normaliseMessage('Customer "C1" is not known.')).not.toBe(normaliseMessage('Supplier "C1" is not known.'))
    expect(normaliseMessage("It's late, don't wait")).toBe("It's late, don't wait")
    expect(normaliseMessage('')).toBe('')
  })

  it('reads a long and hostile text in no time', () => {
    const started = process.cpuUsage()
    for (const text of ['"'.repeat(50_001), "'a".repeat(50_000), 'a1-'.repeat(50_000), '1'.repeat(100_000)])
      expect(normaliseMessage(text).length).toBeLessThanOrEqual(500)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
  })
})

describe('a cause', () => {
  it('is the same for the same field, code and pattern of one strategy, and for no other', () => {
    const id = findCause(A, failure('Stock of "X1" is 3', 'target.refused', 'lines[0].sku')).groupId
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(findCause(A, failure('Stock of "Y2" is 14', 'target.refused', 'lines[7].sku')).groupId).toBe(id)
    const others = [
      findCause(B, failure('Stock of "X1" is 3', 'target.refused', 'lines[0].sku')),
      findCause(A, failure('Stock of "X1" is 3', 'target.value', 'lines[0].sku')),
      findCause(A, failure('Stock of "X1" is 3', 'target.refused', 'lines[0].qty')),
      findCause(A, failure('Stock of "X1" is 3', 'target.refused')),
      findCause(A, failure('Price of "X1" is 3', 'target.refused', 'lines[0].sku')),
    ]
    expect(new Set([id, ...others.map(cause => cause.groupId)]).size).toBe(6)
  })

  test.each([
    ['mapping.noMatch', 'x', 'mapping'],
    ['mapping.expression', 'x', 'script'],
    ['mapping.expressionTimeout', 'x', 'script'],
    ['egress.dns', 'x', 'network'],
    ['run.notSent', 'x', 'network'],
    ['connector.timeout', 'x', 'timeout'],
    ['write.unanswered', 'x', 'timeout'],
    ['connector.auth', 'x', 'auth'],
    ['target.readonly', 'x', 'auth'],
    ['http.limited', 'x', 'limit'],
    ['target.locked', 'x', 'limit'],
    ['target.exists', 'x', 'duplicate'],
    ['target.value', 'x', 'parameter'],
    ['target.required', 'x', 'parameter'],
    ['target.refused', 'x', 'business'],
    ['target.refused', '单据已存在', 'duplicate'],
    ['http.rejected', 'the token is expired', 'auth'],
    ['erp.1007', '库存不足', 'business'],
  ])('%s "%s" is %s', (code, message, category) => {
    expect(findCause(A, failure(message, code)).category).toBe(category)
  })
})
