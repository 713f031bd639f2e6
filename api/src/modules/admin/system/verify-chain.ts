import { createHash } from 'node:crypto'
import type { chainProblems } from './contract.ts'

export type ChainProblem = (typeof chainProblems)[number]

export interface Link {
  readonly seq: string
  readonly log_id: string
  readonly entry_hash: string
  readonly hash: string
  readonly deleted_by: string | null
  readonly entry: string | null
}

/** sha256(hash of the link before || sha256 of the row's text), in hexadecimal. */
const hashLink = (previous: string, entryHash: string): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(Buffer.from(entryHash, 'hex')).digest('hex')

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The hash before a tenant's first row. */
export const startOf = (tenantId: string): string => hashText(`sluice/operation-log/v1|${tenantId}`)

/** What is wrong with a link after the one before it; null: nothing. Whether its tombstone is true is the caller's. */
export function checkLink(link: Link, previous: { readonly seq: bigint; readonly hash: string }): ChainProblem | null {
  if (BigInt(link.seq) !== previous.seq + 1n) return 'order'
  if (link.entry === null && link.deleted_by === null) return 'missing'
  if (link.entry !== null && link.deleted_by !== null) return 'tombstone'
  if (link.entry !== null && hashText(link.entry) !== link.entry_hash) return 'changed'
  if (hashLink(previous.hash, link.entry_hash) !== link.hash) return 'link'
  return null
}
