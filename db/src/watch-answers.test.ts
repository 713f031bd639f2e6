import { expect, test } from 'vitest'
import { type AnswerNews, watchAnswers } from './watch-answers.ts'

test('how long the server was away is told once at each end, and kept for who asks', async () => {
  const told: AnswerNews[] = []
  let nowMs = 0
  const answers = watchAnswers(
    news => void told.push(news),
    () => nowMs,
  )
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  const wrong = Object.assign(new Error('syntax error'), { code: '42601' })
  const call = (error?: Error) =>
    answers.watch(error ? Promise.reject(error) : Promise.resolve()).catch(() => undefined)
  await call(wrong)
  await call()
  expect([told, answers.read()]).toEqual([[], { awayMs: null, outages: 0, lastMs: null, longestMs: null }])
  for (const [atMs, error] of [
    [10, gone],
    [300, gone],
    [900, undefined],
    [950, undefined],
    [1000, gone],
  ] as const) {
    nowMs = atMs
    await call(error)
  }
  expect(told).toEqual([
    { kind: 'away', error: gone },
    { kind: 'back', awayMs: 890, calls: 2 },
    { kind: 'away', error: gone },
  ])
  nowMs = 1040
  expect(answers.read()).toEqual({ awayMs: 40, outages: 1, lastMs: 890, longestMs: 890 })
})
