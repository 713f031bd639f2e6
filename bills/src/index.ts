export { chooseMember } from './archives/choose-member.ts'
export { packMembers } from './archives/pack-members.ts'
export { unpackBill } from './archives/unpack.ts'
export type { Control, Figure } from './check-bill.ts'
export type { BillFormat } from './format.ts'
export { billFormats, billPlatforms } from './formats/index.ts'
export { type HeadRows, readHead } from './head-rows.ts'
export { readMoment } from './moment.ts'
export { exponentOf, readAmount, sayMinor } from './money.ts'
export { type BillProfile, listMapped, type ProfileMapping, toFormat } from './profile.ts'
export type { BillFile } from './raw-row.ts'
export {
  type BillExpectation,
  type BillLine,
  type BillReading,
  type BillRow,
  type BillSummary,
  openBill,
} from './read-bill.ts'
export { type BillProblem, type ColumnFate, mask } from './read-row.ts'
export { billSentences } from './sentences.ts'
