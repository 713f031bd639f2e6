import {
  Failure,
  isData,
  type SourceLook,
  type SourceProposal,
  toFailure,
  toJson,
  toText,
  type Value,
} from '@sluice/contract'
import type { EgressResponse } from '../../egress.ts'
import { inTurns } from '../../in-turns.ts'
import type { AnswerPlace } from './answer.ts'
import { tryJsonOf } from './answer-json.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpReadPlan } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { buildReadRequest, nameAll, startRead } from './http-source.ts'
import { isList } from './json-path.ts'
import { placeNext, placeTotal, tellMore } from './more-there.ts'
import { type OpenedPage, openPage } from './page-list.ts'
import { openOrPropose, proposalsOf, toSourceProposals } from './propose-reading.ts'
import type { Endpoint } from './record-details.ts'
import { findSuccessMark, nameReason } from './refusal-mark.ts'
import { hideSeen } from './secrets.ts'
import { SHOWN_CHARACTERS } from './try-asset.ts'

/** A mark of success that needs no setting to be understood. */
const KNOWN_MARK = /^(?:(?:is_?)?success(?:ful)?|ok|err(?:or)?_?(?:code|no))$/i

/** One page as it is answered, and the settings that its answer suggests. A refusal is a finding, not a failure. */
export async function lookAt(
  { client, resource, plan }: Endpoint,
  limit: number,
  signal: AbortSignal,
): Promise<SourceLook> {
  const look: { -readonly [K in keyof SourceLook]: SourceLook[K] } = {
    rows: [],
    problem: null,
    more: null,
    exchange: null,
    proposals: [],
  }
  try {
    const request = firstRequest(client, plan, limit)
    const place = placeOf(client, resource, request)
    const startMs = client.context.now()
    const answer = await client.send(request, signal)
    look.exchange = describe(client, client.sent ?? request, answer, client.context.now() - startMs)
    const opened = openOrPropose(answer, plan, place)
    look.rows = nameAll(takeData(opened.list, plan, limit), plan).map(row => toJson(row))
    look.proposals = hideSeen(client.secrets, proposeMore(plan, opened, answer))
    if (plan.pagination.kind === 'none' && !plan.pagination.believesEnd && !opened.isNothing)
      look.more = client.secrets.hideCut(tellMore(opened.body, answer, plan.listPath, opened.list.length) ?? '') || null
  } catch (error) {
    const { code, message, advice } = toFailure(error)
    look.problem = { code, message: client.secrets.hide(message), ...(advice === undefined ? {} : { advice }) }
    look.proposals = hideSeen(client.secrets, toSourceProposals(proposalsOf(error)))
  }
  return look
}

/** The first that are records, or become some by the plan's names. Of a long list no copy is made. */
function takeData(list: readonly Value[], plan: HttpReadPlan, limit: number): Value[] {
  const found: Value[] = []
  for (const value of list) {
    if (found.length === limit) break
    if (nameAll([value], plan).every(isData)) found.push(value)
  }
  return found
}

/** The rows of one page as texts; null where the answer is none. For comparing pages. */
export async function readRows(endpoint: Endpoint, plan: HttpReadPlan, at: number, size: number, signal: AbortSignal) {
  const { client, resource } = endpoint
  const position = { ...startRead(plan, null, client.context.now()), at }
  const request = buildReadRequest(client, plan, null, { position, pageSize: size })
  const answer = await client.send(request, signal)
  const opened: OpenedPage | Failure = tryOpen(() => openPage(answer, plan, placeOf(client, resource, request)))
  if (opened instanceof Failure) return { query: queryOf(client, request), rows: null, opened }
  const rows: string[] = []
  await inTurns(opened.list, row => void rows.push(toJson(row)), signal)
  return { query: queryOf(client, request), rows, opened }
}

function tryOpen(open: () => OpenedPage): OpenedPage | Failure {
  try {
    return open()
  } catch (error) {
    return toFailure(error)
  }
}

function firstRequest(client: HttpClient, plan: HttpReadPlan, limit: number): HttpRequest {
  const pageSize = Math.min(limit, plan.maxPageSize ?? limit)
  return buildReadRequest(client, plan, null, { position: startRead(plan, null, client.context.now()), pageSize })
}

