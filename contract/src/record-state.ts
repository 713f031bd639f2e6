/**
 * The life of one data record, as a table. The codes are what the API, the SQL and the console use.
 *
 * | code | zh-CN   | meaning                                                     |
 * |------|---------|-------------------------------------------------------------|
 * | 0    | 等待中   | staged, waits for its write                                 |
 * | 1    | 重复的   | same key and content as a stored record; not written again  |
 * | 2    | 已完成   | the target confirmed it                                     |
 * | 3    | 错误的   | refused by mapping or target; a person or a rule decides     |
 * | 4    | 负库存   | business hold: retried on a slow cycle                      |
 * | 5    | 队列中   | taken by a run                                              |
 * | 6    | 基础资料错误 | master data missing at the target: retried on a slow cycle |
 * | 7    | 已忽略   | left out by a person or by a rule                           |
 * | 8    | 已取消   | taken out of the queue                                      |
 * | 9    | 结果未知 | sent, the answer was lost; never repeated by itself         |
 * | 10   | 已删除   | gone at the source; gone at the target too, or only marked   |
 * | 11   | 待重试   | its write failed for a passing reason; tried again when due   |
 */
export const RecordState = {
  waiting: 0,
  duplicate: 1,
  finished: 2,
  error: 3,
  negativeStock: 4,
  queued: 5,
  masterDataError: 6,
  ignored: 7,
  cancelled: 8,
  unknown: 9,
  deleted: 10,
  retrying: 11,
} as const
export type RecordState = (typeof RecordState)[keyof typeof RecordState]
export const recordStates = Object.values(RecordState)

const S = RecordState

/**
 * What a state means to whoever looks at figures: every state in one standing. Whatever shows how many records there
 * are in some standing counts these states, and opens the list of just them; no screen has a sum of its own.
 */
export const recordStandings = {
  /** Landed, and its write has not been tried or is under way. */
  waiting: [S.waiting, S.queued],
  written: [S.finished, S.deleted],
  /** Not written; tried again by itself. */
  retrying: [S.negativeStock, S.masterDataError, S.retrying],
  /** Not written; a person decides. */
  error: [S.error],
  /** Sent, and nobody knows whether it was written. */
  unknown: [S.unknown],
  /** Not to be written, by a person or a rule. */
  leftOut: [S.duplicate, S.ignored, S.cancelled],
} as const satisfies Record<string, readonly RecordState[]>
export type RecordStanding = keyof typeof recordStandings

/** Error data: not written and not left out by anybody's will. What the error overview counts. */
export const errorDataStates: readonly RecordState[] = [
  ...recordStandings.error,
  ...recordStandings.retrying,
  ...recordStandings.unknown,
]

/** On their way: the engine itself still brings them to the target. */
export const underWayStates: readonly RecordState[] = [...recordStandings.waiting, S.retrying]

/** Of the figures by state, those of one standing together. */
export const sumStanding = (
  counts: readonly { readonly status: RecordState; readonly count: number }[],
  states: readonly RecordState[],
): number => counts.reduce((sum, { status, count }) => sum + (states.includes(status) ? count : 0), 0)
