import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './filter-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Saved filters',
  none: 'No saved filters yet. Set a filter first, then keep it.',
  keep: 'Keep this filter',
  kept: 'The filter is kept',
  name: 'Name',
  nameRequired: 'Enter a name',
  makeDefault: 'Open the list with it',
  share: 'Share it with everybody here',
  isDefault: 'Default',
  isShared: 'Shared',
  forget: 'Remove',
  remove: name => `Remove the filter ${name}`,
  save: 'Keep',
  cancel: 'Cancel',
}
