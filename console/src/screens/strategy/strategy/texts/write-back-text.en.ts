import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './write-back-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Write-back and callback',
  text: 'Fields of the target’s answer, shown with each record; once written, a record can go on to another strategy that is pushed to.',
  fields: 'Fields written back',
  fieldsHint: 'The value is a path in the answer, such as {{data.Id}}; {{targetKey}} is the id that the target gave.',
  field: at => `Name of written-back field ${at}`,
  label: at => `Label of written-back field ${at}`,
  value: at => `Value of written-back field ${at}`,
  names: { field: 'Field', label: 'Label', value: 'Value' },
  remove: at => `Remove row ${at}`,
  add: 'Add a field',
  callback: 'Hand on to the strategy',
  callbackHint:
    'Its source must be the one that is pushed to. The same content of a record is handed on once; a failure does not touch this strategy.',
  none: 'To nobody',
  whole: 'The whole record is handed on, with the fields above under writeBack; or these fields only:',
  bodyField: at => `Name of handed-on field ${at}`,
  bodyValue: at => `Value of handed-on field ${at}`,
  removeBody: at => `Remove handed-on field ${at}`,
  addBody: 'Add a field to hand on',
  result: 'Written back',
  absent: 'not in the answer',
}
