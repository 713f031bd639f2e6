import { createHash } from 'node:crypto'
import { type Data, Failure, isData, parseJson, toFailure, toJson, type Value } from '@sluice/contract'
import { ROWS_UNTOLD, type Target, type TargetRecord, type WriteGuarantee, type WriteOutcome } from '../../connector.ts'
import type { EgressResponse } from '../../egress.ts'
import { wasSent } from '../../egress-failure.ts'
import { explainErrorBody, explainStatus, parseRetryAfter } from './answer.ts'
import { classifyAnswer } from './classify-answer.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpWritePlan } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { judgeWrite, lostAnswer, WholeRefusal, type Writer } from './judge-write.ts'
import { lookUpRecords } from './look-up.ts'
import { fillPath } from './template.ts'

/** Tries of one request that surely had no effect, or may safely be repeated; the first included. */
const MAX_TRIES = 4
const MAX_PAUSE_MS = 10_000

/** Writes records by one request each, or by lists. */
export function createHttpTarget(client: HttpClient, resource: string, plan: HttpWritePlan): Target {
  const { lookUp } = plan
  const writer = { client, resource, plan, guarantee: guaranteeOf(plan), proof: { isTold: !plan.results } }
  return {
    guarantee: writer.guarantee,
    write: (batch, signal, confirm) => writeBatch({ ...writer, confirm }, batch, signal),
    ...(lookUp
      ? { find: (records, signal) => lookUpRecords(client, resource, { ...plan, lookUp }, records, signal) }
      : {}),
    close: async () => undefined,
  }
}

/** A header for a whole list changes with the list, so it promises nothing about single records. */
export function guaranteeOf(plan: HttpWritePlan): WriteGuarantee {
  const hasKey = Boolean(plan.idempotencyField) || (Boolean(plan.idempotencyHeader) && plan.rows === 1)
  return plan.guarantee ?? (hasKey ? 'idempotencyKey' : 'none')
}

async function writeBatch(
  writer: Writer,
  batch: readonly TargetRecord[],
  signal: AbortSignal,
): Promise<readonly WriteOutcome[]> {
  const chunks = cut(batch, writer.plan.rows)
  const outcomes: (readonly WriteOutcome[] | undefined)[] = chunks.map(() => undefined)
  let refusal: Failure | null = signal.aborted ? stopped(writer.resource) : null
  let next = 0
  const work = async (end = chunks.length): Promise<void> => {
    while (next < end && refusal === null) {
      const index = next++
      try {
        const written = await writeChunk(writer, chunks[index] ?? [], signal)
        outcomes[index] = written
        refusal ??= findUntold(written)
      } catch (error) {
        refusal ??= error instanceof WholeRefusal ? error.failure : toFailure(error)
      }
      if (signal.aborted) refusal ??= stopped(writer.resource)
    }
  }
  // The first request goes alone, until its answer has shown that rows are told apart.
  if (!writer.proof.isTold) await work(1)
  writer.proof.isTold = refusal === null
  await Promise.all(
    Array.from({ length: Math.min(chunks.length, writer.client.settings.maxConcurrent ?? 4) }, () => work()),
  )
  const reason: Failure | null = refusal
  // Nothing had an effect: the failure is about the batch. Otherwise the answers already in hand must not be lost.
  if (reason !== null && outcomes.every(each => each === undefined)) throw reason
  return chunks.flatMap((chunk, index) => outcomes[index] ?? chunk.map(() => notTried(reason)))
}

const findUntold = (outcomes: readonly WriteOutcome[]): Failure | null => {
  const untold = outcomes.find(each => each.kind === 'unknown' && each.failure.code === ROWS_UNTOLD)
  return untold?.kind === 'unknown' ? new Failure(untold.failure) : null
}

