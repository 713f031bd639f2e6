import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './lineage-text.zh.ts'

export const en: Like<typeof zh> = {
  open: 'Where it comes from and goes',
  openFor: field => `Where ${field} comes from and goes`,
  title: field => `${field}: where it comes from and goes`,
  saved: 'Of the versions that run now; what is changed here and not saved is not among it.',
  back: field => `Back to ${field}`,
  from: 'Comes from',
  to: 'Goes to',
  sides: { source: 'field that is read', mapped: 'field that is written' },
  follow: field => `Where ${field} comes from and goes`,
  any: 'any field',
  noOrigin: 'In the version that runs now it is taken from no field: it is constant, or not mapped yet.',
  noWriter: 'No other strategy writes this field.',
  nobody: 'Nothing reads this field.',
  unseen: 'There are objects that you may not see; they are not listed.',
  picture: 'Show this field in the picture of flows',
}
