import { Failure, isData, parseJson, toJson, toText, type Value } from '@sluice/contract'
import type { ReadRequest, Source, SourcePage, SourceRecord } from '../../connector.ts'
import { inTurns } from '../../in-turns.ts'
import type { AnswerPlace } from './answer.ts'
import { DistinctRows } from './distinct-rows.ts'
import { tellEmptyWords } from './empty-words.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpPagination, HttpReadPlan } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { isList } from './json-path.ts'
import { parseLastId, type RecordId } from './last-id.ts'
import { tellMark, tellMore, tellTotal } from './more-there.ts'
import { readSign } from './next-sign.ts'
import { openPage } from './page-list.ts'
import { advance, countFresh, lacksSign, type PageFacts, type Position, parsePosition, startOf } from './pagination.ts'
import { openOrPropose } from './propose-reading.ts'
import { type Endpoint, readDetails } from './record-details.ts'
import { fillJson, fillText, namesVariable, parseTemplate, type Variables } from './template.ts'
import { firstSlice, nextSlice, toWindow } from './window-slices.ts'
import { formatWindow } from './window-text.ts'

/** Reads an endpoint page by page. */
export function createHttpSource(client: HttpClient, resource: string, plan: HttpReadPlan): Source {
  return {
    read: request => readPages({ client, resource, plan }, request),
    close: async () => undefined,
  }
}

async function* readPages(endpoint: Endpoint, request: ReadRequest): AsyncGenerator<SourcePage> {
  const { client, plan } = endpoint
  if (request.window) checkWindow(plan)
  const met = new Set<string>()
  const rows = new DistinctRows()
  let position: Position | null =
    request.cursor === null
      ? startRead(plan, request.window, client.context.now())
      : parsePosition(request.cursor, plan.pagination)
  while (position !== null) {
    const at: Position = position
    const page = await client.retry(() => readPage(endpoint, request, at, met), request.signal)
    position = page.next
    // Every part of a window has cursors of its own.
    if (page.next?.slice?.from !== at.slice?.from) met.clear()
    if (page.next?.next) met.add(page.next.next)
    if (at.page === null) rows.begin()
    await rows.add(page.page.records)
    const isLast =
      (page.next === null || page.next.slice?.from !== at.slice?.from) &&
      !page.page.records.some(({ failure }) => failure?.code === MORE_THERE)
    const lost = isLast ? findLost(plan, rows, { total: at.total ?? at.hinted, secrets: client.secrets }) : []
    const records = [...page.page.records, ...lost]
    yield { ...page.page, records, cursor: position === null ? null : JSON.stringify(position) }
  }
}

/** Where a read begins. */
export const startRead = (plan: HttpReadPlan, window: ReadRequest['window'], nowMs: number): Position => ({
  ...startOf(plan.pagination),
  slice: firstSlice(window, plan.window, nowMs),
})

/** The first page of the next part of the window, where there is one. */
function startNextSlice({ pagination, window }: HttpReadPlan, { slice, told }: Position): Position | null {
  const next = slice && window ? nextSlice(slice, window) : null
  return next && { ...startOf(pagination), slice: next, told }
}

/** One page, tested and counted. Changes nothing, so it may be repeated. */
export async function readPage(
  endpoint: Endpoint,
  request: ReadRequest,
  position: Position,
  met: ReadonlySet<string>,
): Promise<{ readonly page: Omit<SourcePage, 'cursor'>; readonly next: Position | null }> {
  const { client, resource, plan } = endpoint
  const pageSize = Math.min(request.pageSize, plan.maxPageSize ?? request.pageSize)
  const http = buildReadRequest(client, plan, request.window, { position, pageSize })
  const shown = client.describe(http)
  const place: AnswerPlace = { where: `${shown.split('\n')[0]}`, resource, secrets: client.secrets }
  if (request.signal.aborted)
    throw new Failure({ code: 'egress.aborted', message: `Reading ${resource} was stopped.`, retry: 'later' })
  const answer = await client.send(http, request.signal)
  const opened = openOrPropose(answer, plan, place)
  const list = nameAll(opened.list, plan)
  const facts = {
    ...opened,
    pagination: plan.pagination,
    position,
    pageSize,
    records: list,
    answer,
    place,
    tellsSize: tellsSize(plan),
    met: new Set(met),
  }
  const hinted = hintTotal(plan, facts)
  const next = advance({ ...facts, hinted, isWhole: await isWhole(endpoint, request, facts) })
  const after = next ?? startNextSlice(plan, position)
  const records: SourceRecord[] = []
  await inTurns(list, (value, at) => void records.push(toRecord(client, value, at, opened.repeated.get(at))), undefined)
  const { isNothing } = opened
  const more = next === null ? findMore(plan, facts, hinted) : null
  const doubt = list.length === 0 && !isNothing ? findDoubt(plan, facts) : null
  records.push(...[more, doubt].filter(each => each !== null))
  const raw = answer.received ?? answer.bytes
  if (!plan.detail) return { page: { records, raw, request: shown }, next: after }
  const details = await readDetails(endpoint, plan.detail, records, request.signal)
  return { page: { records: details.records, raw: Buffer.concat([raw, ...details.raw]), request: shown }, next: after }
}

