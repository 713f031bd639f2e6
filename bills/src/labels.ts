import type { Labels } from './format.ts'

/** A label as it is compared: full-width signs are their plain ones, and blanks and guards do not count. */
export const normaliseLabel = (label: string): string =>
  label
    .normalize('NFKC')
    .replaceAll(/[\s`'"\ufeff]/g, '')
    .toLowerCase()

/** A cell as it is read: without padding, the tab behind a number, and the signs that keep Excel from reading numbers. */
export function cleanCell(cell: string): string {
  const text = cell.trim()
  const first = text.charCodeAt(0)
  if (first === BACK_TICK || first === QUOTE) return text.slice(1).trim()
  if (first === EQUALS && text.startsWith('="') && text.endsWith('"')) return text.slice(2, -1).trim()
  return text
}

const BACK_TICK = 96
const QUOTE = 39
const EQUALS = 61

/** The column that bears one of the labels; -1: none, -2: two of them do. */
export function findColumn(header: readonly string[], labels: Labels): number {
  for (const label of labels) {
    const wanted = normaliseLabel(label)
    const at = header.indexOf(wanted)
    if (at >= 0) return header.indexOf(wanted, at + 1) >= 0 ? -2 : at
  }
  return -1
}
