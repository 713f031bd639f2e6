import { isData, toText, type Value } from '@sluice/contract'
import type { EgressResponse } from '../../egress.ts'
import { isList, partsOf, pickPlace } from './json-path.ts'

/** Names as they are compared: `next_page_token`, `nextPageToken` and `NextPageToken` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

const HAS_MORE = new Set(['hasmore', 'hasnext', 'hasnextpage', 'havenext', 'moredata', 'hasmoreitems', 'morerecords'])
const NEXT = new Set([
  'next',
  'nextcursor',
  'nextpagetoken',
  'nexttoken',
  'nextpage',
  'nextlink',
  'nexturl',
  'nexthref',
  'odatanextlink',
  'continuationtoken',
])
const TOTAL = new Set([
  'totalcount',
  'totalelements',
  'totalrecords',
  'totalrecord',
  'totalsize',
  'totalitems',
  'totalnum',
  'totalnumber',
  'totalrows',
  'totalresults',
  'totalhits',
  'totalcnt',
  'recordstotal',
  'numfound',
])
/** Beside one of these, or beside a total, a plain `count` is how many were asked for. */
const ASKED = new Set(['total', 'start', 'offset', 'limit', 'page', 'pageno', 'pagenum', 'pageindex', 'currentpage'])
/** A plain `total` counts rows where nothing stands beside it but what is around a list; beside an order it is its price. */
const AROUND = new Set([
  ...HAS_MORE,
  ...NEXT,
  ...TOTAL,
  ...['total', 'code', 'errcode', 'msg', 'message', 'errmsg', 'success', 'status', 'requestid', 'traceid', 'timestamp'],
  ...['page', 'pageno', 'pagenum', 'pageindex', 'pagesize', 'pages', 'pagecount', 'totalpages', 'current', 'size'],
  ...['currentpage', 'start', 'limit', 'offset', 'perpage', 'prev', 'previous'],
  ...['first', 'last', 'links', 'meta', 'count'],
])
/** Where paging stands by itself beside a list. */
const PARTS = new Set([
  'paging',
  'pagination',
  'pageinfo',
  'page',
  'pager',
  'meta',
  'links',
  'responsemetadata',
  'cursor',
])

/** What an answer says of rows beyond the `count` that it holds, in its own words; null where it says nothing. */
export function tellMore(
  body: Value,
  { headers }: Pick<EgressResponse, 'headers'>,
  listPath: string,
  count: number,
): string | null {
  const around = objectsAround(body, partsOf(listPath))
  if (around.some(object => findSign(object, HAS_MORE, value => value === false) !== null)) return null
  for (const object of around) {
    const sign =
      findSign(object, HAS_MORE, value => value === true) ??
      findSign(object, NEXT, value => typeof value === 'string' && value !== '') ??
      findSign(object, namesOfTotal(object, partsOf(listPath)), value => toCount(value) > count)
    if (sign !== null) return sign
  }
  return tellHeaders(headers, count)
}

/** A mark for more, in its own words; null where there is none, or it says that there is no more. */
export const tellMark = (body: Value, listPath: string): string | null =>
  firstOf(objectsAround(body, partsOf(listPath)), object => findSign(object, HAS_MORE, value => value === true))

/** How many records there are, by the names in use; null where nothing tells it. */
export function tellTotal(body: Value, { headers }: Pick<EgressResponse, 'headers'>, listPath: string): number | null {
  const parts = partsOf(listPath)
  const found = firstOf(objectsAround(body, parts), object => {
    const names = namesOfTotal(object, parts)
    return firstOf(Object.entries(object), ([name, value]) =>
      names.has(plain(name)) && toCount(value) >= 0 ? toCount(value) : null,
    )
  })
  return found ?? firstOf(Object.entries(headers), ([name, text]) => readHeader(name, text))
}

function firstOf<T, Found>(all: Iterable<T>, find: (each: T) => Found | null): Found | null {
  for (const each of all) {
    const found = find(each)
    if (found !== null) return found
  }
  return null
}

type Around = Readonly<Record<string, Value>>

/** The answer, all that the list stands in, and the parts for paging in each. */
const objectsAround = (body: Value, path: readonly string[]): Around[] =>
  placesAround(body, path).map(({ object }) => object)

