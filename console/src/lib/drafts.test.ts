import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { dropOwnData, keepDataOf } from './own-data.ts'

const ROOM = 4000

/** A storage with room for so many characters. */
function createStorage(room: number): Storage {
  const kept = new Map<string, string>()
  const size = () => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    get length() {
      return kept.size
    },
    key: index => [...kept.keys()][index] ?? null,
    getItem: key => kept.get(key) ?? null,
    setItem(key, value) {
      const before = kept.get(key)
      kept.set(key, value)
      if (size() <= room) return
      if (before === undefined) kept.delete(key)
      else kept.set(key, before)
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: key => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const written = (): string[] =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter(key =>
    key.startsWith('draft:'),
  )

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T08:00:00Z') })
  globalThis.localStorage = createStorage(ROOM)
  globalThis.sessionStorage = createStorage(ROOM)
  keepDataOf('a')
})

afterEach(() => void vi.useRealTimers())

it('is there at once, is written a moment later, and goes when it is dropped', () => {
  keepDraft('role/1', { name: '财务' })
  expect(readDraft('role/1')).toEqual({ at: '2026-03-01T08:00:00.000Z', value: { name: '财务' } })
  expect(written()).toEqual([])
  vi.runAllTimers()
  expect(written()).toEqual(['draft:role/1'])
  keepDraft('role/1', { name: '财务二' })
  dropDraft('role/1')
  vi.runAllTimers()
  expect([readDraft('role/1'), written()]).toEqual([null, []])
})

it('is not written for the next person, whose data the browser keeps by then', () => {
  keepDraft('role/1', { name: 'of a' })
  keepDataOf('b')
  vi.runAllTimers()
  expect([readDraft('role/1'), written()]).toEqual([null, []])
})

it('is not written after a sign-out', () => {
  keepDraft('role/1', { name: 'of a' })
  dropOwnData()
  keepDraft('role/2', { name: 'drawn once more' })
  vi.runAllTimers()
  expect(written()).toEqual([])
})

it('the oldest make room for the newest', () => {
  for (const day of [1, 2, 3]) {
    vi.setSystemTime(new Date(`2026-03-0${day}T08:00:00Z`))
    keepDraft(`asset/${day}`, 'x'.repeat(1500))
    vi.runAllTimers()
  }
  expect(written()).toEqual(['draft:asset/2', 'draft:asset/3'])
  keepDraft('asset/4', 'x'.repeat(ROOM))
  vi.runAllTimers()
  expect(readDraft('asset/4')).toBeNull()
})

it('what was edited by hand is no draft', () => {
  localStorage.setItem('draft:role/1', '{')
  localStorage.setItem('draft:role/2', '{"value":1}')
  expect([readDraft('role/1'), readDraft('role/2')]).toEqual([null, null])
})
