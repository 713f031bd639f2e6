import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Json, writeCanonical, writeJson } from '../json.ts'

/** A document the ERP holds, and how often each thing happened to it. */
export interface Bill {
  readonly number: string
  readonly id: number
  /** Times a save took effect: 1 when made, one more per changed content. */
  readonly accepted: number
  /** Times the content it already had was sent again under another Idempotency-Key or none, without effect; forgotten at a restart. */
  readonly repeats: number
  /** SHA-256 of the content, fields sorted. */
  readonly contentHash: string
  readonly acceptedAt: string
  /** The document, digits and all, as JSON text. */
  readonly json: string
}

/** The answer once given under an Idempotency-Key. */
interface StoredAnswer {
  readonly key: string
  readonly requestHash: string
  readonly body: string
}

export interface Ledger {
  bills(): readonly Bill[]
  find(number: string): Bill | undefined
  findAnswer(key: string): StoredAnswer | undefined
  /** Puts the document on the books, or counts a repeat when it is already there with this content. */
  accept(number: string, document: Json): { readonly bill: Bill; readonly isNew: boolean }
  storeAnswer(answer: StoredAnswer): void
  /** Returns when all that was accepted is on the disk (nothing to wait for without a file). */
  flush(): void
  reset(): void
  close(): void
}

type Line = { readonly bill: Bill } | { readonly answer: StoredAnswer }
const FIRST_ID = 100_001

/** With a file, what it says is taken up again; a last line cut by a kill was never answered and is dropped. */
export function createLedger(now: () => number, file?: string): Ledger {
  const bills = new Map<string, Bill>()
  const answers = new Map<string, StoredAnswer>()
  let unwritten: Line[] = []
  const log = file === undefined ? null : openLog(file)
  for (const line of log?.lines ?? []) {
    if ('bill' in line) bills.set(line.bill.number, line.bill)
    else answers.set(line.answer.key, line.answer)
  }
  return {
    bills: () => [...bills.values()],
    find: number => bills.get(number),
    findAnswer: key => answers.get(key),
    accept(number, document) {
      const known = bills.get(number)
      const contentHash = hashJson(document)
      if (known?.contentHash === contentHash) {
        const bill = { ...known, repeats: known.repeats + 1 }
        bills.set(number, bill)
        return { bill, isNew: false }
      }
      const bill = {
        number,
        id: known?.id ?? FIRST_ID + bills.size,
        accepted: (known?.accepted ?? 0) + 1,
        repeats: known?.repeats ?? 0,
        contentHash,
        acceptedAt: new Date(now()).toISOString(),
        json: writeJson(document),
      }
      bills.set(number, bill)
      unwritten.push({ bill })
      return { bill, isNew: true }
    },
    storeAnswer(answer) {
      answers.set(answer.key, answer)
      unwritten.push({ answer })
    },
    flush() {
      if (unwritten.length > 0) log?.append(unwritten)
      unwritten = []
    },
    reset() {
      bills.clear()
      answers.clear()
      unwritten = []
      log?.clear()
    },
    close: () => log?.close(),
  }
}

export const hashJson = (value: Json): string => createHash('sha256').update(writeCanonical(value)).digest('hex')

/** Synchronous on purpose: between the effect and the disk no other request may run. */
function openLog(file: string) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const handle = openSync(file, 'a')
  ftruncateSync(handle, Buffer.byteLength(whole))
  syncFolder(file)
  return {
    lines: whole
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Line), // written by append below
    append(lines: readonly Line[]): void {
      appendFileSync(handle, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
      fsyncSync(handle)
    },
    clear(): void {
      ftruncateSync(handle, 0)
      fsyncSync(handle)
    },
    close: () => closeSync(handle),
  }
}

/** A new file is only safe when its folder is on the disk too. */
function syncFolder(file: string): void {
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
