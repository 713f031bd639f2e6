import type { FieldSpec } from '@sluice/contract'

/** What a mail can be mapped from. */
export const mailFields: readonly FieldSpec[] = [
  { name: 'to', type: 'string', isRequired: true },
  { name: 'cc', type: 'string' },
  { name: 'bcc', type: 'string' },
  { name: 'reply_to', type: 'string' },
  { name: 'subject', type: 'string' },
  { name: 'text', type: 'string' },
  { name: 'html', type: 'string' },
]
