import { type Data, type FieldSpec, isData } from '@sluice/contract'
import type { FollowNotice } from '../../../connector.ts'
import { inferFields } from '../../http/infer-fields.ts'
import { missingResource } from '../failure.ts'
import type { SourceOptions } from '../file-params.ts'
import type { FoundFile } from '../found-file.ts'
import { type ReadRow, ROW_NUMBER, type RowReader, SAMPLE_ROWS } from '../rows.ts'
import { Table } from '../table.ts'
import { findLostDigits } from './cell-value.ts'
import { findMerged } from './merged-cells.ts'
import { readSharedStrings } from './shared-strings.ts'
import { type SheetRow, SheetRows } from './sheet-rows.ts'
import { badXml, openWorkbook, type Sheet, type Workbook } from './workbook.ts'

/** Characters of XML whose rows are held at a time: a row of one cell at the far right is short there and long here. */
const SLICE_LENGTH = 16 * 1024

/** One sheet of a workbook, read as it is unpacked. */
export class XlsxReader implements RowReader {
  readonly #file: FoundFile
  readonly #sheet: string | null
  readonly #options: SourceOptions
  readonly #key: readonly string[]
  #rest: readonly FollowNotice[] = []

  /** @param sheet null for the first one that is not hidden @param key fields whose digits must be whole */
  constructor(file: FoundFile, sheet: string | null, options: SourceOptions, key: readonly string[]) {
    this.#file = file
    this.#sheet = sheet
    this.#options = options
    this.#key = key
  }

  async describe(): Promise<FieldSpec[]> {
    const table = this.#makeTable()
    const sample: Data[] = []
    for await (const rows of this.#readInto(table)) {
      for (const { record } of rows) if (isData(record.data ?? undefined)) sample.push(record.data!) // checked beside
      if (sample.length >= SAMPLE_ROWS) break
    }
    const seen = new Map(inferFields(sample.slice(0, SAMPLE_ROWS)).map(field => [field.name, field.type]))
    return table.describe().map(field => ({ ...field, type: seen.get(field.name) ?? field.type }))
  }

  read(): AsyncGenerator<ReadRow[], void, undefined> {
    return this.#readInto(this.#makeTable())
  }

  tellRest(): readonly FollowNotice[] {
    return this.#rest
  }

  #makeTable(): Table {
    const check = (value: Parameters<typeof findLostDigits>[0], column: string) =>
      this.#key.includes(column) && column !== ROW_NUMBER ? findLostDigits(value) : null
    return new Table(this.#file.name, this.#options, { unit: 'row', isRagged: true, check })
  }

  async *#readInto(table: Table): AsyncGenerator<ReadRow[], void, undefined> {
    const { path, name } = this.#file
    const workbook = await openWorkbook(path, name)
    try {
      const sheet = this.#findSheet(workbook)
      const strings =
        workbook.sharedStrings === null ? [] : await readSharedStrings(workbook.zip, workbook.sharedStrings, name)
      const { error_cells: errors, leading_zeros: hasZeros, merged_cells: merging } = this.#options
      const merged = merging === 'fill' ? await findMerged(workbook.zip.read(sheet.part)) : null
      const widths = hasZeros ? workbook.widths : []
      const rows = new SheetRows(name, { ...workbook, widths, strings }, errors)
      for await (const xml of workbook.zip.read(sheet.part))
        for (let at = 0; at < xml.length; at += SLICE_LENGTH) {
          yield rows
            .push(xml.slice(at, at + SLICE_LENGTH))
            .map(row => table.take(merged?.fill(row) ?? row))
            .filter(row => row !== null)
          if (table.columns) rows.limitWidth(table.columns.length)
        }
      rows.end()
      table.finish()
      this.#rest = tellRest(name, table, rows.merged, merged !== null)
    } catch (error) {
      throw error instanceof SyntaxError ? badXml(name, error) : error
    } finally {
      workbook.zip.close()
    }
  }

  #findSheet({ sheets }: Workbook): Sheet {
    const wanted = this.#sheet
    const found =
      wanted === null
        ? (sheets.find(sheet => !sheet.isHidden) ?? sheets[0])
        : sheets.find(sheet => sheet.name === wanted)
    if (!found) throw missingResource(wanted === null ? this.#file.id : `${this.#file.id}#${wanted}`)
    return found
  }
}

function tellRest(
  name: string,
  { strays, below }: Pick<Table, 'strays' | 'below'>,
  merged: readonly string[],
  isFilled: boolean,
): FollowNotice[] {
  const notices: FollowNotice[] = []
  if (below.count > 0)
    notices.push({
      code: 'file.below',
      text: `Rows of ${name} below an empty row, which are read as rows of the table: ${below.count} (first in row ${below.first}).`,
    })
  if (strays.count > 0)
    notices.push({
      code: 'file.strays',
      text: `Rows of ${name} with values right of the table, behind an empty column, which are not read: ${strays.count} (first in row ${strays.first}).`,
    })
  if (merged.length > 0)
    notices.push({
      code: 'file.merged',
      text: isFilled
        ? `Merged areas of ${name} whose value was put into all of their cells: ${merged.length} (first ${merged[0]}).`
        : `Merged areas of ${name} whose value is in their first cell alone, the others are empty: ${merged.length} (first ${merged[0]}).`,
    })
  return notices
}

/** Sheets of a workbook, hidden ones too. @throws Failure */
export async function listSheets(file: FoundFile): Promise<readonly Sheet[]> {
  const { zip, sheets } = await openWorkbook(file.path, file.name)
  zip.close()
  return sheets
}

/** Rows of the first sheet that is not hidden, cell by cell as they stand, without a header. @throws Failure */
export async function* readSheetRows(path: string, name: string): AsyncGenerator<readonly SheetRow[]> {
  const workbook = await openWorkbook(path, name)
  try {
    const { zip, sheets, sharedStrings } = workbook
    const sheet = sheets.find(each => !each.isHidden) ?? sheets[0]
    if (!sheet) throw missingResource(name)
    const strings = sharedStrings === null ? [] : await readSharedStrings(zip, sharedStrings, name)
    const rows = new SheetRows(name, { ...workbook, strings }, 'refuse')
    for await (const xml of zip.read(sheet.part))
      for (let at = 0; at < xml.length; at += SLICE_LENGTH) yield rows.push(xml.slice(at, at + SLICE_LENGTH))
    rows.end()
  } catch (error) {
    throw error instanceof SyntaxError ? badXml(name, error) : error
  } finally {
    workbook.zip.close()
  }
}
