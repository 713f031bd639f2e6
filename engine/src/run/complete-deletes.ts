import type { SourceRecord } from '@sluice/connector-kit'
import { type Data, Failure, isData, parseJson } from '@sluice/contract'
import { compileMapping, type MapOutcome, type Mapper } from '../map/index.ts'
import { findPlaces } from '../sql/record-rows.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { recordKey } from '../stage/record-key.ts'
import type { Session } from './session.ts'

type Deleted = SourceRecord & { readonly data: Data; readonly failure?: undefined }

/**
 * A delete often holds nothing but the key. Where the key at the target is mapped from other fields, those are added
 * from what the record was before: earlier in this page, on a page under way, or stored.
 */
export async function completeDeletes(
  session: Session,
  records: readonly SourceRecord[],
): Promise<readonly SourceRecord[]> {
  if (session.rules.deletes === null) return records
  const gone = records.filter((record): record is Deleted => !record.failure && record.change === 'delete')
  if (gone.length === 0) return records
  const outcomes = await keyMapperOf(session).mapPage(gone.map(({ data }) => data))
  const poor = new Set<SourceRecord>(gone.filter((_, index) => !isWhole(outcomes[index])))
  if (poor.size === 0) return records
  const before = await recallAll(session, records, poor)
  return records.map(record => {
    if (!poor.has(record) || record.data === null) return record
    const key = recordKey(record.data, session.rules.key)
    const known = key instanceof Failure ? undefined : before.get(key)
    return known ? { data: { ...known, ...record.data }, change: 'delete' } : record
  })
}

/** Of the mapping, what makes the key at the target; all of it where the key is not known. */
export function keyMapperOf(session: Session): Mapper {
  const { mapping } = session
  const { target } = session.config
  const key = target.key.length > 0 ? target.key : (session.target?.key ?? [])
  const fields = key.length === 0 ? mapping.fields : mapping.fields.filter(field => key.includes(field.target))
  session.keyMapper ??= compileMapping(
    // Of a record that is gone only the key is there: a script would see half of it.
    { ...mapping, fields, script: undefined },
    { now: () => new Date(session.deps.now()), find: session.find },
  )
  return session.keyMapper
}

const isWhole = (outcome: MapOutcome | undefined): boolean =>
  outcome?.kind === 'mapped' &&
  Object.keys(outcome.data).length > 0 &&
  Object.values(outcome.data).every(value => value !== null && value !== '')

async function recallAll(
  session: Session,
  records: readonly SourceRecord[],
  poor: ReadonlySet<SourceRecord>,
): Promise<Map<string, Data>> {
  const found = new Map<string, Data>()
  const wanted: string[] = []
  for (const record of poor) {
    const key = record.data === null ? null : recordKey(record.data, session.rules.key)
    if (typeof key === 'string') wanted.push(key)
  }
  const stored = await session.tenant(async tx => {
    const places = await findPlaces(tx, session.claim, wanted)
    const texts = await readOriginals(tx, places)
    return places.map(({ id, key }) => ({ key, text: texts.get(id) }))
  })
  for (const { key, text } of stored) {
    const data = text === undefined ? null : parseJson(text)
    if (isData(data)) found.set(key, data)
  }
  // Newer than what is stored, the newest last.
  for (const key of wanted) {
    const data = session.flight.find(key)?.data
    if (data) found.set(key, data)
  }
  for (const row of session.prepared) if (row.failure === null) found.set(row.identity.key, row.data)
  for (const record of records) {
    if (record.failure || record.data === null || poor.has(record)) continue
    const key = recordKey(record.data, session.rules.key)
    if (typeof key === 'string') found.set(key, record.data)
  }
  return found
}
