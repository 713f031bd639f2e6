import { decodeFile, type Encoding } from '@sluice/connector-kit/files'
import { openTurn } from '@sluice/connector-kit/turns'
import { Failure } from '@sluice/contract'
import type { BillFile, RawRow } from '../raw-row.ts'
import { isCamt, readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'

export type StatementKind = 'mt940' | 'camt' | 'ofx'

/** A statement is read as a whole; one of a month has a few megabytes. */
const MAX_CHARS = 64 * 1024 * 1024
/** Rows at a time. */
const SOME = 500

/** By the first kilobytes of a file; null: it is none. */
export const identifyStatement = (head: string): StatementKind | null =>
  isCamt(head) ? 'camt' : isOfx(head) ? 'ofx' : isMt940(head) ? 'mt940' : null

/** Rows in the order of the file. @throws Failure naming what is no part of a statement */
export async function* readStatement(
  { path, name }: BillFile,
  kind: StatementKind,
  encoding: Encoding,
): AsyncGenerator<readonly RawRow[]> {
  let source = ''
  for await (const chunk of decodeFile(path, name, encoding)) {
    source += chunk
    if (source.length > MAX_CHARS) throw tooLarge(name)
  }
  if (source.includes('\0')) throw new Failure({ code: 'bill.nul', message: `${name} holds a NUL character.` })
  const turn = openTurn()
  let some: RawRow[] = []
  for (const row of await readKind(kind, source)) {
    if (row) some.push(row)
    if (some.length >= SOME) {
      yield some
      some = []
    }
    if (turn.isOver()) await turn.give()
  }
  yield some
}

const readKind = (kind: StatementKind, source: string) =>
  kind === 'camt' ? readCamt(source) : kind === 'ofx' ? readOfx(source) : readMt940(listLines(source))

/** One by one: a file may hold nothing but ends of lines. */
function* listLines(source: string): Generator<string> {
  for (let from = 0; from <= source.length; ) {
    END.lastIndex = from
    const end = END.exec(source)
    yield source.slice(from, end?.index)
    if (!end) return
    from = END.lastIndex
  }
}

const END = /\r\n|\r|\n/g

const tooLarge = (name: string): Failure =>
  new Failure({
    code: 'bill.large',
    message: `${name} is longer than ${MAX_CHARS / 2 ** 20} MiB, which no statement of an account is.`,
    advice: 'Ask the bank for a shorter period.',
  })
