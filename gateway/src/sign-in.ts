import { z } from 'zod'
import type { GatewayParts } from './parts.ts'
import { findSecret, requireOpen } from './prove-caller.ts'
import type { RawCall } from './raw-call.ts'
import { readObject } from './read-json.ts'
import { Refusal } from './refusal.ts'

const TOKEN_SECONDS = 7200

const Credentials = z.strictObject({ app_key: z.string().max(100), app_secret: z.string().max(100) })

/** Key and secret against a token of two hours. The answer as JSON text. @throws Refusal */
export async function signIn({ snapshot, tokens, limits, now }: GatewayParts, call: RawCall): Promise<string> {
  const parsed = Credentials.safeParse(readObject(call.body))
  if (!parsed.success) {
    const path = String(parsed.error.issues[0]?.path[0] ?? 'app_key')
    throw new Refusal('input', 'input', { value: path, path })
  }
  const application = snapshot.find(parsed.data.app_key)
  const secret = application && findSecret(application, parsed.data.app_secret, now())
  if (!application || !secret) throw new Refusal('auth', 'auth')
  const nothing = { callId: null, strategyId: null, assetId: null }
  const asked = { ...nothing, operation: 'oauth', method: call.method, ip: call.ip }
  limits.noting(application, asked, () => requireOpen(application, call, now()))
  await limits.admit({ application, secretId: secret.id, nonce: null, stamp: null }, asked)
  const endsAtMs = now() + TOKEN_SECONDS * 1000
  const token = tokens.issue({ applicationId: application.id, endsAtMs, epoch: application.token_epoch })
  return JSON.stringify({
    success: true,
    code: 0,
    access_token: token,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
  })
}
