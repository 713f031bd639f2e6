import { type Data, type FailureDetail, isData, parseJson, toText, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { compareWatermarks } from '../source/window.ts'
import { findPlaces, isOfRun } from '../sql/record-rows.ts'
import { readOriginals } from '../stage/read-originals.ts'
import { readPath } from '../stage/read-path.ts'
import type { SourceRow } from '../stage/read-row.ts'
import type { Rival } from '../stage/sort-rows.ts'
import type { StagedRecord } from '../stage/staged-record.ts'
import type { Session } from './session.ts'

type Row = SourceRow & { readonly failure: null }

/** Rows of a part whose reasons name what differs; of the others the key must do. */
const DESCRIBED = 100
const SHOWN_FIELDS = 5
const SHOWN_CHARS = 60

export interface Conflicts {
  /** Rows written over what came before. */
  readonly count: number
  /** Reasons by ordinal of rows that are not taken. */
  readonly refused: ReadonlyMap<number, FailureDetail>
}

/**
 * Which rows really share their key with another row of this read. A row that counts nothing is refused with the reason;
 * one that is written over what came before stays, and the loss is counted. The first is kept as the run's example.
 */
export async function judgeRivals(
  tx: Tx,
  session: Session,
  rows: readonly SourceRow[],
  rivals: readonly Rival[],
  isTaken: (ordinal: number) => boolean,
): Promise<Conflicts> {
  const places = await findBefore(tx, session, rivals)
  const refused = new Map<number, FailureDetail>()
  let [count, judged] = [0, 0]
  for (const rival of rivals) {
    const row = rows[rival.ordinal]
    if (row === undefined || row.failure !== null || !isBeside(session, row, rival, places)) continue
    const other = await readOther(tx, session, rows, rival, places, judged < DESCRIBED)
    if (isNewer(session, row, rival, other)) continue
    const failure = toFailure(session, row, rival, other)
    session.conflict ??= failure
    session.conflicts += 1
    judged += 1
    if (isTaken(rival.ordinal)) count += 1
    else refused.set(rival.ordinal, failure)
  }
  return { count, refused }
}

type Places = ReadonlyMap<
  string,
  { readonly id: string; readonly page_id: string; readonly page_at: string; readonly ordinal: number }
>

/** Where stored rivals lie, of those that came in this run: what it only tried again came before. */
async function findBefore(tx: Tx, session: Session, rivals: readonly Rival[]): Promise<Places> {
  const keys = rivals.flatMap(({ known }) => (known ? [known.key] : []))
  if (keys.length === 0) return new Map()
  const places = await findPlaces(tx, session.claim, keys)
  const isNew = await isOfRun(tx, session.claim, places)
  return new Map(places.filter(place => isNew.has(place.page_id)).map(place => [place.key, place]))
}

/** In one file, or in the one list that is read. */
function isBeside({ partStart }: Session, row: Row, rival: Rival, places: Places): boolean {
  if (rival.next !== undefined) return true
  const flying = rival.flying as StagedRecord | undefined // what is in flight are records
  if (flying?.change === 'delete') return false
  const place = flying ? { id: flying.page.id, ordinal: flying.ordinal } : placeOf(places.get(rival.known?.key ?? ''))
  if (!place) return false
  if (row.part === undefined) return true
  if (partStart?.part !== row.part) return false
  const [at, start] = [BigInt(place.id), BigInt(partStart.page.id)]
  return at > start || (at === start && place.ordinal >= partStart.ordinal)
}

const placeOf = (place: { readonly page_id: string; readonly ordinal: number } | undefined) =>
  place && { id: place.page_id, ordinal: place.ordinal }

async function readOther(
  tx: Tx,
  session: Session,
  rows: readonly SourceRow[],
  rival: Rival,
  places: Places,
  isDescribed: boolean,
): Promise<Data | null> {
  if (rival.isEqual) return null
  if (rival.next !== undefined) return isDescribed ? dataOf(rows[rival.next]) : null
  if (rival.flying) return (rival.flying as StagedRecord).data // as above
  const place = places.get(rival.known?.key ?? '')
  // One look into a page is enough for the example, unless times decide.
  if (!place || (session.conflict && !timeOf(session))) return null
  const text = (await readOriginals(tx, [place])).get(place.id)
  const data = text === undefined ? null : parseJson(text)
  return isData(data) ? data : null
}

/** Times tell versions apart only where a record may come again because it changed meanwhile. */
const timeOf = ({ config, once }: Session): string | undefined =>
  once?.equalToo ? undefined : config.source.increment?.field

/** The record changed while it was read, and its list came to it once more. */
function isNewer(session: Session, row: Row, rival: Rival, other: Data | null): boolean {
  const field = timeOf(session)
  if (field === undefined || rival.next !== undefined || other === null) return false
  const order = compareWatermarks(toText(readPath(row.data, field)), toText(readPath(other, field)))
  return order !== null && order > 0
}

const dataOf = (row: SourceRow | undefined): Data | null => (row && row.failure === null ? row.data : null)

function toFailure({ config }: Session, row: Row, { isEqual }: Rival, other: Data | null): FailureDetail {
  const { key } = config.source
  const name = `${key.join(', ')} = ${clip(row.identity.key)}`
  const detail = { retry: 'never', field: key[0]!, value: clip(row.identity.key) } as const // there is a key
  if (isEqual)
    return {
      ...detail,
      code: 'record.repeated',
      message: `Another row of this read is equal to this one in every field (${name}), so the two cannot be told apart.`,
      advice:
        'Give the table a key of its own, or say in the strategy that rows of one key are versions of one record.',
    }
  const differences = other ? describeDifferences(row.data, other) : ''
  return {
    ...detail,
    code: 'record.keyConflict',
    message: differences
      ? `Another row of this read has the same key (${name}) and other values: ${differences}.`
      : `Another row of this read has the same key (${name}) and other values.`,
    advice:
      'Take the fields that tell these rows apart into the key, or say in the strategy that rows of one key are versions of one record.',
  }
}

/** `line 1 ≠ 2, amount 10 ≠ 20` */
function describeDifferences(one: Data, other: Data): string {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const different = names.filter(name => say(one[name]) !== say(other[name]))
  const shown = different
    .slice(0, SHOWN_FIELDS)
    .map(name => `${name} ${clip(say(one[name]))} ≠ ${clip(say(other[name]))}`)
  return [...shown, ...(different.length > SHOWN_FIELDS ? ['…'] : [])].join(', ')
}

const say = (value: Value | undefined): string =>
  value === undefined ? 'missing' : value === null ? 'null' : value === '' ? '""' : toText(value)

const clip = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text)
