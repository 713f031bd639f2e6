import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './edition-text.zh.ts'

export const en: Like<typeof zh> = {
  unknown:
    'This version speaks an older edition of the mapping language. What the newest would change of its stored records has not been compared.',
  counted: (otherwise, examined) =>
    `This version speaks an older edition of the mapping language; in the newest, ${otherwise} of ${examined} stored records would come out otherwise.`,
  refused: count => `${count} of them would be refused.`,
  same: examined =>
    `This version speaks an older edition of the mapping language; in the newest, all of ${examined} stored records would come out the same.`,
  none: 'This version speaks an older edition of the mapping language; there are no stored records to compare.',
  failed: message => `The comparison failed: ${message}`,
  cut: count => `Only the newest ${count} were compared.`,
  filtered: 'Rows that the row filter left out are not stored as records, and are not compared.',
  running: (done, total) => `Comparing: ${done} of ${total}`,
  counting: 'Comparing: counting',
  progress: 'Progress of the comparison',
  compare: 'Compare stored records',
  again: 'Compare again',
  underWay: 'A comparison is under way',
  cancel: 'Cancel the comparison',
  show: 'Show differences',
  title: 'What the newest edition would change',
  change: {
    notYet: 'Complete what is required first, and wait for a comparison under way',
    title: 'What saving would change',
    start: 'Compare stored records',
    counted: (otherwise, examined) =>
      `Once saved, ${otherwise} of ${examined} stored records would come out otherwise.`,
    same: examined => `Once saved, all of ${examined} stored records would come out the same.`,
    none: 'There are no stored records to compare.',
  },
  move: 'Move to the newest edition',
  moveTitle: 'Move to the newest edition of the mapping language?',
  moveText:
    'A new version is saved; runs that start from then on map by the newest edition. Behind a publish gate it becomes a draft first.',
  moveUnknown: 'Stored records have not been compared yet.',
  moved: version => `Saved as version ${version}, in the newest edition`,
  movedDraft: 'Saved as a draft; once published it speaks the newest edition',
  list: {
    title: 'Strategies in an older edition of the mapping language',
    hint: 'A strategy computes by the edition it was saved in, whatever the product learns, until somebody moves it; here you see first what would change.',
    name: 'Strategy',
    version: 'Version',
    records: 'Stored records',
    result: 'In the newest edition',
    notCompared: 'Not compared',
    outcome: (otherwise, refused, examined) => `${otherwise} of ${examined} otherwise, ${refused} refused`,
    allSame: examined => `All of ${examined} the same`,
    reports: 'Reports in an older edition',
    hasDraft: 'A draft waits',
    compareAll: 'Compare all',
    allCompared: 'All have been compared',
    asked: count => `Comparing ${count} strategies`,
    empty: 'All strategies speak the newest edition',
  },
}
