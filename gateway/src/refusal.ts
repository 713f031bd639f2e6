import type { MessageName } from './messages.ts'

/** What callers' programs go by; the same numbers for the same reasons, whatever the language. */
const codes = {
  input: 40001,
  auth: 40101,
  expired: 40102,
  permission: 40301,
  missing: 40401,
  gone: 41001,
  limit: 42901,
  internal: 50001,
} as const

const statuses: Readonly<Record<number, number>> = {
  [codes.input]: 400,
  [codes.auth]: 401,
  [codes.expired]: 401,
  [codes.permission]: 403,
  [codes.missing]: 404,
  [codes.gone]: 410,
  [codes.limit]: 429,
  [codes.internal]: 503,
}

interface RefusalOptions {
  readonly value?: string
  /** Where in the body. */
  readonly path?: string
  /** Where it is not the one of the code. */
  readonly status?: number
  readonly waitMs?: number
  /** What is told of limits beside the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Why a call is not done. */
export class Refusal extends Error {
  readonly code: number
  readonly said: MessageName
  readonly status: number
  readonly options: RefusalOptions

  constructor(kind: keyof typeof codes, said: MessageName, options: RefusalOptions = {}) {
    super(`refusing a call: ${said}`)
    this.code = codes[kind]
    this.said = said
    this.status = options.status ?? statuses[this.code] ?? 500
    this.options = options
  }
}