/** Whether a page that names no next one is proved to be the last. */
export const isWhole = async (endpoint: Endpoint, request: PageRequest, facts: PageFacts): Promise<boolean> =>
  lacksSign(facts) && (await namesNextOfLess(endpoint, request, facts))

type PageRequest = Pick<ReadRequest, 'window' | 'signal'>

/**
 * Whether a page of one record less names its next one. A list that just fills its first page, or a last page that
 * leaves out all that names a next one, looks like a broken setting, and only this tells them apart. Nothing but the sign is taken: pages of another size may begin elsewhere.
 */
async function namesNextOfLess({ client, plan }: Endpoint, request: PageRequest, facts: PageFacts): Promise<boolean> {
  const { position, place } = facts
  const pageSize = Math.min(facts.pageSize, facts.records.length) - 1
  if (!facts.tellsSize || pageSize < 1) return false
  const answer = await client.send(
    buildReadRequest(client, plan, request.window, { position, pageSize }),
    request.signal,
  )
  const opened = openPage(answer, plan, place)
  if (opened.list.length !== pageSize) return false
  return typeof readSign({ ...facts, ...opened, answer }) === 'string'
}

/** Whether a request says how large its page is to be. */
export const tellsSize = ({ pagination, query = [], body = '' }: HttpReadPlan): boolean =>
  Boolean(pagination.sizeParam) || namesVariable([...query.map(each => each.value), body], 'pageSize')

/** A page as its reader sees it. */
export const nameAll = (list: readonly Value[], { columns }: HttpReadPlan): readonly Value[] =>
  columns ? list.map(each => nameValues(each, columns)) : list

/** A list of values as an object, and a single one as its first field; what does not fit the names stays as it is. */
function nameValues(value: Value, columns: readonly string[]): Value {
  if (isList(value))
    return value.length === columns.length
      ? Object.fromEntries(columns.map((name, at) => [name, value[at] ?? null]))
      : value
  return columns[0] === undefined || isData(value) || value === null ? value : { [columns[0]]: value }
}

function toRecord({ secrets }: HttpClient, value: Value, index: number, repeated?: string): SourceRecord {
  if (repeated !== undefined)
    return {
      data: null,
      failure: {
        code: 'source.row',
        message: `Element ${index + 1} of the page has the name ${repeated} twice in one object, and one of the values would be lost.`,
        retry: 'never',
        field: repeated,
      },
    }
  if (isData(value)) return { data: value }
  return {
    data: null,
    failure: {
      code: 'source.row',
      message: `Element ${index + 1} of the page is no object and cannot become a record.`,
      retry: 'never',
      value: secrets.hideStart(toJson(value), 200),
    },
  }
}

export const MORE_THERE = 'source.moreThere'

/** Records there are as the answer tells, or one before it; null where none does, or the total is set and checked. */
function hintTotal({ pagination, listPath }: HttpReadPlan, { body, answer, isNothing, position }: PageFacts) {
  const { kind, believesEnd, totalPath, totalHeader } = pagination
  // Beside a bound, some far systems count all records and some the rest.
  if (kind === 'id_gt' || believesEnd || totalPath || totalHeader) return null
  return (isNothing ? null : tellTotal(body, answer, listPath)) ?? position.hinted
}

/** Rows that answers tell of beyond the last page would be missing without a word. */
function findMore(
  { pagination, listPath }: HttpReadPlan,
  facts: PageFacts,
  hinted: number | null,
): SourceRecord | null {
  const { body, answer, place, isNothing } = facts
  const { kind, believesEnd, totalPath, totalHeader, hasMorePath } = pagination
  if (believesEnd) return null
  const count = facts.position.seen + countFresh(facts)
  if (kind === 'none') {
    const sign = isNothing || totalPath || totalHeader || hasMorePath ? null : tellMore(body, answer, listPath, count)
    const message = `The answer holds ${count} rows and says that there are more (${sign}), but no paging is set.`
    const advice =
      'Choose the paging in the source settings, or "Only this answer" ("Believe the last page" in an API asset) where the rest is not wanted.'
    return sign === null ? null : rejectMore(place, message, advice)
  }
  const mark = isNothing || hasMorePath ? null : tellMark(body, listPath)
  const sign = mark ?? (hinted !== null && hinted > count ? String(hinted) : null)
  const message = `The pages end after ${count} rows, and the far system says that there are more (${sign}).`
  const advice =
    'Many far systems end a list after so many pages: read it in increments, or in parts by a filter. Where the total counts something else, choose "Believe the last page".'
  return sign === null ? null : rejectMore(place, message, advice)
}

/** Rows in place of which others came twice, as pages of an order that is not stable show them. */
function findLost(
  { pagination }: HttpReadPlan,
  { count }: DistinctRows,
  { total, secrets }: { readonly total: number | null } & Pick<AnswerPlace, 'secrets'>,
): SourceRecord[] {
  if (pagination.believesEnd || total === null || count === null || count >= total) return []
  const message = `The pages hold ${count} different rows, and the far system says that there are ${total}: others came twice.`
  return [rejectMore({ secrets }, message, 'Sort the list by a field that is different in every row, such as its id.')]
}

