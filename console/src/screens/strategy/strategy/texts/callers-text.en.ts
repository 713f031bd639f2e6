import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './callers-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'This change affects callers',
  titleOfAll: 'This change is felt by others',
  gone: (fields, more) =>
    `Once saved, these target fields are not written any more: ${fields}${more === '' ? '' : ` and ${more} more`}. They are read by:`,
  moved: 'Once saved it writes somewhere else, and its old target gets nothing new. That is read by:',
  intro: days =>
    `Held against real calls of the last ${days} days: these applications would find something else, or fail, by calling as they do. Tell them first.`,
  what: {
    closed: 'Records are not taken any more',
    filter: 'Not found any more by',
    key: 'The key answered is made of',
    number: 'The number answered is made of',
    rows: 'Gone, and it decides which rows are shown:',
    field: 'Not answered any more:',
    type: 'Another type:',
    required: 'Records sent lack a field of the key:',
    refused: 'Records sent cannot be mapped:',
    dropped: 'Records sent are filtered out',
  },
  was: before => `was ${before}`,
  from: (before, after) => `was ${before}, will be ${after}`,
  calls: count => `${count} calls`,
  records: count => `${count} records sent`,
  changed: fields => `Written otherwise to the target: ${fields}`,
  looked: (calls, records) => `${calls} calls and ${records} records sent were looked at. `,
  untried: count => `Of ${count} more only a run can tell. `,
  untold: 'The source does not tell its fields, so those handed out were not looked at.',
  save: 'Save all the same',
  back: 'Go back',
}
