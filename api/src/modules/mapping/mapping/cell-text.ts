/**
 * Cells of exchanged files. An empty cell is a missing value, so the empty text is written as two quotes, and a value
 * that is nothing but pairs of quotes gets one pair more.
 */
export const writeCellText = (value: string): string => (/^(?:"")*$/.test(value) ? `${value}""` : value)
