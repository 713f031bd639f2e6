import type { RowText } from '@sluice/connector-kit/sql'

const [TAB, LINE_BREAK] = [9, 10]

/** The bytes of rows with these columns only, in this order; not copied where these are all of them. */
export function cutColumns(rows: RowText, columns: readonly number[]): Buffer {
  const isWhole = columns.length === rows.layout.columns.length && columns.every((column, place) => column === place)
  if (isWhole) return rows.slice(0, rows.count)
  const bounds = new Uint32Array(Math.max(...columns) + 2)
  let cut = Buffer.allocUnsafe(rows.slice(0, rows.count).length)
  let length = 0
  for (let index = 0; index < rows.count; index += 1) {
    rows.findBounds(index, bounds)
    // A column taken twice makes a row longer than it was.
    const most = columns.length * (rows.lineBytes(index) + 1)
    if (length + most > cut.length) cut = Buffer.concat([cut.subarray(0, length)], cut.length * 2 + most)
    for (const column of columns) {
      length += rows.copyField(cut, length, bounds[column]!, bounds[column + 1]! - 1) // columns lie inside the bounds
      cut[length] = TAB
      length += 1
    }
    cut[length - 1] = LINE_BREAK
  }
  return cut.subarray(0, length)
}
