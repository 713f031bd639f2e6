import type { RowResults } from './api-asset.ts'

/** How the rows are told apart in the end. */
export const rowsToldBy = ({
  by,
  resultKey,
  recordKey,
}: Pick<RowResults, 'by' | 'resultKey' | 'recordKey'>): RowResults['by'] =>
  by === 'order' && resultKey !== '' && recordKey !== '' ? 'key' : by
