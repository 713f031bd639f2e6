import type { Value } from '@sluice/contract'
import { MAX_MERGED, readColumn, type SheetRow } from './sheet-rows.ts'
import { readAttribute, XmlScanner } from './xml-scanner.ts'

interface Area {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** `A1:B2`; null where it is no area of several cells. */
function readArea(place: string): Area | null {
  const match = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(place)
  if (!match) return null
  const [, left = '', top, right = '', bottom] = match
  return { left: readColumn(left), top: Number(top), right: readColumn(right), bottom: Number(bottom) }
}

/** The areas of a sheet; they stand behind its rows, so they are looked for before these are read. */
export async function findMerged(xml: AsyncIterable<string>): Promise<MergedCells> {
  const areas: Area[] = []
  const scanner = new XmlScanner({
    open: (element, tag) => {
      const area = element === 'mergeCell' ? readArea(readAttribute(tag, 'ref') ?? '') : null
      if (area && areas.length < MAX_MERGED) areas.push(area)
    },
    text: () => undefined,
    close: () => undefined,
  })
  for await (const piece of xml) scanner.push(piece)
  return new MergedCells(areas)
}

/** Puts the value of a merged area, which stands in its first cell, into all of its cells. */
class MergedCells {
  readonly #waiting: Area[]
  #open: { readonly area: Area; readonly value: Value }[] = []

  constructor(areas: readonly Area[]) {
    this.#waiting = areas.toSorted((a, b) => b.top - a.top)
  }

  /** Rows from the first on. */
  fill(row: SheetRow): SheetRow {
    this.#open = this.#open.filter(({ area }) => area.bottom >= row.line)
    for (let next = this.#waiting.at(-1); next && next.top <= row.line; next = this.#waiting.at(-1)) {
      this.#waiting.pop()
      if (next.top === row.line) this.#open.push({ area: next, value: row.cells[next.left] ?? null })
    }
    if (this.#open.length === 0) return row
    const cells = [...row.cells]
    for (const { area, value } of this.#open)
      for (let column = area.left; column <= area.right; column += 1) {
        while (cells.length < column) cells.push(null)
        cells[column] ??= value
      }
    return { ...row, cells, count: Math.max(row.count, cells.length) }
  }
}
