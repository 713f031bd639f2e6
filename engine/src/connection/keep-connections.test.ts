import { expect, test } from 'vitest'
import { KEPT_MS, keepConnections } from './keep-connections.ts'
import type { OpenedConnection } from './open-connection.ts'

function open() {
  const state = { opened: 0, closed: [] as number[], nowMs: 0 }
  const lend = keepConnections(
    async () => {
      const id = ++state.opened
      const connection = { id, close: async () => void state.closed.push(id) }
      return { connection } as unknown as OpenedConnection
    },
    () => state.nowMs,
  )
  const idOf = ({ connection }: OpenedConnection) => (connection as unknown as { id: number }).id
  return { state, ask: (name = 'c') => lend('t', name, async opened => idOf(opened)), lend, idOf }
}

test('calls of a moment share a connection, and later ones have one that knows what was changed', async () => {
  const { state, ask } = open()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  state.nowMs = KEPT_MS - 1
  expect(await ask()).toBe(1)
  expect(state.closed).toEqual([])
  state.nowMs = KEPT_MS
  expect([await ask(), await ask('other')]).toEqual([2, 3])
  await expect.poll(() => state.closed).toEqual([1])
  // Nobody calls again.
  await expect.poll(() => state.closed, { timeout: 5000 }).toEqual([1, 2, 3])
})

test('one that failed is lent to nobody any more, and whoever still has it is let finish', async () => {
  const { state, ask, lend, idOf } = open()
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = lend('t', 'c', async opened => {
    await promise
    return [idOf(opened), [...state.closed]]
  })
  await expect(lend('t', 'c', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await ask()).toBe(2)
  resolve()
  expect(await slow).toEqual([1, []])
  await expect.poll(() => state.closed).toContain(1)
})