function placesAround(body: Value, path: readonly string[]): { readonly at: string; readonly object: Around }[] {
  const places = Array.from({ length: Math.max(1, path.length) }, (_, depth) => path.slice(0, depth).join('.'))
  return places.flatMap(at => {
    const object = pickPlace(body, at)
    if (!isData(object)) return []
    const parts = Object.entries(object).flatMap(([name, value]) =>
      PARTS.has(plain(name)) && isData(value) ? [{ at: join(at, name), object: value }] : [],
    )
    return [{ at, object }, ...parts]
  })
}

const join = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

/** A sign of paging, and where in the answer it stands. */
export interface PlacedSign {
  readonly path: string
  readonly name: string
  readonly value: Value
}

function placeSign(body: Value, listPath: string, isSign: (name: string, value: Value, object: Around) => boolean) {
  return firstOf(placesAround(body, partsOf(listPath)), ({ at, object }) =>
    firstOf(Object.entries(object), ([name, value]) =>
      isSign(name, value, object) ? { path: join(at, name), name, value } : null,
    ),
  )
}

/** Where the answer tells how many records there are, by the names in use. @param count records of this page */
export const placeTotal = (body: Value, listPath: string, count: number): PlacedSign | null =>
  placeSign(
    body,
    listPath,
    (name, value, object) => namesOfTotal(object, partsOf(listPath)).has(plain(name)) && toCount(value) >= count,
  )

/** Where the answer names its next page, by the names in use. */
export const placeNext = (body: Value, listPath: string): PlacedSign | null =>
  placeSign(body, listPath, (name, value) => NEXT.has(plain(name)) && typeof value === 'string' && value !== '')

const PAGE = new Set(['page', 'pageno', 'pagenum', 'pagenumber', 'pageindex', 'currentpage', 'curpage', 'current'])
const SIZE = new Set(['pagesize', 'size', 'perpage', 'limit', 'pagerows'])

/** What the answer calls its page and the size of it, which many APIs name as their parameters. */
export function placeAsked(
  body: Value,
  listPath: string,
): { readonly page: string | null; readonly size: string | null } {
  const named = (names: ReadonlySet<string>) =>
    placeSign(body, listPath, (name, value) => names.has(plain(name)) && toCount(value) >= 0)?.name ?? null
  return { page: named(PAGE), size: named(SIZE) }
}

function findSign(
  object: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
  isSign: (value: Value) => boolean,
): string | null {
  for (const [name, value] of Object.entries(object))
    if (names.has(plain(name)) && isSign(value)) return `${name}: ${toText(value).slice(0, 80)}`
  return null
}

const isEnvelope = (object: Readonly<Record<string, Value>>, path: readonly string[]): boolean =>
  Object.entries(object).every(
    ([name, value]) => path.includes(name) || AROUND.has(plain(name)) || PARTS.has(plain(name)) || isList(value),
  )

/** By which names this object may tell how many rows there are. */
function namesOfTotal(object: Readonly<Record<string, Value>>, path: readonly string[]): ReadonlySet<string> {
  if (!isEnvelope(object, path)) return TOTAL
  const names = Object.keys(object).map(plain)
  const isAsked = names.some(name => ASKED.has(name) || TOTAL.has(name))
  return new Set([...TOTAL, 'total', ...(isAsked ? [] : ['count'])])
}

const toCount = (value: Value): number => (/^\d{1,15}$/.test(toText(value)) ? Number(toText(value)) : -1)

function tellHeaders(headers: Readonly<Record<string, string>>, count: number): string | null {
  for (const [name, text] of Object.entries(headers)) {
    const isNext = NEXT.has(headerName(name)) && !['', 'null', 'false', '0'].includes(text.trim())
    const isMore = (readHeader(name, text) ?? -1) > count
    const isLink = name.toLowerCase() === 'link' && /;\s*rel="?next\b/i.test(text)
    if (isNext || isMore || isLink) return `${name}: ${text.slice(0, 80)}`
  }
  return null
}

const headerName = (name: string): string => plain(name.replace(/^x-/i, ''))

/** The total that a header tells; of `Content-Range` what stands behind the slash, unless it counts bytes. */
function readHeader(name: string, text: string): number | null {
  const bare = headerName(name)
  const isRange = bare === 'contentrange' && !/^\s*bytes\b/i.test(text)
  const told = isRange ? (text.split('/')[1] ?? '').trim() : bare === 'total' || TOTAL.has(bare) ? text : ''
  const total = toCount(told)
  return total < 0 ? null : total
}
