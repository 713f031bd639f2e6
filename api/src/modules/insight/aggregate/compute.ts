import { compileReport, openTurn, type ReportCut, type ReportResult } from '@sluice/engine'
import type { Coverage, ReportBody } from './contract.ts'
import { type WalkDeps, walkWhole } from './walk.ts'

export interface ComputeOptions {
  readonly timeZone: string
  /** Records there are; null: not known before. */
  readonly of: number | null
  /** Asked after each page: whether to end with what there is. */
  isOver?(): boolean
  /** Told after each page. */
  onRead?(count: number): Promise<void>
}

/** A report over a strategy's records; it ends early where a limit is met, and says so. @throws Failure `filter.invalid` */
export async function computeReport(
  deps: WalkDeps,
  strategyId: string,
  definition: ReportBody,
  { timeZone, of, isOver, onRead }: ComputeOptions,
): Promise<{ readonly result: ReportResult; readonly coverage: Coverage }> {
  const report = compileReport(definition, { timeZone })
  let cut: ReportCut | 'time' | null = null
  const counts = { read: 0, gone: 0, refused: 0 }
  const turn = openTurn(deps.signal)
  for await (const records of walkWhole(deps, strategyId, definition)) {
    for (const { row, data, lack } of records) {
      if (turn.isOver()) await turn.give()
      if (lack !== null) counts[lack]++
      cut = lack === 'refused' ? null : report.add(row, data)
      if (cut) break
      counts.read++
    }
    await onRead?.(counts.read)
    if (!cut && isOver?.()) cut = 'time'
    if (cut) break
  }
  // What was read in time to the last record is whole.
  if (cut === 'time' && of !== null && counts.read >= of) cut = null
  const { matched, lines } = report
  const coverage = { ...counts, refused: counts.refused + report.refused, of, matched, lines, cut }
  return { result: await report.finishInTurns(deps.signal), coverage }
}
