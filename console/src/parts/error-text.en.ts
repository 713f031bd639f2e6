import type { Like } from '../lib/i18n.ts'
import type { zh } from './error-text.zh.ts'

export const en: Like<typeof zh> = {
  number: 'Number',
  others: count => `of ${count}`,
  reason: 'Reason',
  system: 'System',
  since: 'Since',
  owner: 'Owner',
  repair: 'Repair',
  nobody: 'Nobody',
  repairs: {
    map: 'Complete the value map',
    mapping: 'Edit the mapping',
    data: 'Correct the field',
    connector: 'Test the connector',
    target: 'Check the target',
    wait: 'Wait for the retry',
    look: 'Look at the target',
  },
}
