import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './group-text.zh.ts'

export const en: Like<typeof zh> = {
  elements: {
    label: 'Put elements into groups',
    hint: members =>
      `Each group is a line: it has the grouping fields, what is calculated, and its elements as ${members}.`,
    by: 'Group by',
    byHint: 'Elements whose values are equal belong together',
    all: 'Without a field the whole list is one group.',
    calculate: 'Calculated over a group',
    add: 'Add a calculation',
    name: at => `Name of result ${at}`,
    nameHint: 'Name',
    op: at => `Calculation ${at}`,
    field: at => `Field of calculation ${at}`,
    fieldHint: 'Field of the element',
    elements: 'number of elements',
    separator: at => `Separator ${at}`,
    remove: at => `Remove calculation ${at}`,
    maxLines: 'Most elements of a group',
    noBound: 'no bound',
    members: 'Name of the group’s elements',
    ops: {
      sum: 'sum',
      avg: 'average',
      min: 'smallest',
      max: 'largest',
      count: 'count',
      first: 'first',
      last: 'last',
      join: 'joined text',
      list: 'all values',
      distinct: 'different values',
    },
  },
  /** What reads differently where records are grouped. */
  records: {
    label: 'Join records into documents',
    hint: members =>
      `Each group is a record: it has the grouping fields, what is calculated, and its records as ${members}. A late or changed one makes a new version.`,
    byHint: 'Records whose values are equal are one document; the fields become the key',
    all: 'Choose at least one field.',
    maxLines: 'Most lines of a document',
    members: 'Name of the group’s records',
    elements: 'number of records',
    fieldHint: 'Field of the record',
  },
}
