import type { Credentials } from '../credentials.ts'
import type { ErpFault, Faults } from '../faults.ts'
import { writeJson } from '../json.ts'
import type { Tokens } from '../tokens.ts'
import type { Ledger } from './ledger.ts'
import type { Material } from './material.ts'

/** All that the ERP's routes work on. */
export interface Erp {
  readonly credentials: Credentials
  readonly faults: Faults<ErpFault>
  readonly tokens: Tokens
  readonly ledger: Ledger
  readonly counts: SaveCounts
  materials(): readonly Material[]
  countRequest(): number
  wait(ms: number): Promise<void>
}

/** What happened to the bills that were sent, since the start or the last reset. */
export interface SaveCounts {
  /** Took effect. */
  accepted: number
  /** Same Idempotency-Key: answered from the ledger. */
  replays: number
  /** Same number and content under another key or none: answered, without effect. */
  repeats: number
  /** Refused for their content. */
  refused: number
  /** One key with two bodies: 409. */
  conflicts: number
}

export const zeroSaveCounts = (): SaveCounts => ({ accepted: 0, replays: 0, repeats: 0, refused: 0, conflicts: 0 })

/** What a route answers. */
export interface Saved {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** True when something took effect, so that a lost answer hurts. */
  readonly hasEffect?: boolean
}

/** The answer of every failure that is not about a bill's content. */
export const writeFailure = (code: number, message: string): string =>
  writeJson({
    Result: { ResponseStatus: { IsSuccess: false, ErrorCode: code, Errors: [{ FieldName: '', Message: message }] } },
  })
