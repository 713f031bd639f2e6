import { beforeEach, expect, it } from 'vitest'
import { dropOwnData, keepDataOf } from './own-data.ts'

function createStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: index => [...kept.keys()][index] ?? null,
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

beforeEach(() => {
  globalThis.localStorage = createStorage()
  globalThis.sessionStorage = createStorage()
})

/** What the screens leave behind. */
function work(): void {
  localStorage.setItem('errorKey1', '{"message":"secret order"}')
  localStorage.setItem('exceptions_seen_at', 'x')
  localStorage.setItem('table:strategies', '{}')
  sessionStorage.setItem('strategy_draft', '{"name":"of a"}')
  sessionStorage.setItem('connector_draft', '{"host":"db.of.a"}')
  sessionStorage.setItem('connector_grant', '{}')
  sessionStorage.setItem('app_tabs', '{"user":"a"}')
}
const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index)).sort()

it('of one person is gone when the next one signs in, who did not wait for a sign-out', () => {
  keepDataOf('a')
  work()
  localStorage.setItem('access_token', 't')
  localStorage.setItem('app_lang', 'pt-BR')
  keepDataOf('b')
  expect(keysOf(localStorage)).toEqual(['access_token', 'app_lang', 'data_owner'])
  expect(keysOf(sessionStorage)).toEqual(['data_owner'])
})

it('of a tab that another tab has not told is gone, too', () => {
  keepDataOf('a')
  work()
  // Another tab has signed somebody else in: the shared storage is theirs, this tab's is not.
  localStorage.setItem('data_owner', 'b')
  keepDataOf('b')
  expect(sessionStorage.getItem('strategy_draft')).toBeNull()
})

it('is found again by the same person after their sign-in has run out', () => {
  keepDataOf('a')
  work()
  keepDataOf('a')
  expect(sessionStorage.getItem('strategy_draft')).toBe('{"name":"of a"}')
  expect(localStorage.getItem('errorKey1')).not.toBeNull()
})

it('of whoever signs out is gone at once; the browser keeps its language', () => {
  keepDataOf('a')
  work()
  localStorage.setItem('app_lang', 'zh-TW')
  dropOwnData()
  expect(keysOf(localStorage)).toEqual(['app_lang'])
  expect(keysOf(sessionStorage)).toEqual([])
})

it('of somebody from before this was kept apart goes with the first sign-in', () => {
  work()
  keepDataOf('a')
  expect(keysOf(sessionStorage)).toEqual(['data_owner'])
})
