import { createHash } from 'node:crypto'
import { Failure, isData, rememberJson, toJson, toNumber, toText, type Value } from '@sluice/contract'
import { z } from 'zod'
import type { EgressResponse } from '../../egress.ts'
import { type AnswerPlace, answerFailure } from './answer.ts'
import type { HttpPagination } from './http-plan.ts'
import { pickPlace } from './json-path.ts'
import { parseLastId, readLastId } from './last-id.ts'
import { lacksNext, lacksPlace, nameSign, readSign } from './next-sign.ts'
import { Slice } from './window-slices.ts'

/** Where a read stands. Written as JSON, it is the source's cursor. */
export const Position = z.strictObject({
  /** Page number, or offset. */
  at: z.number().int().min(0).default(0),
  /** Far cursor, next URL, or the JSON of the last id. */
  next: z.string().nullable().default(null),
  /** Different records met so far. */
  seen: z.number().int().min(0).default(0),
  /** Fingerprint of the page before, and of its last record. */
  page: z.string().nullable().default(null),
  last: z.string().nullable().default(null),
  /** Records there are, as told last. */
  total: z.number().int().nullable().default(null),
  /** Records there are, as answers tell by a sign that is not set. */
  hinted: z.number().int().nullable().default(null),
  /** Times that it was gone back because the list had lost records. */
  backs: z.number().int().default(0),
  /** Times that the list was begun anew because it had lost records on the way. */
  rounds: z.number().int().default(0),
  /** A page of this read has named its next one, so that a page which names none is the last. */
  told: z.boolean().default(false),
  /** Part of the window, where the far system answers no long ones. */
  slice: Slice.nullable().default(null),
})
export type Position = z.output<typeof Position>

export const startOf = (pagination: HttpPagination): Position =>
  Position.parse({ at: pagination.kind === 'page' ? (pagination.startPage ?? 1) : 0 })

/** @throws Failure when the text is no cursor of this source */
export function parsePosition(cursor: string | null, pagination: HttpPagination): Position {
  if (cursor === null) return startOf(pagination)
  try {
    const position = Position.parse(JSON.parse(cursor))
    if (pagination.kind === 'id_gt' && position.next !== null) parseLastId(position.next)
    return position
  } catch (cause) {
    throw new Failure({
      code: 'source.cursor',
      message: 'The stored position does not fit this source any more. Start the read anew.',
      cause,
    })
  }
}

export interface PageFacts {
  readonly pagination: HttpPagination
  readonly position: Position
  readonly pageSize: number
  readonly records: readonly Value[]
  readonly body: Value
  /** See `OpenedPage`. */
  readonly isNothing: boolean
  readonly answer: EgressResponse
  readonly place: AnswerPlace
  /** The size of a page is asked for. */
  readonly tellsSize: boolean
  /** A page of one record less named its next one. */
  readonly isWhole?: boolean
  /** Records there are, as this answer or one before it tells by a sign that is not set. */
  readonly hinted?: number | null
  /** Far cursors and URLs met in this read. */
  readonly met: Set<string>
}

/** Where to go on, or null when everything was read. What is neither throws: half a list is never a whole one. */
export function advance(facts: PageFacts): Position | null {
  const { pagination, position, records, place } = facts
  // Records are stored as this very text.
  const texts = records.map(record => (isData(record) ? rememberJson(record) : toJson(record)))
  const page = hash(`[${texts.join()}]`)
  if (records.length > 0 && page === position.page && pagination.kind !== 'none')
    throw answerFailure(place, 'this page is the same as the page before', {
      code: 'http.repeatedPage',
      advice: 'The far system ignores the paging parameter; check its name, or choose no paging.',
    })
  const fresh = countFresh(facts)
  const seen = position.seen + fresh
  const told = readTotal(facts)
  const total = told ?? position.total
  const lastText = texts.at(-1)
  const last = lastText === undefined ? position.last : hash(lastText)
  const moved = { ...position, seen, page, last, total, hinted: facts.hinted ?? null }
  const back = stepBack(facts, lostOf(facts, total))
  if (back) return { ...moved, ...back }
  if (
    told === null &&
    !facts.isNothing &&
    total !== null &&
    records.length === 0 &&
    seen < total &&
    position.rounds < MAX_ROUNDS
  )
    return { ...startOf(pagination), slice: position.slice, rounds: position.rounds + 1 }
  const hasMore = readHasMore(facts)
  switch (pagination.kind) {
    case 'none':
      return endAt(facts, seen, seen, total)
    case 'page': {
      const passed = (position.at - (pagination.startPage ?? 1) + 1) * facts.pageSize
      return goOn(facts, { hasMore, total, seen, passed }) ? { ...moved, at: position.at + 1, next: null } : null
    }
    case 'offset': {
      const at = position.at + Math.min(fresh, facts.pageSize)
      return goOn(facts, { hasMore, total, seen, passed: at }) ? { ...moved, at, next: null } : null
    }
    case 'id_gt': {
      const next = readLastId({ pagination, after: position.next, records, place })
      return goOn(facts, { hasMore, total: null, seen, passed: seen }) ? { ...moved, next } : null
    }
    default: {
      const next = findNext(facts, hasMore, total)
      if (next === null) return endAt(facts, seen, seen, total)
      checkNew(facts, next)
      return { ...moved, at: 0, next, told: true }
    }
  }
}

