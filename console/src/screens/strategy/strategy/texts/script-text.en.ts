import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './script-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Script',
  text: 'Functions that the mapping carries, for each record. They reach no network, no clock and no chance, so a replay gives the same. Beside, they run on the chosen record as you type.',
  readOnly: 'Changing the script needs the permission for scripts.',
  example: 'Insert an example',
  declarations: 'Types',
  changes: 'Changed by script',
  becomes: 'becomes',
  hooks: {
    beforeMapping: {
      name: 'Before mapping',
      about: 'Gets the record as it was read and gives it back changed; what was read stays as it was stored.',
    },
    afterMapping: {
      name: 'After mapping, before writing',
      about: 'Gets the mapped target fields and gives them back changed; ctx.refuse refuses the record.',
    },
  },
}
