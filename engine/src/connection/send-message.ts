import { parseParams } from '@sluice/connector-kit'
import { Failure, type FailureDetail, type ParamValues, TargetConfig, toFailure } from '@sluice/contract'
import { loadPlatform } from './load-platform.ts'
import { closeQuietly, type OpeningDeps } from './open-connection.ts'

/** What became of a message. unknown: it was sent, and nobody can say whether it arrived. */
export type MessageOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed' | 'unknown'; readonly failure: FailureDetail }

export interface MessageRequest {
  /** A platform whose connector has a resource `text` to write to: a robot. */
  readonly platformId: string
  /** Plain; they are not stored. */
  readonly params: ParamValues
  readonly text: string
  /** What keeps tokens and budgets apart: the id of whatever sends. */
  readonly placeId: string
}

const SEND_MS = 20_000

/** One message through a robot that is no saved connector. Never throws. */
export async function sendMessage(
  deps: OpeningDeps,
  tenantId: string,
  { platformId, params, text, placeId }: MessageRequest,
): Promise<MessageOutcome> {
  try {
    const { manifest, open } = await loadPlatform(deps, tenantId, platformId)
    const connection = await open(parseParams(manifest.params, params), deps.makeContext(tenantId, placeId))
    try {
      const target = await connection.openTarget?.(TargetConfig.parse({ connector_id: placeId, resource: 'text' }))
      if (!target)
        throw new Failure({ code: 'connector.noTarget', message: `A ${manifest.id} connector takes no messages.` })
      const record = { data: { content: text }, idempotencyKey: placeId }
      const [outcome] = await target.write([record], AbortSignal.timeout(SEND_MS))
      await closeQuietly(target)
      if (outcome?.kind === 'written' || outcome?.kind === 'skipped') return { kind: 'sent' }
      return outcome ?? { kind: 'unknown', failure: new Failure({ code: 'target.unconfirmed', message: 'No answer.' }) }
    } finally {
      await closeQuietly(connection)
    }
  } catch (error) {
    return { kind: 'failed', failure: toFailure(error).toDetail() }
  }
}
