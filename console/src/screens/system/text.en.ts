import type { Like } from '../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  intro: 'Who did what and when, with the values before and after.',
  label: 'Operation log',
  keyword: 'Search user, action or object',
  from: 'From',
  to: 'To',
  columns: {
    time: 'Time',
    user: 'User',
    operation: 'Operation',
    action: 'Action',
    object: 'Object',
    ip: 'IP address',
    actions: 'Details',
  },
  operations: { add: 'Add', delete: 'Delete', update: 'Change', query: 'Query', import: 'Import', export: 'Export' },
  open: name => `See the change of ${name}`,
  view: 'View',
  drawer: 'Operation',
  before: 'Before',
  after: 'After',
  nothing: 'This operation recorded no content.',
  empty: 'No operations yet',
  emptyText: 'Sign-ins, additions, changes and deletions are kept here.',
}
