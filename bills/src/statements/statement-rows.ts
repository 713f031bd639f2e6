import type { RawRow } from '../raw-row.ts'

/**
 * Statements of banks are no tables: each is turned into one, with this header, so that it is read, checked and shown like
 * every other bill.
 */
const STATEMENT_LABELS = [
  'Booking date',
  'Value date',
  'Currency',
  'Direction',
  'Amount',
  'Type',
  'Reference',
  'Bank reference',
  'Counterparty',
  'Details',
] as const

type Label = (typeof STATEMENT_LABELS)[number]

/** In front of everything that stands in the file. */
export const headerRow: RawRow = { line: 0, text: '', cells: STATEMENT_LABELS }

/** An entry. @param cells those that it states */
export const entryRow = (line: number, text: string, cells: Readonly<Partial<Record<Label, string>>>): RawRow => ({
  line,
  text,
  cells: STATEMENT_LABELS.map(label => cells[label] ?? ''),
})

/** What is said beside the entries, in words that the format's patterns know: `opening -10.00`. */
export const sayingRow = (line: number, text: string, said: string): RawRow => ({ line, text, cells: [text], said })

/** @param amount of the file, with a comma or a point: `1234,` is 1234 */
export const plainAmount = (amount: string): string => amount.trim().replace(',', '.').replace(/\.$/, '')

export const signed = (isNegative: boolean, amount: string): string => `${isNegative ? '-' : ''}${amount}`
