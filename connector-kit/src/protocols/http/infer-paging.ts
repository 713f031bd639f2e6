import { Failure, type PagingFound } from '@sluice/contract'
import type { HttpPagination, HttpReadPlan } from './http-plan.ts'
import { readRows } from './look.ts'
import { placeAsked, placeTotal } from './more-there.ts'
import type { Endpoint } from './record-details.ts'

/** Names of a page's number and its size that APIs use together; asked for in turn where the answer names none. */
const PAIRS: readonly (readonly [page: string, size: string])[] = [
  ['page', 'page_size'],
  ['pageNo', 'pageSize'],
  ['pageNum', 'pageSize'],
  ['page', 'per_page'],
  ['pageIndex', 'pageSize'],
  ['page_no', 'page_size'],
  ['page', 'size'],
  ['current', 'size'],
]
const OFFSETS: readonly (readonly [offset: string, size: string])[] = [
  ['offset', 'limit'],
  ['skip', 'limit'],
  ['start', 'limit'],
]
/** Of one search. A far system is not asked without end for what a person may know. */
const MOST_TRIES = 14

type Tries = PagingFound['tries']

/** Finds by asking how an endpoint gives its pages: another number must give other rows, and the first the same ones. */
export async function inferPaging(endpoint: Endpoint, signal: AbortSignal): Promise<PagingFound> {
  const tries: Tries = []
  const plain: HttpReadPlan = { ...endpoint.plan, pagination: { kind: 'none' } }
  const first = await readRows(endpoint, plain, 1, 1, signal)
  if (first.opened instanceof Failure) throw first.opened
  const rows = first.rows ?? []
  tries.push({ query: first.query, rows: rows.length, finding: 'same' })
  if (rows.length === 0) return { proposal: null, tries }
  const place = endpoint.plan.pagination.place ?? (endpoint.plan.body === undefined ? 'query' : 'body')
  const { body } = first.opened
  const total = placeTotal(body, plain.listPath, rows.length)
  const ask = async (pagination: HttpPagination, at: number, size: number) => {
    if (tries.length >= MOST_TRIES) return null
    const { rows: found, query } = await readRows(
      endpoint,
      { ...plain, pagination: { ...pagination, place } },
      at,
      size,
      signal,
    )
    const finding = compare(rows, found)
    tries.push({ query, rows: found?.length ?? null, finding })
    return { finding, count: found?.length ?? 0 }
  }
  for (const [kind, param, sizeParam] of listWays(placeAsked(body, plain.listPath))) {
    const isPage = kind === 'page'
    const second = await ask({ kind, param }, isPage ? 2 : rows.length, rows.length)
    if (second === null) break
    if (second.finding !== 'other') continue
    // Where the first page is 0, the page 1 is another one than that without a number.
    const startPage = isPage && (await ask({ kind, param }, 1, rows.length))?.finding === 'other' ? 0 : 1
    const wanted = Math.max(1, Math.floor(rows.length / 2))
    const sized = await ask({ kind, param, sizeParam }, isPage ? startPage : 0, wanted)
    const takesSize = rows.length > 1 && sized?.count === wanted
    return {
      proposal: {
        code: kind,
        seen: tries.at(takesSize ? -1 : 1)?.query ?? '',
        options: {
          pagination: kind,
          page_param: param,
          ...(isPage ? { start_page: startPage } : {}),
          // Without it every page is as long as the first one was.
          ...(takesSize ? { size_param: sizeParam } : { max_page_size: rows.length }),
          ...(place === 'body' ? { paging_place: 'body' } : {}),
          ...(total ? { total_path: total.path } : {}),
        },
      },
      tries,
    }
  }
  return { proposal: null, tries }
}

/** What the answer itself names comes first. */
function* listWays({
  page,
  size,
}: ReturnType<typeof placeAsked>): Generator<readonly ['page' | 'offset', string, string]> {
  if (page !== null) yield ['page', page, size ?? 'pageSize']
  const asked = new Set([page])
  for (const [param, sizeParam] of PAIRS) {
    if (asked.has(param)) continue
    asked.add(param)
    yield ['page', param, size ?? sizeParam]
  }
  for (const [param, sizeParam] of OFFSETS) yield ['offset', param, sizeParam]
}

function compare(first: readonly string[], found: readonly string[] | null): Tries[number]['finding'] {
  if (found === null) return 'refused'
  if (found.length === 0) return 'empty'
  const known = new Set(first)
  const twice = found.filter(row => known.has(row)).length
  if (twice === 0) return 'other'
  return twice === found.length && found.length === first.length ? 'same' : 'overlaps'
}
