import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { BusinessDeps } from './business.ts'
import { insertCall } from './call-rows.ts'
import { type GatewayLanguage, say } from './messages.ts'
import { Refusal } from './refusal.ts'
import { findApplicationOf } from './setting-rows.ts'
import { takeRecords } from './take-records.ts'
import { findScopeOf, isAlive } from './versions.ts'

export interface ReplayedCall {
  /** The one that failed. */
  readonly id: string
  readonly applicationId: string
  readonly strategyId: string
  readonly version: number
  /** What was sent, letter by letter. */
  readonly body: string
  /** Its Idempotency-Key: what the application has sent by it meanwhile is not taken twice. */
  readonly key: string | null
  /** Of who sends it again. */
  readonly ip: string
  readonly language: GatewayLanguage
}

export type Replayed =
  | { readonly kind: 'done'; readonly callId: string; readonly content: string }
  /** `said` is null where the application may not send any more. */
  | { readonly kind: 'refused'; readonly said: string | null }

/**
 * What an application sent and could not be taken, taken now, with the rights that the application has now; in the transaction of
 * who sends it again, and in the log as a call of its own. It counts for no limit: the application did not call.
 */
export async function replayIntake(
  deps: Pick<BusinessDeps, 'database' | 'records' | 'runs' | 'now'>,
  tx: Tx,
  call: ReplayedCall,
): Promise<Replayed> {
  const application = await findApplicationOf(tx, call.applicationId)
  const nowMs = deps.now()
  const hasEnded = application?.expires_at != null && Date.parse(application.expires_at) <= nowMs
  if (!application?.is_enabled || hasEnded) return { kind: 'refused', said: null }
  const scope = findScopeOf(application, call.strategyId, call.version)
  if (!scope?.operations.includes('store') || !isAlive(scope, nowMs)) return { kind: 'refused', said: null }
  const asked = {
    application,
    scope,
    language: call.language,
    body: Buffer.from(call.body),
    header: (name: string) => (name === 'idempotency-key' ? (call.key ?? undefined) : undefined),
    id: '',
  }
  try {
    const { content, rows, recordKeys } = await takeRecords(deps, tx, asked)
    const callId = newId(nowMs)
    await insertCall(tx, {
      ...{ id: callId, applicationId: application.id, applicationName: application.name, strategyId: call.strategyId },
      ...{
        asset: null,
        apiVersion: call.version,
        operation: 'store',
        method: 'POST',
        ip: call.ip,
        status: 200,
        code: 0,
      },
      ...{
        rows,
        recordKeys,
        durationMs: Math.max(0, Math.round(deps.now() - nowMs)),
        failure: null,
        replayOf: call.id,
      },
    })
    return { kind: 'done', callId, content }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'refused', said: say(error.said, call.language, error.options.value) }
  }
}