const placeOf = (client: HttpClient, resource: string, request: HttpRequest): AnswerPlace => ({
  where: client.describe(request).split('\n')[0] ?? resource,
  resource,
  secrets: client.secrets,
})

const queryOf = ({ secrets }: HttpClient, { url, body }: HttpRequest): string =>
  secrets.hideStart(body ?? url.search.replace(/^\?/, ''), 500)

const describe = (
  client: HttpClient,
  { method, url }: HttpRequest,
  answer: EgressResponse,
  elapsedMs: number,
): NonNullable<SourceLook['exchange']> => ({
  method,
  url: client.secrets.hide(url.href),
  status: answer.status,
  ...showBody(client, answer),
  bytes: answer.bytes.length,
  elapsedMs: Math.max(0, Math.round(elapsedMs)),
})

/** Half a JSON text can't be laid out, so a long one loses elements of its lists instead of its end. */
function showBody({ secrets }: HttpClient, answer: EgressResponse): { readonly body: string; readonly isCut: boolean } {
  const hide = (text: string) => secrets.hide(text)
  const text = answer.text()
  if (text.length <= SHOWN_CHARACTERS) return { body: hide(text), isCut: false }
  const body = tryJsonOf(answer)
  // Hidden before it is cut: of a secret that a cut goes through, nobody would know the rest.
  const shown = body === undefined ? text : toJson(shorten(body, hide))
  return { body: hide(shown).slice(0, SHOWN_CHARACTERS), isCut: true }
}

const SHOWN_ELEMENTS = 5
const SHOWN_TEXT = 500

function shorten(value: Value, hide: (text: string) => string): Value {
  if (isList(value)) return value.slice(0, SHOWN_ELEMENTS).map(each => shorten(each, hide))
  if (isData(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each, hide)]))
  return typeof value === 'string' ? hide(value).slice(0, SHOWN_TEXT) : value
}

/** Beyond the list: the total, the next page and the mark of success, where no setting says them yet. */
function proposeMore(
  plan: HttpReadPlan,
  { body, list, isNothing }: OpenedPage,
  answer: EgressResponse,
): SourceProposal[] {
  if (isNothing) return []
  const { pagination, listPath, test } = plan
  const found: SourceProposal[] = []
  const next = pagination.kind === 'none' && !pagination.believesEnd ? placeNext(body, listPath) : null
  if (next) found.push(proposeNext(next.path, next.name, toText(next.value)))
  else if (pagination.kind === 'none' && /;\s*rel="?next\b/i.test(answer.headers['link'] ?? ''))
    found.push({ code: 'link', seen: 'Link', options: { pagination: 'link' } })
  const total = pagination.totalPath || pagination.totalHeader ? null : placeTotal(body, listPath, list.length)
  if (total)
    found.push({ code: 'total', seen: `${total.path} = ${toText(total.value)}`, options: { total_path: total.path } })
  if (!test.successPath) found.push(...proposeSuccess(body))
  return found
}

/** The parameter bears the name of the cursor without its "next", as most APIs have it: `next_page_token`, `page_token`. */
function proposeNext(path: string, name: string, value: string): SourceProposal {
  const seen = `${path} = ${value.slice(0, 60)}`
  if (/^(?:https?:\/)?\//i.test(value)) return { code: 'link', seen, options: { pagination: 'link', link_path: path } }
  const bare = name.replace(/^next_?/i, '')
  const param = bare === '' ? 'cursor' : `${bare.charAt(0).toLowerCase()}${bare.slice(1)}`
  return { code: 'cursor', seen, options: { pagination: 'cursor', next_path: path, page_param: param } }
}

function proposeSuccess(body: Value): SourceProposal[] {
  const mark = findSuccessMark(body, 0)
  if (!mark || KNOWN_MARK.test(mark.path)) return []
  const reason = nameReason(body)
  return [
    {
      code: 'success',
      seen: `${mark.path} = ${mark.value}`,
      options: {
        success_path: mark.path,
        success_values: mark.value,
        ...(reason === null ? {} : { message_path: reason }),
      },
    },
  ]
}
