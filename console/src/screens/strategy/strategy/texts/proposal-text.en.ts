import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './proposal-text.zh.ts'

export const en: Like<typeof zh> = {
  asks: {
    nothing: 'Accept it as "no rows"?',
    loneRecord: 'Read it as one record?',
    keyedRecords: 'Read it as records under their ids?',
    listPath: 'Use it as the path of the list?',
    rowLists: 'Tell the rows apart by it?',
    success: 'Take only such an answer for a success?',
    total: 'Check the total by it? A read that misses one record is not complete then.',
    cursor: 'Page by this cursor?',
    link: 'Page by this link?',
    page: 'Page by number?',
    offset: 'Page by offset?',
  },
  seen: {
    status204: 'The answer was 204 without a body.',
    emptyBody: 'The answer has no body.',
    null: 'null stands where the list should be.',
    emptyText: 'An empty text stands where the list should be.',
    emptyObject: 'An empty object stands where the list should be.',
    missingList: 'The answer has no list.',
    status404: 'The answer was 404.',
  },
  keyedRecords: place => `${place === '' ? 'The answer' : place} is an object of objects, not a list.`,
  loneRecord: place => `${place === '' ? 'The answer' : place} is a single object, not a list.`,
  seenAt: place => `The answer has ${place}.`,
  list: place => (place === '' ? 'The answer itself is a list.' : `There is a list at ${place}.`),
  use: 'Use it',
  used: 'Saved in the settings of the source',
}
