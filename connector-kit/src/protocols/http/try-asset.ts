import {
  type ApiAsset,
  type AssetField,
  type AssetTrial,
  type Data,
  Failure,
  type FieldSpec,
  isData,
  type ScriptLine,
  toFailure,
  type Value,
} from '@sluice/contract'
import type { AssetTrialInput } from '../../asset-store.ts'
import type { EgressResponse } from '../../egress.ts'
import { readAnswer } from './answer.ts'
import { applyAdapter } from './apply-adapter.ts'
import { toEndpoint } from './asset-endpoint.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpReadPlan, HttpWritePlan } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { buildReadRequest, isWhole, startRead } from './http-source.ts'
import { buildWriteRequest } from './http-target.ts'
import { INSTANT, inferFields } from './infer-fields.ts'
import { isBodiless, tellSilence } from './judge-write.ts'
import { factsOf, judgePage, proposeSettings } from './read-seen.ts'
import type { Endpoint } from './record-details.ts'
import { hideSeen } from './secrets.ts'

/** Of an answer or a request that people look at. */
export const SHOWN_CHARACTERS = 262_144
const NAME = 'trial'

interface Exchange {
  readonly request: HttpRequest
  readonly answer: EgressResponse | null
  readonly elapsedMs: number
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** One request of an asset and everything that can be said about its answer. A refusal is a finding, not a failure. */
export async function tryAsset(
  client: HttpClient,
  asset: ApiAsset,
  input: AssetTrialInput,
  signal: AbortSignal,
): Promise<AssetTrial> {
  const { adapter } = input
  const seen: Exchange[] = []
  const logs: ScriptLine[] = []
  client.onLog = line => void logs.push(line)
  client.usedFor(asset.type === 'QUERY' ? 'read' : 'write')
  client.onExchange = (request, answer, elapsedMs) => void seen.push({ request, answer, elapsedMs })
  const trial: Writable<AssetTrial> = {
    request: null,
    answer: null,
    exchanges: [],
    logs,
    adapter: adapter ? { id: adapter.id, name: adapter.name, version: adapter.version, level: adapter.level } : null,
    count: null,
    lacking: { records: 0, ids: 0 },
    response: [],
    hasNext: null,
    problem: null,
    proposals: [],
  }
  try {
    const plain = toEndpoint(NAME, asset, input.options)
    const { read, write } = adapter ? applyAdapter(plain, adapter) : plain
    const request = read ? makeRead(client, read, input) : makeWrite(client, write!, input.record ?? {}) // one of both
    const startedMs = client.context.now()
    const answer = await client.send(request, signal).finally(() => {
      trial.request = describeSent(client, client.sent ?? request)
    })
    trial.answer = describeAnswer(client, answer, client.context.now() - startedMs)
    trial.proposals = hideSeen(client.secrets, proposeSettings(asset, read, answer, 1))
    if (read) await judgeRead({ client, resource: NAME, plan: read }, asset, { input, signal }, answer, trial)
    else judgeWritten(client, asset, write!, answer, trial) // one of both
  } catch (error) {
    trial.problem = describeProblem(client, toFailure(error))
  }
  // Only now is every secret known that the far system gave on the way.
  trial.exchanges = seen.map(({ request, answer, elapsedMs }) => ({
    request: describeSent(client, request),
    answer: answer && describeAnswer(client, answer, elapsedMs),
  }))
  return trial
}

function makeRead(client: HttpClient, plan: HttpReadPlan, input: AssetTrialInput): HttpRequest {
  const pageSize = Math.min(input.pageSize, plan.maxPageSize ?? input.pageSize)
  const position = startRead(plan, input.window, client.context.now())
  return buildReadRequest(client, plan, input.window, { position, pageSize })
}

function makeWrite(client: HttpClient, plan: HttpWritePlan, record: Data): HttpRequest {
  const chunk = [{ data: record, idempotencyKey: `${NAME}:${client.context.now()}` }]
  const request = buildWriteRequest(client, plan, chunk)
  if ('url' in request) return request
  throw new Failure(
    request.kind === 'failed' ? request.failure : { code: 'internal', message: 'No request came of it.' },
  )
}

/** By what a run judges its first page by. */
async function judgeRead(
  endpoint: Endpoint,
  asset: ApiAsset,
  { input, signal }: { readonly input: AssetTrialInput; readonly signal: AbortSignal },
  answer: EgressResponse,
  trial: Writable<AssetTrial>,
): Promise<void> {
  const { client, plan } = endpoint
  const pageSize = Math.min(input.pageSize, plan.maxPageSize ?? input.pageSize)
  const facts = factsOf(asset, plan, answer, client.secrets, pageSize)
  const whole = await isWhole(endpoint, { window: input.window, signal }, facts)
  const { count, lacking, hasNext } = judgePage(asset, { ...facts, isWhole: whole })
  trial.response = inferAssetFields(facts.list)
  trial.count = count
  trial.lacking = lacking
  trial.hasNext = hasNext
}

function judgeWritten(
  client: HttpClient,
  asset: ApiAsset,
  plan: HttpWritePlan,
  answer: EgressResponse,
  trial: Writable<AssetTrial>,
): void {
  const place = { where: `${asset.method} ${asset.api}`, resource: asset.name, secrets: client.secrets }
  const silence = tellSilence(plan, answer, place.where)
  if (silence) trial.problem = describeProblem(client, silence)
  else if (!isBodiless(answer) || plan.test.successPath || plan.results)
    trial.response = inferAssetFields([readAnswer(answer, plan.test, place)])
}

const fieldTypes: Readonly<Partial<Record<FieldSpec['type'], AssetField['type']>>> = {
  decimal: 'float',
  time: 'string',
  bytes: 'string',
}

/** Fields of the objects among some values, as an asset declares them. */
export const inferAssetFields = (values: readonly Value[]): AssetField[] =>
  inferFields(values.flatMap(each => (isData(each) ? [each] : []))).map(toAssetField)

function toAssetField({ name, type, nativeType, fields }: FieldSpec): AssetField {
  const same = fieldTypes[type] ?? (type as AssetField['type']) // the other types bear the same names
  const kept = nativeType === INSTANT ? 'instant' : same
  return { field: name, type: kept, ...(fields ? { fields: fields.map(toAssetField) } : {}) }
}

const describeProblem = (
  client: HttpClient,
  { code, message, advice, field, value }: Failure,
): AssetTrial['problem'] => ({
  code,
  message: client.secrets.hide(message),
  // Where in a script it is.
  ...(field === 'script.code' && value !== undefined ? { place: value } : {}),
  ...(advice === undefined ? {} : { advice }),
})

const describeSent = (
  client: HttpClient,
  { method, url, headers, body }: HttpRequest,
): NonNullable<AssetTrial['request']> => ({
  method,
  url: client.secrets.hide(url.href),
  headers: Object.entries(headers).map(([name, value]) => ({ name, value: client.secrets.hide(value) })),
  body: body === null ? null : client.secrets.hide(body).slice(0, SHOWN_CHARACTERS),
})

const describeAnswer = (client: HttpClient, answer: EgressResponse, elapsedMs: number): AssetTrial['answer'] => ({
  status: answer.status,
  headers: Object.entries(answer.headers)
    // What signs a browser in is a secret too.
    .filter(([name]) => name !== 'set-cookie')
    .map(([name, value]) => ({ name, value: client.secrets.hide(String(value)) })),
  body: client.secrets.hide(answer.text()).slice(0, SHOWN_CHARACTERS),
  bytes: answer.bytes.length,
  elapsedMs: Math.round(elapsedMs),
})
