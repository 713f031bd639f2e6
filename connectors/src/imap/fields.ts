import type { FieldSpec } from '@sluice/contract'

/** Of a mail. */
export const mailFields: readonly FieldSpec[] = [
  { name: 'id', type: 'string', isRequired: true, isKey: true },
  { name: 'uid', type: 'int', isRequired: true },
  { name: 'folder', type: 'string', isRequired: true },
  { name: 'message_id', type: 'string' },
  { name: 'in_reply_to', type: 'string' },
  { name: 'date', type: 'datetime' },
  { name: 'received_at', type: 'datetime' },
  { name: 'from', type: 'string' },
  { name: 'from_address', type: 'string' },
  { name: 'reply_to', type: 'string' },
  { name: 'to', type: 'string' },
  { name: 'cc', type: 'string' },
  { name: 'subject', type: 'string' },
  { name: 'text', type: 'string' },
  { name: 'html', type: 'string' },
  { name: 'is_seen', type: 'bool' },
  { name: 'size_bytes', type: 'int' },
  { name: 'attachments', type: 'array' },
]

/** Of the mail that a row's attachment was in, where they are asked for. */
export const rowFields: readonly FieldSpec[] = [
  { name: '_mail', type: 'string' },
  { name: '_file', type: 'string' },
  { name: '_from', type: 'string' },
  { name: '_subject', type: 'string' },
  { name: '_received', type: 'datetime' },
]
