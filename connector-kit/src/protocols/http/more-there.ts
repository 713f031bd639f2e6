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
])
/** A plain `total` counts rows where nothing stands beside it but what is around a list; beside an order it is its price. */
const AROUND = new Set([
  ...HAS_MORE,
  ...NEXT,
  ...TOTAL,
  ...['total', 'code', 'errcode', 'msg', 'message', 'errmsg', 'success', 'status', 'requestid', 'traceid', 'timestamp'],
  ...['page', 'pageno', 'pagenum', 'pageindex', 'pagesize', 'pages', 'pagecount', 'totalpages', 'current', 'size'],
  ...['currentpage', 'limit', 'offset', 'perpage', 'prev', 'previous', 'first', 'last', 'links', 'meta', 'count'],
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
      findSign(object, TOTAL, value => toCount(value) > count) ??
      (isEnvelope(object, partsOf(listPath))
        ? findSign(object, new Set(['total']), value => toCount(value) > count)
        : null)
    if (sign !== null) return sign
  }
  return tellHeaders(headers, count)
}

/** The answer, all that the list stands in, and the parts for paging in each. */
function objectsAround(body: Value, path: readonly string[]): Readonly<Record<string, Value>>[] {
  const objects = Array.from({ length: Math.max(1, path.length) }, (_, depth) =>
    pickPlace(body, path.slice(0, depth).join('.')),
  )
  return objects.filter(isData).flatMap(object => {
    const parts = Object.entries(object).flatMap(([name, value]) =>
      PARTS.has(plain(name)) && isData(value) ? [value] : [],
    )
    return [object, ...parts]
  })
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

const toCount = (value: Value): number => (/^\d{1,15}$/.test(toText(value)) ? Number(toText(value)) : -1)

function tellHeaders(headers: Readonly<Record<string, string>>, count: number): string | null {
  for (const [name, text] of Object.entries(headers)) {
    const bare = plain(name.replace(/^x-/i, ''))
    const isNext = NEXT.has(bare) && !['', 'null', 'false', '0'].includes(text.trim())
    const isMore = (bare === 'total' || TOTAL.has(bare)) && toCount(text) > count
    const isLink = name.toLowerCase() === 'link' && /;\s*rel="?next\b/i.test(text)
    if (isNext || isMore || isLink) return `${name}: ${text.slice(0, 80)}`
  }
  return null
}
