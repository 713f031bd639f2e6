import type { FailureDetail } from '@sluice/contract'

/**
 * What became of one row of a page, one line per ordinal in page.result: a letter, then JSON where there is more.
 *
 * | letter | meaning                                        |
 * |--------|------------------------------------------------|
 * | r      | rejected before staging                        |
 * | d      | duplicate                                      |
 * | p      | staged, not yet written                        |
 * | b      | staged, its write has begun (guarantee `none`) |
 * | w      | written                                        |
 * | s      | skipped                                        |
 * | f      | failed, tried again later                      |
 * | x      | failed for good                                |
 * | u      | sent, answer lost                              |
 */
export type ResultLetter = 'r' | 'd' | 'p' | 'b' | 'w' | 's' | 'f' | 'x' | 'u'

/** A process lost a run that it held: it ended, or stood still past its lease. The database's clock. */
export interface Loss {
  readonly by: string
  readonly at: string
}

export interface ResultDetail {
  readonly response?: string
  readonly targetKey?: string
  readonly failure?: FailureDetail
  readonly tries?: number
  /** Of an open record: who lost its page, and whether the last of them had this record alone in hand. */
  readonly losses?: readonly Loss[]
  readonly alone?: boolean
  /** That mapped it, where it is not the run's: the key belongs to a canary. */
  readonly version?: number
  /** The row says that the record is gone. */
  readonly change?: 'delete'
}

export function formatResultLine(letter: ResultLetter, detail?: ResultDetail): string {
  if (detail === undefined) return letter
  const json = JSON.stringify(detail)
  return json === '{}' ? letter : letter + json
}

export function parseResultLine(line: string): { readonly letter: ResultLetter; readonly detail: ResultDetail } {
  const letter = line.charAt(0) as ResultLetter // written by formatResultLine
  return { letter, detail: line.length > 1 ? (JSON.parse(line.slice(1)) as ResultDetail) : {} }
}
