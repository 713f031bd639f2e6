import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './retire-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Documents without rows',
  count: count => `${count} documents`,
  scope: 'Which',
  kind: 'What becomes of them',
  kinds: {
    retireDelete: 'Delete at the target',
    retireZero: 'Write with zeros',
    retireMark: 'Mark at the target',
    retireKeep: 'Keep at the target',
  },
  hints: {
    retireDelete: 'The target deletes these documents. Where it cannot, they stay errors and say so.',
    retireZero: 'Written as they were read last, with 0 in the fields that the settings of the strategy name.',
    retireMark: 'Written as they were read last, with the field of the settings set.',
    retireKeep: 'The target stays as it is; here they count as deleted.',
  },
  back: 'A document that has rows again is written with its new content.',
  start: 'Start',
  started: 'Started',
  cancel: 'Cancel',
}
