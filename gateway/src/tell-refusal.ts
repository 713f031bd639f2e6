import { findStoreTrouble, getSqlState } from '@sluice/db'
import { type GatewayLanguage, say } from './messages.ts'
import { Refusal } from './refusal.ts'

export const BODY_BYTES = 2 ** 20

/** Anything thrown, as callers are told it. */
export function recognise(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('input', 'large', { value: String(BODY_BYTES / 1024), status: 413 })
  if (getSqlState(error) === '57014') return new Refusal('internal', 'slow')
  if (findStoreTrouble(error)) return new Refusal('internal', 'away', { waitMs: 5000 })
  return new Refusal('internal', 'internal', { status: 500 })
}

export function writeRefusal({ code, said, options }: Refusal, language: GatewayLanguage): string {
  const message = say(said, language, options.value)
  const content = options.path === undefined ? [] : [{ path: options.path, message }]
  return JSON.stringify({ success: false, code, message, content })
}
