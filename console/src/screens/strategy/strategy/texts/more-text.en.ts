import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './more-text.zh.ts'

export const en: Like<typeof zh> = {
  facts: 'Identity',
  id: 'Strategy ID',
  copyId: 'Copy the strategy ID',
  code: 'Code',
  group: 'Group',
  tags: 'Tags',
  owner: 'Owner',
  remark: 'Remark',
  created: 'Made',
  updated: 'Changed',
  uses: 'What it uses',
  usesText: 'Connectors, interfaces, value maps and other strategies it depends on, also in a draft that waits.',
  usesNone: 'It uses nothing else',
  usedBy: 'What uses it',
  usedByText: 'Other strategies and reports that depend on it, also in drafts that wait.',
  usedByNone: 'No strategy or report uses it',
  columns: { kind: 'How', name: 'Name' },
  kinds: {
    connector: 'Connector',
    asset: 'API asset',
    map: 'Value map',
    find: 'Looks records up in it',
    read: 'Reads the records it stored',
    callback: 'Hands written records on to it',
    wait: 'Waits for it',
  },
  usedKinds: {
    find: 'Looks records up here',
    read: 'Reads the records stored here',
    callback: 'Hands written records on to here',
    wait: 'Waits for this strategy',
    report: 'Report',
  },
  privateReport: 'Somebody else’s own report',
}
