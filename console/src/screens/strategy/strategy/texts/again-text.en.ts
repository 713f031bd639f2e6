import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './again-text.zh.ts'

export const en: Like<typeof zh> = {
  button: count => `Process ${count} again`,
  ignoreAll: count => `Ignore ${count}`,
  ask: count => `Process ${count} records again?`,
  askIgnore: count => `Ignore ${count} records?`,
  because: 'The new version reads, maps or writes otherwise.',
  text: 'They are mapped by the current version and written to the target, in the background; you can cancel at any time. Unanswered and ignored records are not sent.',
  ignoreText: 'They are no longer written to the target; you can bring them back later.',
  process: 'Process again',
  ignore: 'Ignore',
  later: 'Not now',
  close: 'Close',
  progress: 'Processing again',
  moreThan: count => `more than ${count}`,
  pageOnly: count => `Only the ${count} shown`,
  none: 'The filter finds none that is in error, waiting for a retry or ignored',
}
