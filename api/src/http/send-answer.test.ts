import { route } from '@sluice/contract'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Sessions } from './create-sessions.ts'
import { FileAnswer, Page, type RouteContext } from './route-handler.ts'
import { sendAnswer } from './send-answer.ts'

const row = z.object({
  id: z.string(),
  owner: z.object({ name: z.string() }),
  tags: z.array(z.object({ key: z.string() })),
})
const base = { method: 'GET', path: '/api/x', summary: 'x', permission: null, audit: 'query' } as const
const one = route({ ...base, content: row })
const many = route({ ...base, content: z.array(row) })

/** What would go on the wire. */
function send(definition: typeof one | typeof many, result: unknown): unknown {
  let sent = ''
  const reply = {
    type: () => reply,
    send(text: string) {
      sent = text
      return reply
    },
  }
  // Only what an envelope needs.
  sendAnswer(
    definition,
    result,
    { language: 'en-US' } as unknown as RouteContext,
    reply as unknown as FastifyReply,
    {} as Sessions,
  )
  return JSON.parse(sent)
}

const good = { id: '1', owner: { name: 'n' }, tags: [{ key: 'k' }] }
const more = { ...good, password_hash: 'h', owner: { name: 'n', tenant_id: 't' }, tags: [{ key: 'k', secret: 's' }] }

test('what the contract does not name leaves nowhere, however deep it stands', () => {
  expect(send(one, more)).toMatchObject({ code: 0, content: good })
  expect(JSON.stringify(send(one, more))).not.toMatch(/password_hash|tenant_id|secret/)
  const page = send(many, new Page([more, good] as never, 2))
  expect(page).toMatchObject({ total: 2, content: [good, good] })
  expect(JSON.stringify(page)).not.toMatch(/password_hash|tenant_id|secret/)
})

test('an answer that lacks what the contract promises is no answer', () => {
  expect(() => send(one, { ...good, owner: {} })).toThrow(/checking an answer: owner\.name/)
  expect(() => send(one, null)).toThrow(/checking an answer/)
})

test('a file that fails as it begins is answered with its reason; later it breaks off', async () => {
  const file = route({ ...base, permission: 'public', content: 'file' })
  const openFile = async (pieces: AsyncIterable<string>) => {
    let sent: AsyncIterable<string> | undefined
    const reply = {
      type: () => reply,
      header: () => reply,
      send(stream: AsyncIterable<string>) {
        sent = stream
        return reply
      },
    }
    // Only what a file needs.
    const ctx = { language: 'en-US' } as unknown as RouteContext
    const answer = new FileAnswer('log.csv', 'text/csv', pieces)
    await sendAnswer(file, answer, ctx, reply as unknown as FastifyReply, {} as Sessions)
    return sent!
  }
  const failing = async function* (...pieces: string[]) {
    yield* pieces
    throw new Error('the store says no')
  }
  await expect(openFile(failing())).rejects.toThrow('the store says no')
  await expect(openFile(failing('heading'))).rejects.toThrow('the store says no')
  const late = await openFile(failing('heading', 'row'))
  const read: string[] = []
  await expect(
    (async () => {
      for await (const piece of late) read.push(piece)
    })(),
  ).rejects.toThrow('the store says no')
  expect(read).toEqual(['heading', 'row'])

  let isClosed = false
  const whole = await openFile(
    (async function* () {
      try {
        yield* ['heading', 'first', 'second']
      } finally {
        isClosed = true
      }
    })(),
  )
  for await (const piece of whole) if (piece === 'heading') break
  await expect.poll(() => isClosed).toBe(true)
})