/** A far system that shifts under us may begin a page with the record that ended the one before. */
export function countFresh({ position, records }: Pick<PageFacts, 'position' | 'records'>): number {
  const [first] = records
  if (first === undefined || position.last === null) return records.length
  const isRepeated = hash(isData(first) ? rememberJson(first) : toJson(first)) === position.last
  return records.length - (isRepeated ? 1 : 0)
}

/** Begun anew so often; a list that loses records each time is told as one that ended early. */
const MAX_ROUNDS = 3

/** Gone back so often for a figure that is only taken for the total. */
const MAX_BACKS = 10

/** Records that left the list since the page before. */
function lostOf({ position, hinted, records, pageSize }: PageFacts, total: number | null): number {
  if (total !== null) return (position.total ?? total) - total
  const lost = (position.hinted ?? 0) - (hinted ?? position.hinted ?? 0)
  // A figure that falls by a page counts what is left.
  const isRest = lost >= pageSize || lost === records.length
  return isRest || position.backs >= MAX_BACKS ? 0 : lost
}

/**
 * When the total shrinks, records have left the list and all behind them have moved up, some into pages that lie
 * behind us. Those are read again; a record met twice is known by its key.
 */
function stepBack(
  { pagination, position, pageSize }: PageFacts,
  lost: number,
): Pick<Position, 'at' | 'seen' | 'backs'> | null {
  if (lost <= 0 || (pagination.kind !== 'page' && pagination.kind !== 'offset')) return null
  const isPage = pagination.kind === 'page'
  const first = isPage ? (pagination.startPage ?? 1) : 0
  const at = Math.max(first, position.at - (isPage ? Math.ceil(lost / pageSize) : lost))
  // Nothing lies behind the first page.
  if (at === position.at) return null
  const seen = Math.min(position.seen, isPage ? (at - first) * pageSize : at)
  return { at, seen, backs: position.backs + 1 }
}

interface Progress {
  readonly hasMore: boolean | null
  readonly total: number | null
  /** Records met. */
  readonly seen: number
  /** Records that lie behind us if every page was full. */
  readonly passed: number
}

/**
 * Counts come from two sides and the smaller one rules: `seen` is too high when the far system repeats records,
 * `passed` when it gives smaller pages than asked for.
 */
function goOn(facts: PageFacts, { hasMore, total, seen, passed }: Progress): boolean {
  const done = Math.min(seen, passed)
  const isEmpty = facts.records.length === 0
  const before = isEmpty && facts.pagination.kind === 'page' ? Math.min(seen, passed - facts.pageSize) : done
  if (isEmpty && (hasMore === true || (total !== null && before < total))) throw emptyPage(facts, total)
  if (hasMore !== null) {
    if (!hasMore && total !== null && seen < total) throw endedEarly(facts, seen, total)
    return hasMore
  }
  // Without a word about the end, only an empty page is the end: a short page may just be the far system's limit.
  return total === null ? !isEmpty : !isEmpty && done < total
}

function endAt(facts: PageFacts, seen: number, passed: number, total: number | null): null {
  if (total !== null && Math.min(seen, passed) < total) throw endedEarly(facts, seen, total)
  return null
}

/** null: this is the last page. */
function findNext(facts: PageFacts, hasMore: boolean | null, total: number | null): string | null {
  const { pagination, place, records, isNothing } = facts
  if (hasMore === false || isNothing) return null
  const sign = readSign(facts)
  if (sign) return sign
  if (hasMore === true) throw lacksNext(place, nameSign(pagination), records.length)
  if (sign === undefined && total === null && isUntold(facts)) throw lacksNext(place, nameSign(pagination))
  return null
}

