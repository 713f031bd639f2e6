import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './summary-text.zh.ts'

export const en: Like<typeof zh> = {
  table: {
    fields: (taken, all) => `The new table takes ${taken} of ${all} source fields`,
    field: 'Field',
    type: 'Type at the target',
    keeps: 'Note',
    notNull: 'not null',
    take: name => `Take ${name}`,
    all: 'Every value is kept as it is',
    statement: 'Statement',
    waiting: 'Working out the statement…',
    problems: count => `${count} fields cannot become columns; clear their boxes first`,
  },
  unread: {
    title: (count, all, names) => `${count} of ${all} source fields go nowhere: ${names.join(', ')}`,
    leave: 'Leave these fields out',
    leftOut: names => `Left out on purpose: ${names.join(', ')}`,
    takeBack: 'Take back',
    complete: 'Every source field goes somewhere',
  },
  summary: {
    title: 'Summary before saving',
    text: 'What the strategy will do as it is set now.',
    way: 'Way',
    fields: 'Fields',
    fieldsOf: (taken, all) => `${taken} of ${all} source fields go somewhere`,
    fieldsUnknown: 'The source does not say what fields it has',
    conversions: 'Conversions',
    source: 'Source field',
    target: 'Target field',
    risk: 'Risk',
    levels: { same: 'As it is', safe: 'Safe', checked: 'Values that do not fit are refused', never: 'Does not fit' },
    unchanged: count => `${count} more fields are written as they are`,
    guarantee: 'Guarantee',
    expected: 'Rows expected',
    rows: count => `About ${count}`,
    rowsUnknown: 'The source cannot say beforehand',
    check: 'Check before start',
    again: 'Summarise again',
  },
}
