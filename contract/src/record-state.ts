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
 * | 5    | 队列中   | taken by a run, or waiting for its next try                 |
 * | 6    | 基础资料错误 | master data missing at the target: retried on a slow cycle |
 * | 7    | 已忽略   | left out by a person or by a rule                           |
 * | 8    | 已取消   | taken out of the queue                                      |
 * | 9    | 结果未知 | sent, the answer was lost; never repeated by itself         |
 * | 10   | 已删除   | gone at the source; gone at the target too, or only marked   |
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
} as const
export type RecordState = (typeof RecordState)[keyof typeof RecordState]
export const recordStates = Object.values(RecordState)

export type RecordEvent =
  | 'dispatch'
  | 'written'
  | 'skipped'
  | 'failed'
  | 'heldStock'
  | 'heldMasterData'
  | 'retryLater'
  | 'answerLost'
  | 'reprocess'
  | 'ignore'
  | 'ignoredByRule'
  | 'cancel'
  | 'changedAtSource'
  | 'confirmWritten'
  | 'deleted'

const S = RecordState
/** null: the event is refused in that state. */
export const recordTransitions = {
  [S.waiting]: row({
    dispatch: S.queued,
    ignore: S.ignored,
    cancel: S.cancelled,
    failed: S.error,
    changedAtSource: S.waiting,
  }),
  [S.duplicate]: row({ reprocess: S.waiting, changedAtSource: S.waiting }),
  [S.finished]: row({ reprocess: S.waiting, changedAtSource: S.waiting }),
  [S.error]: row({
    reprocess: S.waiting,
    ignore: S.ignored,
    changedAtSource: S.waiting,
    confirmWritten: S.finished,
    deleted: S.deleted,
  }),
  [S.negativeStock]: row({ reprocess: S.waiting, ignore: S.ignored, changedAtSource: S.waiting }),
  [S.queued]: row({
    written: S.finished,
    skipped: S.finished,
    deleted: S.deleted,
    failed: S.error,
    heldStock: S.negativeStock,
    heldMasterData: S.masterDataError,
    retryLater: S.queued,
    answerLost: S.unknown,
    ignoredByRule: S.ignored,
    cancel: S.cancelled,
    changedAtSource: S.waiting,
    reprocess: S.waiting,
  }),
  [S.masterDataError]: row({ reprocess: S.waiting, ignore: S.ignored, changedAtSource: S.waiting }),
  [S.ignored]: row({ reprocess: S.waiting }),
  [S.cancelled]: row({ reprocess: S.waiting, changedAtSource: S.waiting }),
  // A person who confirms a delete that was sent says `deleted`.
  [S.unknown]: row({ confirmWritten: S.finished, deleted: S.deleted, reprocess: S.waiting, ignore: S.ignored }),
  [S.deleted]: row({ reprocess: S.waiting, changedAtSource: S.waiting }),
} satisfies Record<RecordState, Record<RecordEvent, RecordState | null>>

/** The state after an event, or null when the event is refused. */
export const nextRecordState = (state: RecordState, event: RecordEvent): RecordState | null =>
  recordTransitions[state][event]

function row(allowed: Partial<Record<RecordEvent, RecordState>>): Record<RecordEvent, RecordState | null> {
  const refused: Record<RecordEvent, null> = {
    dispatch: null,
    written: null,
    skipped: null,
    failed: null,
    heldStock: null,
    heldMasterData: null,
    retryLater: null,
    answerLost: null,
    reprocess: null,
    ignore: null,
    ignoredByRule: null,
    cancel: null,
    changedAtSource: null,
    confirmWritten: null,
    deleted: null,
  }
  return { ...refused, ...allowed }
}