/**
 * Whether a page that names no next one may be just one of many, for a broken setting or answer looks the same: it is full
 * and no page before has named one, or it lacks even the place where one is named. One record alone is believed where a
 * smaller page could have been asked for.
 */
const isUntold = (facts: PageFacts): boolean => {
  const { position, pageSize, records } = facts
  if (facts.isWhole) return false
  if (lacksPlace(facts)) return records.length > 1 || !facts.tellsSize
  return !position.told && position.page === null && records.length >= pageSize
}

/** A page that names no next one and may not be the last, where a total does not tell the end. */
export function lacksSign(facts: PageFacts): boolean {
  const { kind } = facts.pagination
  if ((kind !== 'cursor' && kind !== 'link') || facts.isNothing || !isUntold(facts)) return false
  return readTotal(facts) === null && readHasMore(facts) === null && readSign(facts) === undefined
}

function checkNew({ met, position, place, records, pagination }: PageFacts, next: string): void {
  if (next === position.next && records.length === 0)
    throw answerFailure(place, 'an empty page although there is more', {
      code: 'http.emptyPage',
      retry: 'later',
      advice: 'Try again; nothing was skipped.',
    })
  if (next === position.next || met.has(next))
    throw answerFailure(
      place,
      `the far system leads in a circle: it names ${place.secrets.hideStart(next, 100)} again`,
      {
        code: 'http.cursorLoop',
        advice: `Check the paging parameter${pagination.param ? ` ${pagination.param}` : ''}; the far system may ignore it.`,
      },
    )
  met.add(next)
}

function readTotal({ pagination, position, body, answer, place, isNothing, records, pageSize }: PageFacts) {
  const { kind, totalPath, totalHeader } = pagination
  const where = totalPath || totalHeader
  // Beside a bound, some far systems count all records and some the rest: neither tells the end.
  if (!where || kind === 'id_gt' || isNothing) return null
  const text = totalPath ? toText(pickPlace(body, totalPath)) : readTotalHeader(answer.headers[where.toLowerCase()])
  const total = /^\d{1,15}$/.test(text) ? Number(toNumber(text)) : Number.NaN
  if (Number.isInteger(total)) return total
  if (text === '' && pagination.totalOnce && position.total !== null) return null
  // A header may be left out once it was there, and where there is nothing to count.
  const isShort = kind === 'none' ? records.length === 0 : records.length < pageSize
  if (text === '' && !totalPath && (position.total !== null || position.page !== null || isShort)) return null
  throw answerFailure(place, `the total at ${where} is ${text === '' ? 'missing' : 'no number'}`, {
    code: 'http.noTotal',
    value: text,
    advice: 'Check the path of the total.',
  })
}

/** A plain number, or what `Content-Range` says behind its slash: `items 0-24/3573`. */
function readTotalHeader(header = ''): string {
  const text = header.trim()
  const [, range = '', total] = /^([\w\s*-]*)\/(\d+)$/.exec(text) ?? []
  return total !== undefined && /(?:\d-\d+|\*)$/.test(range) ? total : text
}

function readHasMore({ pagination, position, body, place, isNothing }: PageFacts): boolean | null {
  if (!pagination.hasMorePath) return null
  // The page before said that there is more.
  if (isNothing) return position.page !== null
  const text = toText(pickPlace(body, pagination.hasMorePath)).toLowerCase()
  if (['true', '1', 'y', 'yes'].includes(text)) return true
  if (['false', '0', 'n', 'no'].includes(text)) return false
  throw answerFailure(place, `${pagination.hasMorePath} does not say whether there is more`, {
    code: 'http.noTotal',
    value: text,
    advice: 'Check the path of the mark for more data.',
  })
}

const emptyPage = ({ place }: PageFacts, total: number | null): Failure =>
  answerFailure(place, `an empty page although there should be more${total === null ? '' : ` (${total} in all)`}`, {
    code: 'http.emptyPage',
    retry: 'later',
    advice: 'Try again; nothing was skipped.',
  })

const endedEarly = ({ place }: PageFacts, seen: number, total: number): Failure =>
  answerFailure(place, `the list ends after ${seen} records, but ${total} were announced`, {
    code: 'http.endedEarly',
    retry: 'later',
    advice: 'Try again; if it stays, check the path of the total or choose another paging.',
  })

/** 16 characters are plenty to tell two neighbouring pages apart. */
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
