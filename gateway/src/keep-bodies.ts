import type { AdmittedCall, Route, Told } from './admitted-call.ts'
import { insertBody } from './call-rows.ts'
import { ASSET_CALL } from './called-asset.ts'
import { hasCredential, SHOWN_BYTES, type ShownBody, showAnswer, showRequest } from './mask-bodies.ts'
import type { GatewayParts } from './parts.ts'
import { readObject } from './read-json.ts'
import { findAssetOf, findScopeOf } from './versions.ts'

/** What is sealed of a call. */
export interface KeptBodies {
  readonly request: ShownBody
  readonly answer: ShownBody
  /** What was sent, letter by letter, where it may be sent again. */
  readonly original: string | null
  /** The Idempotency-Key that it came with: whoever sent it may have sent it again meanwhile. */
  readonly key?: string | null
}

export const placeOfBody = (callId: string): string => `gateway/call/${callId}/body`

/**
 * After the call's row, in a transaction of its own: the vault has one, too, and a call is answered though its body cannot be
 * kept.
 */
export async function keepBodies(
  parts: GatewayParts,
  admitted: AdmittedCall<Pick<Route, 'name'>>,
  told: Told,
): Promise<void> {
  const { caller, route, strategyId, id, version, callId, call } = admitted
  const { application } = caller
  const asset = route.name === ASSET_CALL ? findAssetOf(application, id, version) : undefined
  const scope = findScopeOf(application, strategyId, version)
  const policy = (scope ?? asset)?.body_policy ?? application.body_policy
  if (policy === 'off' || (policy === 'error' && told.status < 400)) return
  try {
    const called = { operation: route.name, scope, asset, salt: application.id }
    const isFailedIntake = route.name === 'store' && told.status >= 400 && scope !== undefined
    const kept: KeptBodies = {
      request: showRequest(call.body, called),
      answer: showAnswer(told.text),
      original: isFailedIntake ? readWhole(call.body) : null,
      key: isFailedIntake ? (call.headers['idempotency-key']?.join(', ') ?? null) : null,
    }
    const sealed = await parts.vault.seal(application.tenant_id, placeOfBody(callId), JSON.stringify(kept))
    const row = { callId, sealed, isWhole: kept.original !== null, days: application.body_days }
    await parts.database.withTenant(application.tenant_id, tx => insertBody(tx, row))
  } catch (error) {
    parts.log.warn({ err: error, call: callId }, 'keeping bodies of a call')
  }
}

/** null: it is longer than what is kept, cannot be read, holds what is never kept, or asks for nothing to happen. */
function readWhole(body: Uint8Array): string | null {
  if (body.length > SHOWN_BYTES) return null
  try {
    const value = readObject(body)
    return hasCredential(value) || value['dry_run'] === true ? null : Buffer.from(body).toString('utf8')
  } catch {
    return null
  }
}
