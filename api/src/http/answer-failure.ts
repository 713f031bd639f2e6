import { type Envelope, Failure, newId, type Translate } from '@sluice/contract'
import { findStoreTrouble } from '@sluice/db'
import type { Translations } from '@sluice/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, type MessageCode, readLanguage, tellIn, writeMessage } from './messages.ts'
import { contentOf, refuse } from './refuse.ts'
import { refuseSettled } from './refuse-settled.ts'
import { readTimeZone } from './write-times.ts'

/** HTTP status by the first word of a failure's code. A word that is not here is a far system's or the input's: 422. */
const statuses: Readonly<Record<string, number>> = {
  auth: 401,
  permission: 405,
  stepUp: 403,
  notFound: 404,
  conflict: 409,
  invalid: 422,
  tooLarge: 413,
  mediaType: 415,
  tooMany: 429,
  unavailable: 503,
  database: 503,
  internal: 500,
  vault: 500,
}

/** What PostgreSQL says about a value that passed the schema and yet cannot be stored or compared. */
const databaseRefusals: Readonly<Record<string, MessageCode>> = {
  '22021': 'invalid.text', // NUL
  '22P05': 'invalid.text', // an escape that no text can hold
  '22003': 'invalid.range', // a number beyond its type
  '22007': 'invalid.range', // a date no calendar has
  '22008': 'invalid.range',
  '22P02': 'invalid.range',
  '57014': 'unavailable.slow', // statement timeout
}

export interface FailureOptions {
  /** Full traces in answers. Never in production. */
  readonly isDevelopment: boolean
  readonly now: () => number
  /** Sentences of the engine and its connectors, by language. */
  readonly translate: Translations
}

/** Turns anything thrown into the envelope. Only what is public leaves; the rest goes to the log under the same id. */
export function answerFailure(error: unknown, req: FastifyRequest, reply: FastifyReply, options: FailureOptions): void {
  const failure = hasLeft(req)
    ? refuse('invalid.input', { field: 'request', cause: error })
    : recognise(error, req.routeOptions.bodyLimit)
  const status = failure ? statusOf(failure) : 500
  if (failure && WATCHED.has(status)) noteRefusal(failure, req)
  if (status === STORE.full.status || status === STORE.away.status)
    req.log.warn({ err: failure?.cause }, 'answering without the store')
  if (failure?.retryAfterMs !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(failure.retryAfterMs / 1000)))
  const body = status === 500 ? writeInternal(error, req, options) : writeRefusal(failure!, req, options) // not 500: recognised
  void reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** In the middle of the body. The system calls that as it calls a database that went away, and nobody reads the answer. */
const hasLeft = (req: FastifyRequest): boolean => req.raw.destroyed && !req.raw.complete

/** Refused sign-ins, missing permissions and throttled callers leave a line: who tries to break in shows here. */
const WATCHED: ReadonlySet<number> = new Set([401, 405, 429])

function noteRefusal(failure: Failure, req: FastifyRequest): void {
  const userId = req.principal?.userId
  req.log.warn({ code: failure.code, ip: req.ip, userId, route: req.routeOptions.url }, 'refusing a request')
}

const STORE = {
  full: { code: 'unavailable.storageFull', status: 507 },
  away: { code: 'unavailable.database', status: 503 },
} as const
/** Then the trouble has often passed. */
const TRY_AGAIN_MS = 5000

const statusOf = (failure: Failure): number => {
  if (failure.code === STORE.full.code) return STORE.full.status
  const [kind = '', detail] = failure.code.split('.')
  // `connector.missing`, `resource.missing`: whatever the engine did not find
  return statuses[kind] ?? (detail === 'missing' ? 404 : 422)
}

/** Failures, and the refusals of fastify itself; undefined for everything unforeseen. */
function recognise(error: unknown, bodyBytes = 0): Failure | undefined {
  const trouble = findStoreTrouble(error)
  if (trouble) return refuse(STORE[trouble].code, { retry: 'later', retryAfterMs: TRY_AGAIN_MS, cause: error })
  if (error instanceof Failure) return error
  const settled = refuseSettled(error)
  if (settled) return settled
  if (!(error instanceof Error)) return undefined
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown }
  // The data scope of the caller's role: a row was to be put where the role does not see.
  if (code === '42501' && error.message.includes('"scope"'))
    return refuse('invalid.groupScope', { field: 'group', cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuse('tooLarge.body', { value: String(Math.floor(bodyBytes / 1024)) })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return refuse('mediaType.json')
  if (typeof code === 'string' && code in databaseRefusals) return refuse(databaseRefusals[code]!, { cause: error }) // in: checked
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return refuse('invalid.input', { field: 'request', cause: error })
  return undefined
}

/** Code and sentence as the caller reads them. */
export function readFailure(
  failure: Failure,
  { language, tell }: { readonly language: Language; readonly tell: Translate },
): { code: string; message: string } {
  const message = writeMessage(failure.code, language, failure, tell(failure.message))
  // `permission` alone, as the console's notification asks for the kind only
  return { code: failure.code.startsWith('permission.') ? 'permission' : failure.code, message }
}

function writeRefusal(failure: Failure, req: FastifyRequest, { translate }: FailureOptions): Envelope<unknown> {
  const { code: _code, retry: _retry, retryAfterMs: _wait, ...detail } = failure.toDetail()
  const language = readLanguage(req.headers['accept-language'])
  const tell = tellIn(language, translate, readTimeZone(req.headers))
  const { code, message } = readFailure(failure, { language, tell })
  const advice = detail.advice === undefined ? {} : { advice: tell(detail.advice) }
  const content =
    contentOf(failure) ?? (failure.field === undefined && !failure.advice ? [] : [{ ...detail, ...advice, message }])
  return { success: false, code, message, content }
}

/** The shape the console's exception notices read; spec §3. */
function writeInternal(error: unknown, req: FastifyRequest, options: FailureOptions): Envelope<unknown> {
  const id = newId(options.now())
  req.log.error({ err: error, errorId: id }, 'answering a request')
  const language = readLanguage(req.headers['accept-language'])
  const message = writeMessage('internal', language, {}, 'internal')
  const content = {
    id,
    exception: 'InternalError',
    message: `${message} (${id})`,
    path: req.url.split('?')[0],
    file: '',
    line: 0,
    trace: [] as { function: string; file: string; line: number }[],
    time: new Date(options.now()).toISOString(),
  }
  if (options.isDevelopment && error instanceof Error) {
    content.exception = error.name
    content.message = error.message
    content.trace = readTrace(error)
    content.file = content.trace[0]?.file ?? ''
    content.line = content.trace[0]?.line ?? 0
  }
  return { success: false, code: 'internal', message, content: [content] }
}

const readTrace = (error: Error) =>
  [...(error.stack ?? '').matchAll(/at (?:(.+?) \()?(?:file:\/\/)?([^\s()]+):(\d+):\d+\)?$/gm)]
    .slice(0, 30)
    .map(match => ({ function: match[1] ?? '', file: match[2] ?? '', line: Number(match[3]) }))
