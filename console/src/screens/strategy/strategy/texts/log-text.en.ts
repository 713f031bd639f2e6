import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './log-text.zh.ts'

export const en: Like<typeof zh> = {
  label: 'Log',
  keyword: 'Search the lines',
  level: 'Level',
  levels: { record: 'Record', notice: 'Notice', success: 'Success', error: 'Error', fatal: 'Fatal' },
  run: 'One run only',
  since: 'From day',
  until: 'To day',
  tail: 'Follow',
  live: 'Following new lines',
  reconnecting: 'Connecting again',
  stopped: 'Not following',
  download: 'Download',
  downloaded: 'The log is downloaded',
  empty: 'No lines yet',
  emptyText: 'Once the strategy runs, its reads, writes and errors are noted here.',
  none: 'No line fits',
  older: 'Older lines',
  end: 'There are no older ones',
  looking: 'The last 20,000 lines were looked through; you can go on to older ones.',
  ofRun: 'Records of this run',
}
