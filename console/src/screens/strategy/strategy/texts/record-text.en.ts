import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './record-text.zh.ts'

export const en: Like<typeof zh> = {
  error: target => `Not written to “${target}”`,
  retrying: target => `Not yet written to “${target}”`,
  reason: reason => `: ${reason}`,
  retryAt: time => `It is tried again by itself at ${time}.`,
  unknown: target => `Sent to “${target}”, but no answer came: nobody knows whether it was written`,
  unknownAdvice:
    'Check at the target: confirm it if it is there, process it again if not. It is never sent twice by itself.',
  written: target => `Written to “${target}”`,
  writtenAs: (target, key) => `Written to “${target}” as ${key}`,
  writtenAdvice: 'Nothing to do. When the source changes it, the target is updated by itself.',
  waiting: target => `Read, and waiting to be written to “${target}”`,
  waitingAdvice: 'Nothing to do: it is written by the current run or the next one.',
  duplicate: 'The same content was written already; it was not written again',
  ignored: 'Ignored: not written to the target',
  ignoredAdvice: 'Process it again to have it written after all.',
  cancelled: 'Cancelled: not written to the target',
  deleted: 'Deleted at the source, and settled at the target',
  noAdvice: 'Nothing to do.',
  noOriginal: 'The original was cleaned up when its retention ended.',
  notSent: 'Nothing was sent, so the target gave no answer.',
  details: 'Technical details',
  code: 'Error code',
}
