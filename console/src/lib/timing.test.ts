import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHAT_SCROLL_DELAY_MS, createSoon, FLYOUT_DELAY_MS, noticePolling, SPINNER_MS } from './timing.ts'
import { settleWidth } from './width.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a flyout opens 100 ms after one rests on its entry; passing over others opens none of them', () => {
  const opened: string[] = []
  const soon = createSoon(FLYOUT_DELAY_MS)
  soon.ask(() => opened.push('passed'))
  vi.advanceTimersByTime(99)
  soon.ask(() => opened.push('rested'))
  vi.advanceTimersByTime(99)
  expect(opened).toEqual([])
  vi.advanceTimersByTime(1)
  expect(opened).toEqual(['rested'])
  soon.ask(() => opened.push('left'))
  soon.cancel()
  vi.advanceTimersByTime(1000)
  expect(opened).toEqual(['rested'])
})

test('the spinner of a refreshed tab ends after 900 ms, of the last refresh where there were two', () => {
  let isShown = true
  const soon = createSoon(SPINNER_MS)
  soon.ask(() => (isShown = false))
  vi.advanceTimersByTime(500)
  soon.ask(() => (isShown = false))
  vi.advanceTimersByTime(899)
  expect(isShown).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isShown).toBe(false)
})

test('a chat shows its end 750 ms after the last that was said, and not before', () => {
  let scrolls = 0
  const soon = createSoon(CHAT_SCROLL_DELAY_MS)
  soon.ask(() => scrolls++)
  vi.advanceTimersByTime(749)
  expect(scrolls).toBe(0)
  soon.ask(() => scrolls++)
  vi.advanceTimersByTime(749)
  expect(scrolls).toBe(0)
  vi.advanceTimersByTime(1)
  expect(scrolls).toBe(1)
})

test('a chart shows its first width at once, and a new one when it has rested for 300 ms', () => {
  const shown: number[] = []
  const { take, stop } = settleWidth(width => shown.push(width))
  take(800)
  expect(shown).toEqual([800])
  for (let width = 801; width <= 900; width += 1) {
    take(width)
    vi.advanceTimersByTime(16)
  }
  vi.advanceTimersByTime(300 - 16 - 1)
  expect(shown).toEqual([800])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([800, 900])
  take(500)
  stop()
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([800, 900])
})

test('notices are asked for every 15 s, and not while nobody sees the window', async () => {
  environmentManager.setIsServer(() => false)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  let asked = 0
  const client = new QueryClient()
  const observer = new QueryObserver(client, { queryKey: ['unread'], queryFn: () => ++asked, ...noticePolling })
  const leave = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toBe(4)
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(4)
  leave()
  client.clear()
})
