import {
  type BillFile,
  type BillLine,
  type BillReading,
  type BillSummary,
  type ColumnFate,
  exponentOf,
  sayMinor,
} from '@sluice/bills'
import { Failure } from '@sluice/contract'
import type { ImportDetail } from './contract.ts'
import { type OpenInit, withBill } from './open-bill.ts'

/** What the first reading of a file found, kept beside it. */
export interface Checked {
  readonly format: string | null
  readonly formatVersion: number | null
  /** What a person called it who taught it; null: it is of the product, or unknown. */
  readonly formatName: string | null
  readonly encoding: string | null
  readonly proof: ImportDetail['proof']
  readonly rows: number
  readonly in: string | null
  readonly out: string | null
  readonly period: { readonly from: string; readonly to: string } | null
  readonly opening: string | null
  readonly closing: string | null
  readonly repeated: number
  /** Lines that the account had already. */
  readonly known: number
  readonly columns: readonly ColumnFate[]
  readonly figures: ImportDetail['figures']
  readonly problems: ImportDetail['problems']
  readonly problemCount: number
  readonly isProved: boolean
  readonly lines: ImportDetail['lines']
  readonly failure: { readonly code: string; readonly message: string; readonly advice: string | null } | null
}

/** Lines that a preview shows. */
const PREVIEW = 50
const PROBLEMS = 200

export interface CheckInit extends OpenInit {
  /** Called after so many more rows. Default: nothing */
  readonly pause?: (rows: number) => Promise<void>
}

/** Reads a file once from its first line to its last. @param countKnown how many of these lines the account has already */
export async function checkFile(
  file: BillFile,
  init: CheckInit,
  countKnown: (fingerprints: Buffer[]) => Promise<number>,
): Promise<Checked> {
  try {
    return await withBill(file, init, reading => readWhole(reading, init, countKnown))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message, advice = null } = error
    return { ...NOTHING, failure: { code, message, advice } }
  }
}

async function readWhole(
  reading: BillReading,
  init: CheckInit,
  countKnown: (fingerprints: Buffer[]) => Promise<number>,
): Promise<Checked> {
  const lines: Checked['lines'] = []
  let known = 0
  for await (const rows of reading.read()) {
    for (const { line, lines: found } of rows)
      for (const each of found) if (lines.length < PREVIEW) lines.push(preview(line, each, init.account.currency))
    const fingerprints = rows.flatMap(row => row.lines.map(line => line.fingerprint))
    if (fingerprints.length > 0) known += await countKnown(fingerprints)
    await init.pause?.(rows.length)
  }
  return { ...summarise(reading, reading.summarise(), lines, init.account.currency), known }
}

const NOTHING: Omit<Checked, 'failure'> = {
  ...{
    format: null,
    formatVersion: null,
    formatName: null,
    encoding: null,
    proof: null,
    rows: 0,
    in: null,
    out: null,
    period: null,
  },
  ...{ opening: null, closing: null, repeated: 0, known: 0, columns: [], figures: [], problems: [], problemCount: 0 },
  ...{ isProved: false, lines: [] },
}

function preview(line: number, each: BillLine, currency: string): Checked['lines'][number] {
  const say = (minor: bigint) => sayMinor(minor, exponentOf(currency))
  return {
    line_no: line,
    time: each.local,
    kind: each.kind,
    order_no: each.order,
    txn_no: each.txn,
    amount: say(each.minor),
    balance: each.balance === null ? null : say(each.balance),
    remark: each.remark,
  }
}

/** What is kept of a reading. */
export function summarise(
  reading: BillReading,
  summary: BillSummary,
  lines: Checked['lines'],
  currency: string,
): Checked {
  const { format, cut } = reading.layout
  const say = (minor: bigint) => sayMinor(minor, exponentOf(currency))
  const [problem] = summary.problems
  return {
    format: format.code,
    formatVersion: format.version,
    formatName: format.platform === 'profile' ? format.name.en : null,
    encoding: cut.kind === 'sheet' ? null : cut.encoding,
    proof: format.proof,
    rows: summary.rows,
    in: say(summary.inMinor),
    out: say(summary.outMinor),
    period: summary.period,
    opening: summary.balances === null ? null : say(summary.balances.opening),
    closing: summary.balances === null ? null : say(summary.balances.closing),
    repeated: summary.repeated,
    known: 0,
    columns: reading.fates,
    figures: [...summary.figures],
    problems: summary.problems.slice(0, PROBLEMS),
    problemCount: summary.problemCount,
    isProved: summary.isProved,
    lines,
    failure: problem === undefined ? null : { code: problem.code, message: problem.message, advice: null },
  }
}
