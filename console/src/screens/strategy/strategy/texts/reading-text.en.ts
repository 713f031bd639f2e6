import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './reading-text.zh.ts'

export const en: Like<typeof zh> = {
  heading: 'What the data does not say, and how it was taken',
  options: {
    encoding: 'Encoding',
    delimiter: 'Delimiter',
    header: 'First line',
    pagination: 'Paging',
    guarded: 'Guard against formulas',
    days: 'Days',
    numbers: 'Numbers',
  },
  guessed: 'guessed',
  open: 'cannot be told',
  doubtful: 'does not look as it is set',
  daysHint: 'They are read as text; a mapping that says the pattern makes days of them.',
  numbersHint: 'They are read as text; a mapping that says the sign of decimals makes numbers of them.',
}
