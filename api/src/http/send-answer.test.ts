import { route } from '@sluice/contract'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Sessions } from './create-sessions.ts'
import { Page, type RouteContext } from './route-handler.ts'
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
