import { isSameSecret } from './credentials.ts'
import { type Json, writeJson } from './json.ts'
import { type Call, type Handler, type Outcome, toJsonAnswer } from './server.ts'

/** What tests and the console may ask of a running sandbox, on either port. */
export interface AdminActions {
  stats(): object
  /** The documents the ERP holds; with a number only that one. */
  ledger(number: string | null): readonly object[]
  orders(): readonly object[]
  reset(seed: number | undefined): void
  /** @throws RangeError when the plan is not one */
  setFaults(plan: unknown): void
  edit(count: number): readonly string[]
  add(count: number): readonly string[]
}

const PREFIX = '/_sandbox/'
const MAX_AT_ONCE = 10_000

/** Puts the admin door in front of a platform. Its requests are neither counted nor struck by faults. */
export function withAdmin(handler: Handler, secret: string, actions: AdminActions): Handler {
  return async call => {
    if (!call.path.startsWith(PREFIX)) return handler(call)
    const given = call.headers['x-sandbox-admin']
    if (typeof given !== 'string' || !isSameSecret(given, secret))
      return toJsonAnswer(403, '{"error":"缺少或错误的请求头 X-Sandbox-Admin"}')
    try {
      return act(call, actions)
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error
      return toJsonAnswer(400, writeJson({ error: error.message }))
    }
  }
}

function act(call: Call, actions: AdminActions): Outcome {
  const { query } = call
  switch (`${call.method} ${call.path.slice(PREFIX.length)}`) {
    case 'GET stats':
      return answer(actions.stats())
    case 'GET ledger':
      return answer(actions.ledger(query.get('number')))
    case 'GET orders':
      return answer(actions.orders())
    case 'POST reset':
      actions.reset(query.get('seed') === null ? undefined : readInteger(query, 'seed', 2 ** 31))
      return answer({ ok: true })
    case 'POST faults':
      actions.setFaults(JSON.parse(call.body.toString()))
      return answer({ ok: true })
    case 'POST edit':
      return answer(actions.edit(readInteger(query, 'n', MAX_AT_ONCE)))
    case 'POST add':
      return answer(actions.add(readInteger(query, 'n', MAX_AT_ONCE)))
    default:
      return toJsonAnswer(404, '{"error":"没有这个管理接口"}')
  }
}

/** Default 1. */
function readInteger(query: URLSearchParams, name: string, max: number): number {
  const text = query.get(name) ?? '1'
  if (!/^\d{1,10}$/.test(text) || Number(text) > max) throw new RangeError(`${name} 必须是 0 到 ${max} 的整数`)
  return Number(text)
}

const answer = (value: object): Outcome => toJsonAnswer(200, writeJson(value as Json)) // plain data, built here
