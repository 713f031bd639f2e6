import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './target-look-text.zh.ts'

export const en: Like<typeof zh> = {
  request: 'Request that is sent',
  sample: 'Shown with the first records of the source; what is really sent is made by the mapping, the next step.',
  noRequest: 'No request can be made yet',
  answer: 'Answer of the external system',
  paste: 'Paste a real answer, from its manual or a log. Nothing is sent.',
  status: 'HTTP status',
  another: 'Another answer',
  pickHint:
    'Click in the answer: where it says success, where the error message is, where the key of what was written is.',
  picks: {
    result_path: 'Row results',
    result_error_path: 'List of refused rows',
    result_success_path: 'Success of a row',
    result_target_key_path: 'Key of a row',
    result_message_path: 'Message of a row',
    result_index: 'Index of the record',
    success_path: 'Mark of success',
    message_path: 'Error message',
    target_key_path: 'Written key',
  },
  reading: 'How it is read by the settings',
  record: no => `Record ${no}`,
  outcomes: {
    written: 'Written',
    skipped: 'Already there, counts as done',
    failed: 'In error',
    unknown: 'Outcome unknown',
  },
  key: key => `key ${key}`,
  field: name => `field ${name}`,
  whole: 'Whole request',
  asks: {
    rowLists: 'Done and refused rows are two lists. Tell records apart by their index?',
    rowList: 'Every element says how it went. Tell records apart by their order?',
    success: 'Take only such answers for a success?',
    targetKey: 'Keep it as the key of what was written?',
  },
  seenAt: place => `The answer has ${place}.`,
  use: 'Use',
  rows: 'Data in the target',
  noRows: 'No data in the target yet',
}
