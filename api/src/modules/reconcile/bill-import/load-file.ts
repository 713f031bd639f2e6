import type { BillReading, BillRow } from '@sluice/bills'
import { Failure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { classifyLines } from '../accounting-item/index.ts'
import { type CheckInit, summarise } from './check-file.ts'
import { withBill } from './open-bill.ts'
import { type FileRow, finishLoad, makeRoom, moveRows } from './store.ts'

/** Rows between two statements: as many as make a statement worth its while. */
const TOGETHER = 20_000

interface LoadInit extends CheckInit {
  readonly path: string
  readonly zone: string
}

/**
 * Reads a checked file again and takes its lines, in the caller's transaction: all of them, or, where the second reading
 * finds anything else than the first, none.
 */
export function loadFile(tx: Tx, file: FileRow, init: LoadInit): Promise<void> {
  const bill = { path: init.path, name: file.name, sizeBytes: Number(file.size_bytes) }
  return withBill(bill, init, reading => take(tx, file, { reading, init }))
}

async function take(
  tx: Tx,
  file: FileRow,
  { reading, init }: { readonly reading: BillReading; readonly init: LoadInit },
): Promise<void> {
  const place = {
    fileId: file.id,
    accountId: file.account_id,
    currency: file.currency,
    billZone: reading.layout.format.zone ?? init.zone,
    zone: init.zone,
  }
  await makeRoom(tx)
  const rows: BillRow[] = []
  const move = async (): Promise<void> => {
    await tx.copyIn('copy row_in (line_no, text) from stdin', writeRows(rows))
    await tx.copyIn('copy line_in from stdin', writeLines(rows))
    await moveRows(tx, place)
    rows.length = 0
  }
  for await (const some of reading.read()) {
    rows.push(...some)
    await init.pause?.(some.length)
    if (rows.length >= TOGETHER) await move()
  }
  await move()
  const summary = reading.summarise()
  const [problem] = summary.problems
  if (problem)
    throw new Failure({ code: problem.code, message: problem.message, ...(problem.value && { value: problem.value }) })
  if (!summary.isProved) throw refuse('conflict.billUnproved')
  await classifyLines(tx, { fileId: file.id })
  await finishLoad(tx, file.id, summarise(reading, summary, file.counted?.lines ?? [], file.currency))
}

function* writeRows(rows: readonly BillRow[]): Generator<string> {
  for (const { line, text } of rows) yield `${line}\t${escapeText(text)}\n`
}

function* writeLines(rows: readonly BillRow[]): Generator<string> {
  let seq = 0
  for (const { line, lines } of rows)
    for (const each of lines) {
      seq += 1
      const cells = [
        ...[seq, line, `\\\\x${each.fingerprint.toString('hex')}`],
        ...[each.txn, each.order, each.parent, each.batch, each.kind].map(write),
        ...[each.minor, each.isNone, each.local, each.offset ?? '\\N', each.balance ?? '\\N'],
        ...[each.counterparty, each.remark, JSON.stringify(each.attributes)].map(write),
      ]
      yield `${cells.join('\t')}\n`
    }
}

const write = (text: string | null): string => (text === null ? '\\N' : escapeText(text))

const SIGNS: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escapeText = (text: string): string => text.replaceAll(/[\\\t\n\r]/g, sign => SIGNS[sign] ?? sign)
