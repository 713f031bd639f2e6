import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './follow-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Following changes',
  follow: 'Follow changes',
  followHint: {
    changes:
      'Reads what is there once, then stays and writes new, changed and deleted records as they come. No increment field or schedule is needed.',
    queue: 'Stays and takes messages as they come. No schedule is needed.',
  },
  cannot: 'This source cannot be followed; it can only be read. Switch following off and choose a schedule.',
  needs:
    'PostgreSQL: wal_level is logical, and the user may replicate and owns the table; a publication and a replication slot are made for this strategy. MySQL and MariaDB: the binary log is on with binlog_format ROW, and the user has replication slave, replication client and process. The check-list looks at each and says what to do.',
  maxBytes: 'The source keeps at most (MB)',
  maxBytesHint: 'You are warned at 80 %. Before the log fills the disk of the source, this happens:',
  whenFull: 'At the limit',
  drop: 'Give the place up and save the source (everything is read anew then)',
  keep: 'Keep it and only warn',
  phases: { snapshot: 'Reading what is there', stream: 'Following' },
  waiting: 'Not begun',
  lost: 'Must be read anew',
  lostText:
    'The place in the stream of changes is lost, so everything has to be read anew. Records deleted at the source meanwhile stay at the target.',
  readAnew: 'Read everything anew',
  readAnewConfirm: 'Everything is read from the start, then changes are followed again.',
  started: 'Reading everything anew',
  progress: 'Progress',
  of: (done: string, total: string | null) => (total === null ? `${done} records` : `${done} of about ${total}`),
  position: 'Place',
  behind: 'Behind',
  upToDate: 'Up to date',
  seconds: (seconds: string) => `${seconds} s`,
  records: (records: string) => `${records} records`,
  kept: 'Kept by the source',
  keptOf: (bytes: string, most: string) => `${bytes} (at most ${most})`,
  asked: 'Measured',
  leftOver: 'Places left over',
  leftOverText:
    'Their strategy is gone or has another source. They are removed at the source as soon as it can be reached.',
  noConnector: 'The connector is gone: remove it at the source by hand',
  badge: 'follows',
}
