import { Readable } from 'node:stream'
import type { Envelope, RouteDef, Schema } from '@sluice/contract'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Sessions } from './create-sessions.ts'
import { writeMessage } from './messages.ts'
import { type FileAnswer, Page, type RouteContext } from './route-handler.ts'
import { whileHeld } from './while-held.ts'
import { writeEvents } from './write-events.ts'

/** Puts a handler's result on the wire: envelope, file or event stream, as the contract says. */
export function sendAnswer(
  route: RouteDef,
  result: unknown,
  ctx: RouteContext,
  reply: FastifyReply,
  sessions: Sessions,
): FastifyReply | Promise<FastifyReply> {
  if (route.content === 'file') {
    const isHeld = async () => route.permission === 'public' || (await sessions.isHeld(ctx.principal, route.permission))
    return sendFile(result as FileAnswer, isHeld, reply) // RouteHandler<D> says so
  }
  if (route.content === 'sse') {
    const isAlive = () => sessions.isAlive(ctx.principal, route.permission)
    const stream = writeEvents(result as AsyncIterable<unknown>, route.event, isAlive, ctx.signal)
    return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(Readable.from(stream))
  }
  const isPage = result instanceof Page
  const envelope: Envelope<unknown> = {
    success: true,
    code: 0,
    message: writeMessage('ok', ctx.language, {}, 'ok'),
    content: checkAnswer(route.content, isPage ? result.content : result),
    ...(isPage ? { total: result.total } : {}),
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(envelope))
}

/** What the contract does not name is dropped, so that a new column leaks nowhere. @throws when it does not fit at all */
function checkAnswer(schema: Schema, content: unknown): unknown {
  const parsed = (schema as z.ZodType).safeParse(content) // Schema is the thin view of a zod type
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(issue => `${issue.path.map(String).join('.')}: ${issue.message}`)
  throw new Error(`checking an answer: ${places.slice(0, 5).join('; ')}`)
}

async function sendFile(file: FileAnswer, isHeld: () => Promise<boolean>, reply: FastifyReply): Promise<FastifyReply> {
  const pieces = await begin(whileHeld(file.stream, isHeld))
  return reply.type(file.type).header('content-disposition', writeDisposition(file.name)).send(Readable.from(pieces))
}

/**
 * The first piece is often a heading that nothing was read for, so the second one is waited for, too: what fails as it
 * begins is answered with its reason. Later there is only a file that breaks off.
 */
async function begin<T>(pieces: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = [await pieces.next(), await pieces.next()]
  return (async function* () {
    try {
      for (const piece of first) if (!piece.done) yield piece.value
      yield* pieces
    } finally {
      await pieces.return(undefined) // a reader who goes away before the third piece, too
    }
  })()
}

/** RFC 6266: an ASCII name for old readers, the real one in UTF-8. Always an attachment, never shown in place. */
function writeDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
