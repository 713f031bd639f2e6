import { ExactNumber, parseJson, toJson, toText, type Value } from '@sluice/contract'
import { type AnswerPlace, answerFailure } from './answer.ts'
import type { HttpPagination } from './http-plan.ts'
import { pickPlace } from './json-path.ts'

/** A text, or a whole number with all its digits. */
export type RecordId = string | number | ExactNumber

const INTEGER = /^-?\d+$/
/** Longer than any id; what is longer is a field of another kind. */
const MAX_CHARACTERS = 200

/** The id that a position stands at: its JSON, so that a number stays one. @throws TypeError when it is none */
export function parseLastId(json: string): RecordId {
  const id = parseJson(json)
  if (!isId(id)) throw new TypeError('not the JSON of an id')
  return id
}

function isId(value: Value | undefined): value is RecordId {
  const text = toText(value)
  if (text === '' || text.length > MAX_CHARACTERS) return false
  return (
    typeof value === 'string' || ((typeof value === 'number' || value instanceof ExactNumber) && INTEGER.test(text))
  )
}

interface IdPage {
  readonly pagination: HttpPagination
  /** The id that greater ones were asked for, as `parseLastId` takes it; null on the first page. */
  readonly after: string | null
  readonly records: readonly Value[]
  readonly place: AnswerPlace
}

/**
 * The last id of a page, as JSON; null on an empty page. Whoever asks for greater ids than the last one skips what
 * the page left out, so the ids of a page must rise, and from the one that was asked for.
 */
export function readLastId({ pagination, after, records, place }: IdPage): string | null {
  const path = pagination.idPath ?? ''
  if (path === '') throw answerFailure(place, 'it is not said which field of a record is its id', NO_ID)
  const asked = after === null ? null : parseLastId(after)
  let last: RecordId | null = null
  for (const [index, record] of records.entries()) {
    const id = pickPlace(record, path)
    if (!isId(id)) throw answerFailure(place, `record ${index + 1} of the page has no id at ${path}`, NO_ID)
    if (last === null && asked !== null && compareIds(id, asked) <= 0) throw refuseBound(place, pagination, id, asked)
    if (last !== null && compareIds(id, last) <= 0) throw refuseOrder(place, path, id, last)
    last = id
  }
  return last === null ? null : toJson(last)
}

/** Whole numbers by their value, whether they come as numbers or as texts; everything else letter by letter. */
function compareIds(one: RecordId, other: RecordId): number {
  const [a, b] = [toText(one), toText(other)]
  const [x, y] = INTEGER.test(a) && INTEGER.test(b) ? [BigInt(a), BigInt(b)] : [a, b]
  return Number(x > y) - Number(x < y)
}

const NO_ID = {
  code: 'http.noId',
  advice: 'Name the field of the id; it must hold a text or a whole number in every record.',
}

const refuseBound = (place: AnswerPlace, { param }: HttpPagination, id: RecordId, asked: RecordId) =>
  answerFailure(place, `ids greater than ${toText(asked)} were asked for, and the page begins with ${toText(id)}`, {
    code: 'http.idBound',
    advice: `Check the paging parameter${param ? ` ${param}` : ''}; the far system may ignore it.`,
  })

function refuseOrder(place: AnswerPlace, path: string, id: RecordId, last: RecordId) {
  if (compareIds(id, last) === 0)
    return answerFailure(place, `the id ${toText(id)} at ${path} stands twice on the page`, {
      code: 'http.idOrder',
      advice: 'Name a field that is different in every record, or choose another paging.',
    })
  return answerFailure(place, `the page is not sorted by ${path}: ${toText(id)} comes after ${toText(last)}`, {
    code: 'http.idOrder',
    advice: 'Add the sorting parameter of the far system for rising ids, or choose another paging.',
  })
}
