import type { Database } from '@sluice/db'
import type { Caller } from './prove-caller.ts'
import { SKEW_SECONDS } from './prove-caller.ts'
import { Refusal } from './refusal.ts'

interface Verdict {
  readonly verdict: 'ok' | 'unknown' | 'skew' | 'replay' | 'rate' | 'quota'
  readonly wait_ms: string
  readonly tokens_left: number
  readonly quota_left: string | null
}

/** What is left to the application after this call. */
export interface Admission {
  readonly tokensLeft: number
  readonly quotaLeft: string | null
}

/** The store lets the call in: its clock, its budget, its memory of nonces, the same for every process. @throws Refusal */
export async function admit(database: Database, caller: Caller): Promise<Admission> {
  const { application, secretId, nonce, stamp } = caller
  const rows = await database.withTenant(
    application.tenant_id,
    tx =>
      tx.query<Verdict>('select verdict, wait_ms, tokens_left, quota_left from gateway_admit($1, $2, $3, $4, $5)', [
        application.id,
        secretId,
        nonce,
        stamp,
        SKEW_SECONDS,
      ]),
    // A nonce must outlast the loss of power.
    { durable: nonce !== null },
  )
  const found = rows[0]
  if (found?.verdict === 'ok') return { tokensLeft: found.tokens_left, quotaLeft: found.quota_left }
  if (found?.verdict === 'skew') throw new Refusal('auth', 'skew', { value: String(SKEW_SECONDS) })
  if (found?.verdict === 'replay') throw new Refusal('auth', 'replay')
  if (found?.verdict === 'rate' || found?.verdict === 'quota')
    throw new Refusal('limit', found.verdict, { waitMs: Number(found.wait_ms) })
  throw new Refusal('auth', 'auth')
}
