import { writeMessage } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { fingerprintOf } from '../../../packaging/index.ts'
import type { MarketSource } from './contract.ts'
import type { Problem, SourceCounts, SourceRow } from './store.ts'

/** A market signs anew every day that somebody looks: one a week old is kept back by somebody, or nobody is there. */
const STALE_MS = 7 * 24 * 3_600_000

export function describeSource(row: SourceRow & SourceCounts, nowMs: number, ctx: RouteContext): MarketSource {
  const { tenant_id: _tenant, index_digest: _digest, serial, failure, problems, ...rest } = row
  return {
    ...rest,
    serial: Number(serial),
    fingerprint: fingerprintOf(row.key),
    // By file it is as old as whoever carries it says.
    is_stale: row.address !== '' && row.signed_at !== null && nowMs - Date.parse(row.signed_at) > STALE_MS,
    failure: failure && sayFailure(failure, ctx),
    problems: problems.map(({ name, version, failure: why }) => ({ name, version, ...sayFailure(why, ctx) })),
  }
}

/** A refusal of ours in the reader's language; what the way out says by its sentence. */
const sayFailure = ({ code, message, field, value }: Problem['failure'], { language, tell }: RouteContext) => ({
  code,
  message: writeMessage(code, language, { ...(field && { field }), ...(value && { value }) }, tell(message)),
})
