import { Failure } from '@sluice/contract'
import { findLayout } from '../find-layout.ts'
import type { BillFormat } from '../format.ts'
import type { BillFile } from '../raw-row.ts'
import { refuseArchive } from './limits.ts'

/** What platforms put beside a bill: sums of it, and how to read it. */
const BESIDE = /汇总|说明|summary|readme/i

/** The one bill among the files of an upload, wherever it stands among them. @throws Failure where there is none, or several */
export async function chooseMember(
  archive: string,
  files: readonly BillFile[],
  formats: readonly BillFormat[],
): Promise<BillFile> {
  const [only, another] = files
  if (only && !another) return only
  const bills: BillFile[] = []
  const others: { readonly file: BillFile; readonly failure: Failure }[] = []
  for (const file of files)
    try {
      await findLayout(file, formats)
      bills.push(file)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      others.push({ file, failure: error })
    }
  const strange = others.find(({ file }) => !BESIDE.test(file.name))
  const [bill, second] = bills
  if (bill && second) throw refuseArchive(archive, `it holds several bills, ${bill.name} and ${second.name}`)
  if (strange) throw strange.failure
  if (!bill) throw others[0]?.failure ?? refuseArchive(archive, 'it holds no file')
  return bill
}
