import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  label: 'Document lines (B)',
  intro:
    'What your own documents say should be paid: each line is written by a strategy and leads back to its record. The sums are always of the lines that are listed.',
  strategies: 'Make a strategy',
  export: 'Export',
  empty: 'There is no document line yet',
  emptyText:
    'Make a strategy whose target is "This platform", supply-chain lines (B): each line that it writes is listed here.',
  number: 'Order, document or line number (B17)',
  columns: {
    at: 'Business time',
    account: 'Account',
    type: 'Document type',
    doc: 'Document number',
    line: 'Line of the document',
    order: 'Order number',
    kind: 'Kind',
    item: 'Item',
    amount: 'Amount',
    sku: 'SKU',
    quantity: 'Quantity',
    remark: 'Remark',
    status: 'State',
  },
  drawer: {
    title: 'Document line',
    source: 'The record it was made of',
    tried: 'This line was written while debugging; no record of it was kept.',
    attributes: 'Other fields',
    parent: 'Parent order',
    logistics: 'Tracking number',
    date: 'Business date',
    recognised: 'Recognised on',
    reason: 'Why it is ignored',
    name: 'Line',
  },
}
