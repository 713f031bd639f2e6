import { expect, test } from 'vitest'
import { readUpload } from '../testing.ts'
import { MAIN, makeBook, SHEET } from './testing.ts'

const cell = (place: string, text: string) => `<c r="${place}" t="str"><v>${text}</v></c>`
const sheet = (rows: readonly (readonly string[])[], merged: readonly string[]) => ({
  [SHEET]: `<worksheet xmlns="${MAIN}"><sheetData>${rows
    .map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`)
    .join(
      '',
    )}</sheetData><mergeCells>${merged.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
})
const rows = [
  [cell('A1', 'team'), cell('B1', 'name'), cell('C1', 'town')],
  [cell('A2', 'red'), cell('B2', 'anna'), cell('C2', 'bonn')],
  [cell('B3', 'ben')],
  [cell('A4', 'blue'), cell('B4', 'cleo'), cell('C4', 'kiel')],
]
const book = makeBook('', sheet(rows, ['A2:A3', 'C2:C3']))

test('a merged value belongs to its first cell, and the log says that there are such', async () => {
  const { data, told } = await readUpload('a.xlsx', await book)
  expect(data[1]).toEqual({ team: null, name: 'ben', town: null })
  expect(told).toEqual([
    'Merged areas of a.xlsx whose value is in their first cell alone, the others are empty: 2 (first A2:A3).',
  ])
})

test('by choice it is put into every cell of its area', async () => {
  const { data, told } = await readUpload('a.xlsx', await book, { options: { merged_cells: 'fill' } })
  expect(data).toEqual([
    { team: 'red', name: 'anna', town: 'bonn' },
    { team: 'red', name: 'ben', town: 'bonn' },
    { team: 'blue', name: 'cleo', town: 'kiel' },
  ])
  expect(told).toEqual(['Merged areas of a.xlsx whose value was put into all of their cells: 2 (first A2:A3).'])
})

test('an area that is wider than the table, or begins above it, fills no more than it covers', async () => {
  const wide = makeBook('', sheet([[cell('A1', 'title')], ...rows.map((_, at) => rows[at]!)], ['A1:C1']))
  const { data } = await readUpload('a.xlsx', await wide, { options: { merged_cells: 'fill', header: false } })
  expect(data[0]).toEqual({ column_1: 'title', column_2: 'title', column_3: 'title' })
})

test('values right of the table are counted and told', async () => {
  const stray = makeBook('', sheet([rows[0]!, [...rows[1]!, cell('F2', 'a note')], rows[2]!], []))
  const { data, told } = await readUpload('a.xlsx', await stray)
  expect(data).toHaveLength(2)
  expect(told).toEqual([
    'Rows of a.xlsx with values right of the table, behind an empty column, which are not read: 1 (first in row 2).',
  ])
})

test('rows below an empty one are read, counted and told', async () => {
  const [head, first, second] = rows
  const below = [[], [], [cell('A6', '合计')], [], [cell('A8', 'a note')]]
  const book = await makeBook('', sheet([head!, first!, second!, ...below], []))
  const { data, told } = await readUpload('a.xlsx', book)
  expect(data).toHaveLength(4)
  expect(told).toEqual(['Rows of a.xlsx below an empty row, which are read as rows of the table: 2 (first in row 6).'])
})

test('a row of empty texts is a record, which its key refuses by name; one of empty cells is an empty row', async () => {
  const [head, first] = rows
  const texts = ['A3', 'B3', 'C3'].map(place => cell(place, ''))
  const inline = ['A4', 'B4', 'C4'].map(place => `<c r="${place}" t="inlineStr"><is><t></t></is></c>`)
  const formatted = ['A5', 'B5', 'C5'].map(place => `<c r="${place}" s="0"/>`)
  const book = await makeBook('', sheet([head!, first!, texts, inline, formatted], []))
  const { data, told } = await readUpload('a.xlsx', book)
  const blank = { team: '', name: '', town: '' }
  expect(data).toEqual([{ team: 'red', name: 'anna', town: 'bonn' }, blank, blank])
  expect(told).toEqual([])
})
