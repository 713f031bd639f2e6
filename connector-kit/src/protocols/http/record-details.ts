import { type Data, Failure, isData, toJson } from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'
import { answerFailure, readAnswer } from './answer.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpDetail, HttpReadPlan } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { pickPlace } from './json-path.ts'
import { fillJson, fillPath, parseTemplate, toVariables } from './template.ts'

/** One interface of a far system, and how it is read. */
export interface Endpoint {
  readonly client: HttpClient
  readonly resource: string
  readonly plan: HttpReadPlan
}

interface Detailed {
  readonly record: SourceRecord
  readonly raw: Uint8Array
}

/**
 * Asks for each record of a list once more and completes it by the answer. What the far system refuses is that record's
 * own failure; anything that may heal, or that concerns all of them, ends the page.
 */
export async function readDetails(
  endpoint: Endpoint,
  detail: HttpDetail,
  records: readonly SourceRecord[],
  signal: AbortSignal,
): Promise<{ readonly records: SourceRecord[]; readonly raw: Uint8Array[] }> {
  const read = await Promise.all(records.map(each => readDetail(endpoint, detail, each, signal)))
  return { records: read.map(each => each.record), raw: read.map(each => each.raw) }
}

async function readDetail(
  endpoint: Endpoint,
  detail: HttpDetail,
  record: SourceRecord,
  signal: AbortSignal,
): Promise<Detailed> {
  if (record.data === null) return { record, raw: new Uint8Array() }
  try {
    const { data, raw } = await ask(endpoint, detail, record.data, signal)
    return { record: { ...record, data: { ...record.data, ...data } }, raw }
  } catch (error) {
    if (!(error instanceof Failure) || error.retry === 'later' || error.code === 'connector.auth') throw error
    const failure = { ...error.toDetail(), code: 'source.row', retry: 'never' as const }
    return { record: { data: null, failure }, raw: new Uint8Array() }
  }
}

function buildDetailRequest(client: HttpClient, { path, body }: HttpDetail, listed: Data): HttpRequest {
  const url = client.resolveUrl(fillPath(path, listed))
  if (body === undefined) return { method: 'GET', url, headers: {}, body: null }
  const filled = fillJson(parseTemplate(body), toVariables(listed), 'detail') ?? null
  return { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: toJson(filled) }
}

async function ask({ client, resource, plan }: Endpoint, detail: HttpDetail, listed: Data, signal: AbortSignal) {
  const request = buildDetailRequest(client, detail, listed)
  const place = { where: client.describe(request), resource, secrets: client.secrets }
  const answer = await client.send(request, signal)
  const data = pickPlace(readAnswer(answer, plan.test, place), detail.recordPath ?? '')
  if (isData(data)) return { data, raw: answer.received ?? answer.bytes }
  throw answerFailure(place, 'there is no record in the answer', {
    code: 'http.noRecord',
    advice: 'Check the path of the record.',
  })
}
