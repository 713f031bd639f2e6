import {
  type Data,
  Failure,
  isData,
  type TargetLook,
  type TargetProposal,
  toFailure,
  toText,
  type Value,
} from '@sluice/contract'
import type { SeenAnswer, TargetRecord, WriteOutcome } from '../../connector.ts'
import type { EgressResponse } from '../../egress.ts'
import { tryJsonOf } from './answer-json.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpWritePlan, RowResults } from './http-plan.ts'
import { buildWriteRequest, guaranteeOf } from './http-target.ts'
import { isList, pickPlace } from './json-path.ts'
import { judgeWrite, MARK_DEPTH, tellSilence, WholeRefusal } from './judge-write.ts'
import { proposeOneList, proposeResults } from './propose-results.ts'
import { tellProblem, toResponse, toRow } from './read-seen.ts'
import { findRefusalMark, findSuccessMark, nameReason } from './refusal-mark.ts'

/** Where records are written, and how. */
export interface WriteEndpoint {
  readonly client: HttpClient
  readonly resource: string
  readonly plan: HttpWritePlan
}

/** Characters of a body that people are shown. */
const SHOWN_CHARACTERS = 64 * 1024
/** Records that an answer may be about; a longer one is read for its first. */
const MAX_ASKED = 100

/**
 * How these records would be sent, how an answer that somebody has is read by the settings, and what it suggests.
 * @param seen from a log or a manual: it need not be an answer to these records
 */
export function lookAtWrite(endpoint: WriteEndpoint, records: readonly Data[], seen: SeenAnswer | null): TargetLook {
  const { client } = endpoint
  const look: { -readonly [K in keyof TargetLook]: TargetLook[K] } = {
    request: null,
    rows: [],
    problem: null,
    proposals: [],
  }
  try {
    look.request = showRequest(endpoint, records)
    if (seen === null) return look
    const answer = toResponse(seen)
    const body = tryJsonOf(answer)
    look.proposals = propose(endpoint.plan, body, answer.status)
    Object.assign(look, judge(endpoint, answer, body))
  } catch (error) {
    const told = tellProblem(error instanceof WholeRefusal ? error.failure : toFailure(error))
    look.problem = { ...told, message: client.secrets.hide(told.message) }
  }
  return look
}

/** @throws Failure where no request can be made of the records */
function showRequest({ client, plan }: WriteEndpoint, records: readonly Data[]): TargetLook['request'] {
  const chunk = toRecords(records.slice(0, plan.rows))
  const request = buildWriteRequest(client, plan, chunk)
  if (!('url' in request)) throw request.kind === 'failed' ? new Failure(request.failure) : new Error(request.kind)
  const { method, url, body } = request
  return {
    method,
    url: client.secrets.hide(url.href),
    body: client.secrets.hide(body ?? '').slice(0, SHOWN_CHARACTERS),
  }
}

const toRecords = (list: readonly Data[]): TargetRecord[] =>
  list.map((data, at) => ({ data, idempotencyKey: String(at + 1) }))

/** What the answer says of each record. Which they were is known from the answer alone. */
function judge(
  { client, resource, plan }: WriteEndpoint,
  answer: EgressResponse,
  body: Value | undefined,
): Pick<TargetLook, 'rows' | 'problem'> {
  const chunk = toRecords(guessAsked(plan.results, body))
  const verdict = judgeWrite({ client, resource, plan, guarantee: guaranteeOf(plan) }, chunk, answer)
  const outcomes: readonly WriteOutcome[] = 'rows' in verdict ? verdict.rows : [verdict.shared]
  const untold = outcomes.find(each => each.kind === 'unknown')
  const silence = tellSilence(plan, answer, `${plan.method} ${plan.path}`)
  const told = untold?.kind === 'unknown' ? untold.failure : silence
  return { rows: outcomes.map(toRow), problem: told && tellProblem(told) }
}