const rejectMore = ({ secrets }: Pick<AnswerPlace, 'secrets'>, message: string, advice: string): SourceRecord => ({
  data: null,
  failure: { code: MORE_THERE, message: secrets.hide(message), retry: 'never', field: 'pagination', advice },
})

function findDoubt({ doubtsEmpty, test }: HttpReadPlan, { body, place }: PageFacts): SourceRecord | null {
  const words = doubtsEmpty && !test.successPath ? tellEmptyWords(body) : null
  if (words === null) return null
  return {
    data: null,
    failure: {
      code: 'source.emptyWords',
      message: place.secrets.hide(
        `The answer holds no rows and says ${words}; no success test says whether that is a refusal.`,
      ),
      retry: 'never',
      advice: 'Set the success test of the source: the path of the code, and its values that mean success.',
    },
  }
}

/** A window that the request does not ask for would read everything and look like an increment. */
function checkWindow(plan: HttpReadPlan): void {
  const texts = [plan.path, plan.body ?? '', ...(plan.query ?? []).map(each => each.value)]
  if (namesVariable(texts, 'from') || namesVariable(texts, 'to')) return
  throw new Failure({
    code: 'params.invalid',
    message: 'The endpoint is to be read in increments, but its request names neither {{from}} nor {{to}}.',
    field: 'query',
    advice: 'Put {{from}} and {{to}} into the parameters that limit the time, or read without increments.',
  })
}

interface Turn {
  readonly position: Position
  readonly pageSize: number
}

/** The request for one page. */
export function buildReadRequest(
  client: HttpClient,
  plan: HttpReadPlan,
  window: ReadRequest['window'],
  { position, pageSize }: Turn,
): HttpRequest {
  const { pagination } = plan
  const variables: Variables = {
    page: position.at,
    offset: position.at,
    pageSize,
    cursor: pagination.kind === 'id_gt' ? toLastId(pagination, position) : position.next,
    ...formatWindow(position.slice ? toWindow(position.slice) : window, plan.window),
  }
  const headers = { ...plan.headers }
  if (pagination.kind === 'link' && position.next !== null) {
    const body = fillBody(plan, variables, {})
    return { method: plan.method, url: client.resolveUrl(position.next), headers: withType(headers, body), body }
  }
  const paging = pagingParams(pagination, { position, pageSize })
  const isInBody = pagination.place === 'body'
  const url = client.resolveUrl(encodePath(plan.path, variables))
  for (const { name, value } of plan.query ?? []) {
    const text = fillText(value, variables, 'query')
    if (text !== null) url.searchParams.set(name, text)
  }
  if (!isInBody) for (const [name, value] of Object.entries(paging)) url.searchParams.set(name, toText(value))
  const body = fillBody(plan, variables, isInBody ? paging : {})
  return { method: plan.method, url, headers: withType(headers, body), body }
}

const withType = (headers: Record<string, string>, body: string | null): Record<string, string> =>
  body === null ? headers : { 'content-type': 'application/json', ...headers }

function pagingParams(pagination: HttpPagination, { position, pageSize }: Turn): Record<string, Value> {
  const { kind, param, sizeParam } = pagination
  const at = placeOfPage(pagination, position)
  return {
    ...(param && at !== null ? { [param]: at } : {}),
    ...(sizeParam && kind !== 'none' ? { [sizeParam]: pageSize } : {}),
  }
}

/** What the paging parameter says; null: it is left out. */
function placeOfPage(pagination: HttpPagination, position: Position): Value {
  const { kind, firstCursor } = pagination
  if (kind === 'page' || kind === 'offset') return position.at
  if (kind === 'id_gt') return toLastId(pagination, position)
  const cursor = position.next ?? firstCursor ?? null
  if (kind !== 'cursor' || cursor === null) return null
  return DIGITS.test(firstCursor ?? '') && DIGITS.test(cursor) ? parseJson(cursor) : cursor
}

/** What JSON takes for a number: 007 is a text. */
const DIGITS = /^(?:0|[1-9]\d*)$/

/** Ids greater than this one are asked for. A number goes out as it came in: some systems never find it as a text. */
function toLastId({ firstCursor }: HttpPagination, { next }: Position): RecordId | null {
  if (next !== null) return parseLastId(next)
  if (firstCursor === undefined) return null
  return DIGITS.test(firstCursor) ? parseLastId(firstCursor) : firstCursor
}

function encodePath(path: string, variables: Variables): string {
  const encoded = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value === null ? null : encodeURIComponent(toText(value))]),
  )
  return fillText(path, encoded, 'resource') ?? path
}

function fillBody(plan: HttpReadPlan, variables: Variables, paging: Readonly<Record<string, Value>>): string | null {
  if ((plan.body ?? '').trim() === '') return Object.keys(paging).length === 0 ? null : toJson(paging)
  const filled = fillJson(parseTemplate(plan.body ?? ''), variables, 'body')
  if (Object.keys(paging).length === 0 || !isData(filled)) return toJson(filled ?? null)
  return toJson({ ...filled, ...paging })
}
