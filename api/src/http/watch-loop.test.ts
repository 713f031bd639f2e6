import { Writable } from 'node:stream'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { watchLoop } from './watch-loop.ts'

/** A server whose clock only its own requests move: by so many milliseconds as they say. */
function openWatched() {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const app = Fastify({ loggerInstance: pino({ level: 'warn' }, sink) as FastifyBaseLogger }) // as create-app does
  let clockMs = 0
  const watch = watchLoop(app, () => clockMs)
  app.get<{ Params: { ms: string } }>('/hold/:ms', async ({ params }) => {
    clockMs += Number(params.ms)
    return {}
  })
  const hold = (ms: number) => app.inject({ url: `/hold/${ms}?name=tenants-secret` })
  return { app, watch, lines, hold }
}

test('what holds the thread is told with the route under way, never its address, and counted', async () => {
  const { app, watch, lines, hold } = openWatched()
  expect(watch.measure()).toEqual({ p99_ms: 0, max_ms: 0, stalls: 0 })
  await hold(90)
  await vi.waitFor(() => expect(watch.measure().max_ms).toBeGreaterThan(60))
  expect(watch.measure().stalls).toBe(0)
  expect(lines).toEqual([])
  await hold(300)
  await vi.waitFor(() => expect(watch.measure().stalls).toBe(1))
  expect(lines).toMatchObject([
    {
      level: 40,
      heldMs: expect.any(Number),
      threadMs: expect.any(Number),
      times: 1,
      requests: [{ route: '/hold/:ms' }],
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('tenants-secret')
  watch.stop()
  await app.close()
})

test('held again and again, it says so once a second and how often', async () => {
  const { app, watch, lines, hold } = openWatched()
  for (const stalls of [1, 2, 3]) {
    await hold(300)
    await vi.waitFor(() => expect(watch.measure().stalls).toBe(stalls))
  }
  expect(lines).toHaveLength(1)
  await hold(1500)
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  expect(lines[1]).toMatchObject({ times: 3 })
  watch.stop()
  await app.close()
})
