import { expect, it } from 'vitest'
import { decideGate, mayEnterConsole } from './gate.ts'

it('lets everyone see public pages', () => {
  expect(decideGate('public', false, '/user/login')).toEqual({ kind: 'public' })
  expect(decideGate('public', true, '/user/login')).toEqual({ kind: 'public' })
  expect(decideGate('open', false, '/share/table/a')).toEqual({ kind: 'public' })
})
it('sends a visitor without token to the sign-in page with the way back', () => {
  expect(decideGate('workspace', false, '/strategy/index?page=2')).toEqual({
    kind: 'redirect',
    to: '/user/login?redirect=%2Fstrategy%2Findex%3Fpage%3D2',
  })
  expect(decideGate(null, false, '/nowhere')).toMatchObject({ kind: 'redirect' })
})
it('lets a holder of a token in, also to what does not exist', () => {
  expect(decideGate('standalone', true, '/strategy-data/a/1')).toEqual({ kind: 'signedIn' })
  expect(decideGate(null, true, '/nowhere')).toEqual({ kind: 'signedIn' })
})
it('asks for the pair of add and delete', () => {
  expect(mayEnterConsole(new Set(['add', 'delete', 'query']))).toBe(true)
  expect(mayEnterConsole(new Set(['add', 'strategy:delete']))).toBe(false)
  expect(mayEnterConsole(new Set())).toBe(false)
})
