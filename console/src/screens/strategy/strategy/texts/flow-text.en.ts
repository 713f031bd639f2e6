import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './flow-text.zh.ts'

export const en: Like<typeof zh> = {
  staged: 'Staged',
  mapped: 'Mapped',
  outcome: 'Outcome',
  handled: 'handled',
  received: 'taken',
  mappingVersion: version => `version ${version}`,
  stored: count => `${count} in all`,
  ofRun: (name, count) => `${name} by this run: ${count}, open the list`,
  inAll: (name, count) => `${name} in all: ${count}, open the list`,
  outcomes: { written: 'Written', waiting: 'Waiting', retrying: 'To retry', error: 'Errors', unknown: 'Unknown' },
  groups: (stored, grouped, isEven) => `stored rows ${stored} ${isEven ? '=' : '≠'} rows in the groups read ${grouped}`,
  why: {
    draft: 'Not started yet: start it once the check passes, or run it once first.',
    never: 'It has never run: run it now, or start it and wait for its schedule.',
    noRead: 'The source has nothing that fits: the last run read no record.',
    broken: reason => `The last run broke off: ${reason}`,
    partial: 'The last run did not do everything; “Runs” tells why.',
    allWritten: 'Everything that was read is written; nothing waits.',
    following: 'Nothing new at the source; waiting for the next change.',
    lost: 'Where it was is lost: it goes on after everything is read anew, see “Following changes” below.',
    reading: 'Reading the source; nothing has arrived yet.',
    moving: rate => `Moving ${rate} records a second.`,
    slowSource: seconds => `The source has not given the next page for ${seconds} seconds: the source is slow.`,
    slowTarget: (seconds, pending) =>
      `Read and ready: ${pending}. The target has not answered for ${seconds} seconds: the target is slow.`,
    stopping: pending => `Stopping: ends when the ${pending} in hand are written or handed back.`,
    unknown: count =>
      `Writes without an answer: ${count}. They are never sent again by themselves; somebody must decide.`,
    retrying: count =>
      `Waiting for stock, master data or their next try: ${count}. They are tried again by themselves.`,
    rejected: count => `Rows rejected as they were read, and not at the target: ${count}.`,
    errors: count => `Not written: ${count}. Each needs a decision or a correction, and is then replayed.`,
    reason: 'Reason: ',
    example: 'For example: ',
    mostly: n => `${n} of them, for example: `,
    causes: 'All causes',
    first: 'The first: ',
    alsoRetrying: n => `${n} more will be retried by themselves.`,
    alsoRejected: (rows: string) => `Rows rejected on reading: ${rows}. `,
    rejectedRows: 'Rejected rows',
    waitsStopped: count => `Waiting: ${count}. The strategy is stopped; start it or run it now.`,
    waitsPaused: count => `Waiting: ${count}. Scheduling is paused; resume it or run now.`,
    waitsFollow: (count: string) =>
      `${count} records wait: following broke off and is tried again by itself. Runs tells why.`,
    waitsByHand: count => `Waiting: ${count}. There is no schedule; run it now.`,
    waitsFirst: (time: string) => `Started, never run so far: its first run is at ${time}.`,
    waitsNext: (count, time) => `Waiting for the next run: ${count}, at ${time}.`,
  },
}
