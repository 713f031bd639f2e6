import { RecordState } from './record-state.ts'

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

/** null: the event is refused in that state. Beside the states, so that a page that shows figures loads no table. */
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
    retryLater: S.retrying,
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
  [S.retrying]: row({ reprocess: S.waiting, ignore: S.ignored, cancel: S.cancelled, changedAtSource: S.waiting }),
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
