import { describe, expect, it } from 'vitest'
import { readRedirect, writeLoginHref } from './login-redirect.ts'

const origin = 'http://127.0.0.1:8080'

describe('readRedirect', () => {
  it('returns to the path that asked for the sign-in', () => {
    const href = writeLoginHref('/strategy/index?page=2&keyword=订单')
    const redirect = new URL(href, origin).searchParams.get('redirect')
    expect(readRedirect(redirect, origin)).toBe('/strategy/index?page=2&keyword=%E8%AE%A2%E5%8D%95')
  })
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/\t/evil.example', ''])(
    'never leaves this origin for %j',
    redirect => {
      expect(readRedirect(redirect, origin)).toBe('/')
    },
  )
  it('does not return to a public page', () => {
    expect(readRedirect('/user/login?redirect=%2Fuser%2Flogin', origin)).toBe('/')
  })
})
