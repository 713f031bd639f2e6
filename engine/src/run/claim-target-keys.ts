import { type Data, type FailureDetail, toText } from '@sluice/contract'
import { findLostKeys } from '../map/index.ts'
import { type Claim, claimTargetKeys, dropTargetKeys, hasTargetKeys } from '../sql/target-key-rows.ts'
import { hashBytes } from '../stage/hash-bytes.ts'
import type { RecordResult } from '../stage/judge-result.ts'
import { readPath } from '../stage/read-path.ts'
import type { StagedRecord } from '../stage/staged-record.ts'
import type { Session } from './session.ts'

/**
 * The fields of the target's key, where different records may have one row of it; null where none can: each brings the whole
 * key of the source along, the strategy says that they share rows, or the target has no key of its own or refuses a second row
 * under it.
 */
export function sharedKeyOf({ config, mapping, target }: Session): readonly string[] | null {
  const { mode, shared } = config.target
  const key = config.target.key.length > 0 ? config.target.key : (target?.key ?? [])
  if (shared || mode === 'insert' || key.length === 0) return null
  return findLostKeys(mapping, config.source, key).length === 0 ? null : key
}

interface Open {
  readonly records: readonly StagedRecord[]
  /** As mapped; null where nothing is to be written. */
  readonly data: readonly (Data | null)[]
}

/**
 * Refuses what would be written over another record's row, before anything is sent: the later one, so that the row stays as
 * it was. A deletion of a record that never had the row is no deletion of the row.
 */
export async function claimKeys(session: Session, { records, data }: Open, results: (RecordResult | null)[]) {
  const key = sharedKeyOf(session)
  if (key === null) return
  const claims: (Claim & { readonly index: number })[] = []
  let isAnyKnown = false
  for (const [index, record] of records.entries()) {
    const row = results[index] === null ? data[index] : null
    if (!row) continue
    const hash = hashKey(row, key)
    if (hash === null) continue
    claims.push({ index, recordKey: record.key, hash, isDelete: record.change === 'delete' })
    isAnyKnown ||= record.isKnown
  }
  if (claims.length === 0) return
  const { hadKeys, others } = await session.tenant(async tx => {
    const { claim, config } = session
    if (config.target.mode === 'replace' && session.hadTargetKeys === null) await dropTargetKeys(tx, claim)
    const hadKeys = session.hadTargetKeys ?? (await hasTargetKeys(tx, claim))
    return { hadKeys, others: await claimTargetKeys(tx, claim, claims, !hadKeys && !isAnyKnown) }
  })
  session.hadTargetKeys = hadKeys
  for (const [place, other] of others) {
    const { index, isDelete } = claims[place]! // places of claims
    const refused = { ...keyTaken(key, data[index]!, other), retry: 'never' } as const // a claim has data
    results[index] = isDelete
      ? { kind: 'marked' }
      : { kind: 'sent', outcome: { kind: 'failed', failure: refused }, tries: 1, data: data[index]! }
  }
}

/** null where a part of the key is missing: the target says what it thinks of that. */
function hashKey(row: Data, key: readonly string[]): string | null {
  const texts = key.map(name => toText(readPath(row, name)))
  return texts.includes('') ? null : hashBytes(Buffer.from(JSON.stringify(texts)))
}

const SHOWN_CHARS = 60
const clip = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text)

function keyTaken(key: readonly string[], row: Data, other: string): Omit<FailureDetail, 'retry'> {
  const values = key.map(name => `${name} = ${clip(toText(readPath(row, name)))}`).join(', ')
  return {
    code: 'target.keyTaken',
    message: `Another record of this strategy (${clip(other)}) goes to the same row of the target (${values}).`,
    field: key[0]!, // there is a key
    value: clip(toText(readPath(row, key[0]!))),
    advice:
      'Take every key field of the source into the key of the target, or say in the strategy that records share rows and the last one counts.',
  }
}
