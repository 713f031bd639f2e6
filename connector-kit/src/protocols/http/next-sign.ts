import { type Failure, isData, toText, type Value } from '@sluice/contract'
import type { EgressResponse } from '../../egress.ts'
import { type AnswerPlace, answerFailure } from './answer.ts'
import type { HttpPagination } from './http-plan.ts'
import { partsOf, pickPlace } from './json-path.ts'

interface SignFacts {
  readonly pagination: HttpPagination
  readonly body: Value
  readonly answer: EgressResponse
  readonly place: AnswerPlace
}

/**
 * What a page says of the next one: its cursor or address, null where it says that there is none, undefined where it
 * says nothing. @throws Failure where a setting leads to something that is no sign
 */
export function readSign({ pagination, body, answer, place }: SignFacts): string | null | undefined {
  const { kind, nextPath, nextHeader, param } = pagination
  if (nextPath) return readBodySign(body, nextPath, kind === 'link' ? answer.url : null, place)
  const header = answer.headers[(nextHeader || 'link').toLowerCase()]?.trim()
  if (header === undefined) return undefined
  const text = /^<[^>]*>/.test(header) ? readLinkHeader(header) : header
  if (text === '') return null
  if (kind === 'link') return toAddress(text, answer.url, place)
  if (text === header) return text
  // A link that carries the cursor under the name it is sent by.
  const cursor = new URL(toAddress(text, answer.url, place)).searchParams.get(param ?? '')
  if (cursor) return cursor
  throw answerFailure(place, `the next link has no parameter ${param ?? ''}`, {
    code: 'http.noCursor',
    advice: 'Check the paging parameter, or choose paging by links.',
  })
}

function readBodySign(body: Value, path: string, base: string | null, place: AnswerPlace): string | null | undefined {
  const found = pickPlace(body, path)
  if (found === undefined) return undefined
  // Some write "no more" so.
  if (found === false || found === 0) return null
  const text = toText(found)
  if (text === '') return null
  return base === null ? text : toAddress(text, base, place)
}

/** Whether even that is missing in which the sign of a next page stands: a last page, or a path that is wrong. */
export const lacksPlace = ({ pagination, body }: Pick<SignFacts, 'pagination' | 'body'>): boolean =>
  Boolean(pagination.nextPath) && !isData(pickPlace(body, parentOf(pagination.nextPath ?? '')))

/** What a sign stands in; a name that begins with @ has points of its own: `@odata.nextLink`. */
function parentOf(path: string): string {
  const parts = partsOf(path)
  const name = parts.findIndex(part => part.startsWith('@'))
  return parts.slice(0, name < 0 ? -1 : name).join('.')
}

function toAddress(text: string, base: string, place: AnswerPlace): string {
  if (URL.canParse(text, base)) return new URL(text, base).href
  throw answerFailure(place, `the next page is named by ${place.secrets.hideStart(text, 100)}, which is no address`, {
    code: 'http.noCursor',
    advice: 'Check the path of the next link, or choose paging by a cursor.',
  })
}

/** There is no sign where there should be one. @param hasMore how many records came although there is more */
export const lacksNext = (place: AnswerPlace, where: string, hasMore?: number): Failure =>
  answerFailure(
    place,
    hasMore === undefined
      ? `there is no ${where} in the answer`
      : `there is more, but no cursor at ${where} (${hasMore} records)`,
    {
      code: 'http.noCursor',
      ...(hasMore === undefined ? {} : { retry: 'later' as const }),
      advice: 'Check the path or the header that names the next page.',
    },
  )

/** How a message names the place of the sign. */
export const nameSign = ({ nextPath, nextHeader }: HttpPagination): string =>
  nextPath || `${nextHeader || 'Link'} header`

const PARAM = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/gy

/** The target of `rel="next"` (RFC 8288), or "". */
function readLinkHeader(header: string): string {
  const target = /[\s,]*<([^>]*)>/gy
  for (let match = target.exec(header); match; match = target.exec(header)) {
    PARAM.lastIndex = target.lastIndex
    let rel: string | null = null
    let end = target.lastIndex
    for (let param = PARAM.exec(header); param; param = PARAM.exec(header)) {
      end = PARAM.lastIndex
      // The first one counts.
      if (param[1]?.toLowerCase() === 'rel') rel ??= param[2] ?? param[3] ?? ''
    }
    if (rel?.toLowerCase().split(/\s+/).includes('next')) return match[1] ?? ''
    target.lastIndex = end
  }
  return ''
}
