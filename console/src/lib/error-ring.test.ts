import { beforeEach, expect, it } from 'vitest'
import { clearExceptions, readExceptions, storeException } from './error-ring.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage // the ring uses these three only
})

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))

it('keeps the last ten under errorKey1 to errorKey10, newest first', () => {
  for (let second = 0; second < 13; second += 1) storeException(`GET /api/${second}`, { message: 'm' }, at(second))
  expect([...kept.keys()].sort()).toEqual([1, 10, 2, 3, 4, 5, 6, 7, 8, 9].map(index => `errorKey${index}`))
  expect(readExceptions().map(entry => entry.path)).toEqual(
    Array.from({ length: 10 }, (_, index) => `GET /api/${12 - index}`),
  )
})
it('takes path, line, exception, message and trace out of the answer', () => {
  const content = {
    exception: 'TypeError',
    message: 'boom',
    file: 'a.ts',
    line: 7,
    trace: [{ function: 'f', file: 'b.ts', line: 3 }],
  }
  storeException('POST /api/x', { success: false, code: 'internal', message: 'internal', content: [content] }, at(0))
  expect(readExceptions()[0]).toEqual({
    path: 'POST /api/x',
    time: at(0).toISOString(),
    message: 'boom',
    exception: 'TypeError',
    file: 'a.ts',
    line: '7',
    trace: [{ function: 'f', file: 'b.ts', line: '3' }],
  })
})
it('survives an empty answer and foreign text under its keys', () => {
  storeException('GET /api/x', null, at(0))
  kept.set('errorKey5', '{broken')
  expect(readExceptions()).toHaveLength(1)
})
it('forgets everything when cleared', () => {
  storeException('GET /api/x', null, at(0))
  clearExceptions()
  expect(kept.size).toBe(0)
})
it('does not break its caller when the storage is full', () => {
  globalThis.localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(() => storeException('GET /api/x', null, at(0))).not.toThrow()
})
it('reads a trace of bare lines too', () => {
  storeException('GET /api/x', { trace: ['at f (a.ts:1)'] }, at(0))
  expect(readExceptions()[0]?.trace).toEqual([{ function: 'at f (a.ts:1)', file: '', line: '' }])
})
