import { type Like, plural } from '../lib/i18n.ts'
import type { zh } from './notice-text.zh.ts'

export const en: Like<typeof zh> = {
  tabs: { todo: 'To do', message: 'Messages', exception: 'Server exceptions' },
  unread: 'Unread',
  settled: 'Over',
  readAll: 'Mark all as read',
  clear: 'Clear',
  all: 'See all',
  empty: {
    todo: {
      title: 'Nothing to do',
      text: 'Failed strategies, books that do not balance and credentials that end soon appear here.',
    },
    message: { title: 'No messages', text: 'News of quotas and processes appears here.' },
  },
  noExceptions: 'No server exceptions',
  noExceptionsText: 'When the server answers 500, the last ten are kept here.',
  parts: {
    path: 'Path',
    line: 'Line',
    exception: 'Exception',
    message: 'Message',
    trace: 'Trace',
    noTrace: 'The server gave none',
    steps: count => plural(count, 'step'),
  },
}
