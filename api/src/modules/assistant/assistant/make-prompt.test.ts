import { describe, expect, test } from 'vitest'
import { estimateTokens, makePrompt } from './make-prompt.ts'
import { maskPrivate } from './mask-private.ts'

const turns = (count: number, text = 'x') =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${text}${at}`,
  }))

describe('the history a model is given', () => {
  test('is at most twenty messages, the newest ones, and begins with a question', () => {
    const [task, ...said] = makePrompt(turns(60), 'now')
    expect(task!.role).toBe('system')
    expect(said.length).toBeLessThanOrEqual(20)
    expect([said[0]!.role, said.at(-1)!.content, said.at(-2)!.content]).toEqual(['user', 'now', 'x59'])
  })

  test('is at most about 8000 tokens, and never less than the question', () => {
    const said = makePrompt(turns(10, '单'.repeat(3000)), '问').slice(1)
    expect(said.reduce((sum, { content }) => sum + estimateTokens(content), 0)).toBeLessThanOrEqual(8000)
    expect(makePrompt([], '字'.repeat(9000)).at(-1)!.content).toHaveLength(9000)
  })
})

describe('private things', () => {
  test.each([
    ['13812345678', '138****5678'],
    ['电话：138 1234 5678。', '电话：138******5678。'],
    ['+86 13812345678', '+86********5678'],
    ['+55 (11) 91234-5678', '+55************5678'],
    ['身份证11010519491231002X', '身份证110*************2X'],
    ['CPF 123.456.789-09', 'CPF ***.***.***-**'],
    ['Authorization: Bearer abcdefgh.ijkl', 'Authorization: Bearer ******'],
    ['{"password": "a b"}', '{"password": ******}'],
    ['密码：Hunter2，谢谢', '密码：******，谢谢'],
    ['key sk-proj-abcdefghijkl123', 'key ******'],
  ])('%s reads %s', (text, masked) => {
    expect(maskPrivate(text)).toBe(masked)
  })

  test.each([
    'order 202611220001234',
    'amount 12345678901.23',
    'id 01900000-0000-7000-8000-000000000001',
    'a token bucket',
  ])('%s stays', text => {
    expect(maskPrivate(text)).toBe(text)
  })
})
