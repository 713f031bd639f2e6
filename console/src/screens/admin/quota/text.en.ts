import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  label: 'Quota',
  intro: 'What the tenant may use and uses. The operator sets the limits; at a limit runs wait and nothing is lost.',
  runs: 'Runs at once',
  runsHint: 'At the limit further runs wait.',
  strategies: 'Strategies',
  strategiesHint: 'At the limit no more can be made.',
  records: 'New or changed records this month',
  recordsHint: time => `At the limit runs wait; counted anew from ${time}.`,
  storage: 'Storage',
  storageHint: time => `Measured at ${time}. At the limit runs wait.`,
  storageUnknown: 'Measured only where there is a limit.',
  weight: 'Weight',
  weightHint: 'Where tenants compete, their shares are as their weights.',
  noLimit: 'no limit',
  near: 'More than 80 % used',
  full: 'At the limit',
  well: 'Well',
  unmeasured: 'Not yet measured',
  columns: {
    what: 'Resource',
    used: 'Used',
    limit: 'Limit',
    share: 'Share',
    state: 'State',
    reason: 'What it means',
  },
}