/** Records that the results of an answer would be about: as many as its places say, or with the keys that it names. */
function guessAsked(results: RowResults | undefined, body: Value | undefined): Data[] {
  if (!results) return [{}]
  const told = [results.path, results.errorPath ?? ''].flatMap(path => {
    const found = path === '' ? undefined : pickPlace(body, path)
    return isList(found) ? [...found] : isData(found) ? [found] : []
  })
  const { by, indexPath = '', indexBase = 0, resultKey = '', recordKey = '' } = results
  if (by === 'index') {
    const places = told.map(each => Number(toText(pickPlace(each, indexPath))) - indexBase).filter(Number.isInteger)
    return Array.from({ length: Math.min(Math.max(0, ...places) + 1, MAX_ASKED) }, () => ({}))
  }
  const keys = [...new Set(told.map(each => toText(pickPlace(each, resultKey))))].slice(0, MAX_ASKED)
  if (resultKey !== '' && recordKey !== '') return keys.map(key => ({ [recordKey]: key }))
  return Array.from({ length: Math.max(1, Math.min(told.length, MAX_ASKED)) }, () => ({}))
}

/** Settings that are not made yet and that the answer suggests. */
function propose(plan: HttpWritePlan, body: Value | undefined, status: number): TargetProposal[] {
  if (plan.results) return []
  const rows = proposeRows(body)
  if (rows.length > 0) return rows
  if (status >= 300) return []
  return [...proposeSuccess(plan, body), ...proposeKey(plan, body)]
}

function proposeRows(body: Value | undefined): TargetProposal[] {
  const two = proposeResults(body, null)
  if (two)
    return [
      {
        code: 'rowLists',
        seen: `${two.path}, ${two.errorPath}`,
        options: {
          result_path: two.path,
          result_error_path: two.errorPath ?? '',
          result_by: 'index',
          result_index: two.indexPath ?? '',
          result_index_base: two.indexBase ?? 0,
          result_target_key_path: two.targetKeyPath ?? '',
          result_message_path: two.messagePath,
          field_path: two.fieldPath ?? '',
        },
      },
    ]
  const one = proposeOneList(body)
  if (!one) return []
  const { path, verdict, good, messagePath } = one
  const marks = { result_success_path: verdict, result_success_values: good, result_message_path: messagePath }
  return [
    { code: 'rowList', seen: `${path} · ${verdict}`, options: { result_path: path, result_by: 'order', ...marks } },
  ]
}

function proposeSuccess({ test }: HttpWritePlan, body: Value | undefined): TargetProposal[] {
  const mark = test.successPath || findRefusalMark(body, MARK_DEPTH) !== null ? null : findSuccessMark(body, MARK_DEPTH)
  if (!mark) return []
  const reason = nameReason(body)
  const message = reason === null ? {} : { message_path: reason }
  const options = { success_path: mark.path, success_values: mark.value, ...message }
  return [{ code: 'success', seen: `${mark.path} = ${mark.value}`, options }]
}

/** Names under which far systems give what they call the record. */
const KEY = /^(?:id|key|number|(?:bill|order|doc(?:ument)?)_?(?:id|no|number|code))$/i

function proposeKey({ targetKeyPath }: HttpWritePlan, body: Value | undefined): TargetProposal[] {
  const found = targetKeyPath ? null : findKey(body, MARK_DEPTH)
  return found
    ? [{ code: 'targetKey', seen: `${found.path} = ${found.value}`, options: { target_key_path: found.path } }]
    : []
}

function findKey(
  body: Value | undefined,
  depth: number,
  under = '',
): { readonly path: string; readonly value: string } | null {
  if (!isData(body)) return null
  for (const [name, value] of Object.entries(body)) {
    const isPlain = value !== null && !isData(value) && !isList(value) && toText(value) !== ''
    if (isPlain && KEY.test(name)) return { path: `${under}${name}`, value: toText(value).slice(0, 60) }
  }
  if (depth === 0) return null
  for (const [name, value] of Object.entries(body)) {
    const inner = findKey(value, depth - 1, `${under}${name}.`)
    if (inner) return inner
  }
  return null
}
