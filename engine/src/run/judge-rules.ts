import { listIgnoreRules } from '../sql/ignore-rule-rows.ts'
import type { JudgeRules, RecordResult } from '../stage/judge-result.ts'
import type { Session } from './session.ts'

// A rule that is made while a run goes on decides from then on; a run of failures does not ask for each page.
const FRESH_MS = 2_000

/** What results are judged by. The ignore rules are asked for only where something failed. */
export async function readJudgeRules(session: Session, results: readonly (RecordResult | null)[]): Promise<JudgeRules> {
  const rules = session.judgeRules()
  if (!results.some(isFailure)) return rules
  const nowMs = session.deps.now()
  if (nowMs - session.ignore.readMs >= FRESH_MS) {
    const { tenantId, strategyId } = session.claim
    session.ignore = { rules: await session.tenant(tx => listIgnoreRules(tx, tenantId, strategyId)), readMs: nowMs }
  }
  return { ...rules, ignore: session.ignore.rules }
}

const isFailure = (result: RecordResult | null): boolean =>
  result !== null && (result.kind === 'refused' || (result.kind === 'sent' && result.outcome.kind === 'failed'))