const cut = <T>(list: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

const stopped = (resource: string): Failure =>
  new Failure({ code: 'egress.aborted', message: `Writing to ${resource} was stopped.`, retry: 'later' })

const notTried = (reason: Failure | null): WriteOutcome => ({
  kind: 'failed',
  failure: { code: 'target.notTried', message: reason?.message ?? 'This record was not sent.', retry: 'later' },
})

async function writeChunk(
  writer: Writer,
  chunk: readonly TargetRecord[],
  signal: AbortSignal,
): Promise<readonly WriteOutcome[]> {
  const request = buildWriteRequest(writer.client, writer.plan, chunk)
  if (!('url' in request)) return [request]
  const answer = await sendPatiently(writer, request, signal)
  if (!('status' in answer)) return chunk.map(() => answer)
  const verdict = judgeWrite(writer, chunk, answer)
  if ('rows' in verdict) return verdict.rows
  const { shared } = verdict
  // One bad record must not cost its neighbours: a list refused as a whole is sent again one by one, where a
  // repeat is harmless.
  const isRefused = shared.kind === 'failed' && shared.failure.retry !== 'later'
  if (chunk.length === 1 || !isRefused || writer.guarantee === 'none') return chunk.map(() => shared)
  const single: WriteOutcome[] = []
  for (const record of chunk) single.push(...(await writeChunk(writer, [record], signal)))
  return single
}

/** The request, or the outcome of a record that cannot make one. */
export function buildWriteRequest(
  client: HttpClient,
  plan: HttpWritePlan,
  chunk: readonly TargetRecord[],
): HttpRequest | WriteOutcome {
  const rows = chunk.map(record => withKeyField(completed(record, plan), plan))
  const [first] = chunk
  let path = plan.path
  try {
    if (first && plan.rows === 1) path = fillPath(plan.path, first.data)
  } catch (error) {
    return { kind: 'failed', failure: toFailure(error).toDetail() }
  }
  const url = client.resolveUrl(path)
  for (const { name, value } of plan.query ?? []) url.searchParams.set(name, value)
  const isList = plan.isList ?? plan.rows > 1
  const content: Value = isList ? rows : (rows[0] ?? {})
  const body = plan.bodyKey
    ? toJson(putAt(parseExtra(plan.extraBody), plan.bodyKey.split('.'), content))
    : toJson(content)
  const key = plan.rows === 1 && first ? first.idempotencyKey : hashKeys(chunk)
  const headers = {
    'content-type': 'application/json',
    ...plan.headers,
    ...(plan.idempotencyHeader ? { [plan.idempotencyHeader]: encodeKey(key) } : {}),
  }
  return { method: plan.method, url, headers, body }
}

/** The object with a value at a place in it; what stands beside stays. */
function putAt(object: Data, [name = '', ...rest]: readonly string[], value: Value): Data {
  const inner = object[name]
  return { ...object, [name]: rest.length === 0 ? value : putAt(isData(inner) ? inner : {}, rest, value) }
}

const completed = (record: TargetRecord, plan: HttpWritePlan): TargetRecord =>
  plan.complete ? { ...record, data: plan.complete(record.data) } : record

const withKeyField = ({ data, idempotencyKey: key }: TargetRecord, plan: HttpWritePlan): Data => {
  const { idempotencyField: field, idempotencyLength: most = Number.POSITIVE_INFINITY } = plan
  if (!field) return data
  const fitting = key.length <= most ? key : createHash('sha256').update(key).digest('hex').slice(0, most)
  return { ...data, [field]: fitting }
}

/** Header values are Latin and short; record keys may be anything. */
const encodeKey = (key: string): string =>
  /^[\x21-\x7e]{1,200}$/.test(key) ? key : createHash('sha256').update(key).digest('base64url')

const hashKeys = (chunk: readonly TargetRecord[]): string =>
  createHash('sha256')
    .update(JSON.stringify(chunk.map(record => record.idempotencyKey)))
    .digest('base64url')

function parseExtra(text: string | undefined): Data {
  if (text === undefined || text.trim() === '') return {}
  try {
    const extra = parseJson(text)
    if (isData(extra)) return extra
  } catch {
    // Told below, as for JSON that is no object.
  }
  throw new Failure({ code: 'params.invalid', message: 'The fixed fields are no JSON object.', field: 'extra_body' })
}

/** Sends until there is an answer worth judging; repeats only what surely had no effect or may safely be done twice. */
async function sendPatiently(
  writer: Writer,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<EgressResponse | WriteOutcome> {
  for (let tries = 1; ; tries++) {
    await writer.confirm?.()
    const answer = await writer.client.send(request, signal).catch((error: unknown) => toFailure(error))
    const failure = answer instanceof Failure ? answer : temporaryRefusal(writer, answer)
    if (failure === null) return answer as EgressResponse // a Failure would have been returned as itself
    const mayRepeat = writer.guarantee !== 'none' || hadNoEffect(answer)
    const pauseMs = writer.client.pauseBefore(tries, failure.retryAfterMs)
    if (failure.retry !== 'later' || !mayRepeat || tries === MAX_TRIES || pauseMs > MAX_PAUSE_MS || signal.aborted)
      return giveUp(writer, failure, mayRepeat)
    await writer.client.pause(pauseMs, signal).catch(() => undefined)
  }
}

/** Refused before anything was done: the connection never stood, or the far system said "not now". */
function hadNoEffect(answer: EgressResponse | Failure): boolean {
  if (answer instanceof Failure) return !wasSent(answer)
  return answer.status === 429 || (answer.status === 503 && answer.headers['retry-after'] !== undefined)
}

function temporaryRefusal({ client, plan, resource }: Writer, answer: EgressResponse): Failure | null {
  const known = explainStatus(answer.status)
  // What an adapter knows by name is an answer, whatever its status.
  if (answer.status < 400 || known.retry !== 'later' || classifyAnswer(answer, plan.test) !== null) return null
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], client.context.now())
  const said = explainErrorBody(answer, plan.test, client.secrets)
  return new Failure({
    code: known.code,
    message: `${resource}: ${known.what} (HTTP ${answer.status})${said === '' ? '' : `: ${said}`}`,
    retry: 'later',
    advice: known.advice,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

function giveUp({ resource }: Writer, failure: Failure, mayRepeat: boolean): WriteOutcome {
  // Not even sent (blocked, refused, no sign-in): it concerns every record alike.
  if (mayRepeat && !wasSent(failure)) throw new WholeRefusal(failure)
  if (mayRepeat) return { kind: 'failed', failure: failure.toDetail() }
  return { kind: 'unknown', failure: lostAnswer(resource, failure.message) }
}
