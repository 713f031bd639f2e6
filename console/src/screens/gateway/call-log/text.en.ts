import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  label: 'Gateway log',
  intro:
    'One row for each call that was let in, kept for 90 days. Its trace id leads to each record that it read or sent.',
  export: 'Export',
  empty: 'There are no calls yet',
  emptyText: 'Once a program calls the gateway, its calls stand here one by one.',
  columns: {
    time: 'Time',
    application: 'Application',
    operation: 'Operation',
    strategy: 'Strategy',
    method: 'Method',
    ip: 'IP',
    status: 'HTTP status',
    code: 'Code',
    rows: 'Rows',
    took: 'Took',
    result: 'Result',
    actions: 'Actions',
  },
  operations: { query: 'Read list', 'find-one': 'Read one', store: 'Send records', receipt: 'Read a fate' },
  results: { ok: 'Done', failed: 'Failed' },
  slower: 'Took at least',
  trace: 'Trace id',
  from: 'From',
  to: 'To',
  view: 'View',
  open: name => `View a call of "${name}"`,
  drawer: 'Call',
  failure: 'Reason',
  records: 'Records',
  notYet: 'not stored yet',
  stats: { label: 'Figures', calls: 'Calls', hint: 'Last 24 hours', failed: 'Failed', top: 'Most calls' },
}
