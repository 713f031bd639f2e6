import { type ErrorKind, Failure, type FailureDetail, type Value } from '@sluice/contract'
import type { Confirm, TargetRecord, WriteGuarantee, WriteOutcome } from '../../connector.ts'
import type { EgressResponse } from '../../egress.ts'
import { explainErrorBody, explainStatus, judgeAnswer } from './answer.ts'
import { tryJsonOf } from './answer-json.ts'
import { classifyAnswer } from './classify-answer.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpWritePlan } from './http-plan.ts'
import { pickTexts } from './json-path.ts'
import { proposeResults } from './propose-results.ts'
import { classifyRefusal } from './refusal.ts'
import { findRefusalMark } from './refusal-mark.ts'
import { readRows, untold } from './row-results.ts'

/** What an answer is judged by. */
export interface Judge {
  readonly client: Pick<HttpClient, 'secrets'>
  readonly resource: string
  readonly plan: HttpWritePlan
  readonly guarantee: WriteGuarantee
}

export interface Writer extends Judge {
  readonly client: HttpClient
  readonly confirm?: Confirm | undefined
  /** Whether an answer has already told rows apart as the plan says; kept while the target is open. */
  readonly proof: { isTold: boolean }
}

/** Each record's own outcome, or one that all records of the request share. */
export type Judgement = { readonly rows: readonly WriteOutcome[] } | { readonly shared: WriteOutcome }

/** Thrown inside a batch when the endpoint as a whole refuses: wrong credentials, no such address. */
export class WholeRefusal extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** `Result.ResponseStatus.IsSuccess`: what was written is not echoed deeper than that. */
export const MARK_DEPTH = 2
/** Characters; four bytes each at most keep it under the 64 KiB of evidence. */
const MAX_EVIDENCE_LENGTH = 16 * 1024

/** What an answer that is neither lost nor "later" says about the records it answers. @throws WholeRefusal */
export function judgeWrite(writer: Judge, chunk: readonly TargetRecord[], answer: EgressResponse): Judgement {
  const { plan, client, resource } = writer
  const response = client.secrets.hideStart(readText(answer), MAX_EVIDENCE_LENGTH)
  const body = tryJsonOf(answer)
  const { results, patterns = {} } = plan
  const kind = classifyAnswer(answer, plan.test)
  // What is said of single rows comes before what is said of all; a session that ended is no row's.
  if (results && kind !== 'credential') {
    const rows = readRows({ results, patterns, body, chunk, resource, secrets: client.secrets })
    if (rows) return { rows }
  }
  if (kind !== null) return { shared: judgeKind(writer, kind, answer, response) }
  if (answer.status >= 400) return { shared: judgeStatus(writer, answer, body, response) }
  const needsBody = Boolean(plan.test.successPath) || results !== undefined
  if (needsBody && body === undefined) return { shared: unreadable(writer, response) }
  const verdict = judgeAnswer(body, plan.test, MARK_DEPTH)
  if (verdict !== 'success') {
    // Refused as a whole by its settings, while the answer tells rows apart: some of them may well be done.
    if (!results && chunk.length > 1 && proposeResults(body, chunk.length) !== null)
      return {
        rows: chunk.map(() =>
          untold({ resource, secrets: client.secrets }, 'It names single rows, and no row results are set.'),
        ),
      }
    const said = plan.test.successPath ? undefined : findRefusalMark(body, MARK_DEPTH)?.said
    const fallback =
      said === undefined
        ? `${resource} refused the record.`
        : `${resource}: the far system refused: ${client.secrets.hideStart(said, 500)}`
    const outcome = refuse(writer, body, fallback, response)
    return { shared: verdict === 'busy' && outcome.kind === 'failed' ? asBusy(outcome) : outcome }
  }
  // A success that was to name its rows and does not leaves every row open.
  if (results)
    return {
      rows: chunk.map(() => untold({ resource, secrets: client.secrets }, 'There are no results of rows in it.')),
    }
  const targetKey = pickTexts(body, plan.targetKeyPath)[0]
  return { shared: { kind: 'written', response, ...(targetKey === undefined ? {} : { targetKey }) } }
}

function refuse({ plan, client }: Judge, body: Value | undefined, fallback: string, response: string): WriteOutcome {
  const { test, codePath, fieldPath, patterns } = plan
  return classifyRefusal({
    body,
    test,
    ...(codePath ? { codePath } : {}),
    ...(fieldPath ? { fieldPath } : {}),
    ...(patterns ? { patterns } : {}),
    secrets: client.secrets,
    fallback,
    response,
  })
}

/** What an adapter knows of the answer. Wrong credentials concern every record alike. */
function judgeKind(
  { plan, client, resource }: Judge,
  kind: ErrorKind,
  answer: EgressResponse,
  response: string,
): WriteOutcome {
  const said = explainErrorBody(answer, plan.test, client.secrets) || `HTTP ${answer.status}`
  const message = `${resource}: ${said}`
  switch (kind) {
    case 'credential':
      throw new WholeRefusal(
        new Failure({ code: 'connector.auth', message, advice: 'Check credentials and rights.', value: resource }),
      )
    case 'duplicate':
      return { kind: 'skipped', reason: message, response }
    case 'busy':
      return { kind: 'failed', failure: { code: 'http.busy', message, retry: 'later' }, response }
    case 'poison':
      return {
        kind: 'failed',
        failure: { code: 'target.poison', message, retry: 'skip', advice: 'The far system cannot take this record.' },
        response,
      }
    case 'refused':
      return {
        kind: 'failed',
        failure: {
          code: 'target.refused',
          message,
          retry: 'skip',
          advice: 'Correct the record or its mapping, then process it again.',
        },
        response,
      }
  }
}

const asBusy = (outcome: Extract<WriteOutcome, { kind: 'failed' }>): WriteOutcome => ({
  ...outcome,
  failure: { ...outcome.failure, code: 'http.busy', retry: 'later' },
})

/** It says by its status that it says nothing. */
export const isBodiless = ({ status }: EgressResponse): boolean => status === 204 || status === 205

/** A success that has no word for it: whoever sets it up is told what a run believes. */
export function tellSilence(plan: HttpWritePlan, answer: EgressResponse, where: string): Failure | null {
  const { status } = answer
  const isSilent = status < 300 && !isBodiless(answer) && readText(answer).trim() === ''
  if (!isSilent || plan.test.successPath || plan.results) return null
  return new Failure({
    code: 'http.silent',
    message: `${where}: the answer is empty, so HTTP ${status} is all that says the record was taken. A run takes it for written.`,
    advice:
      'If the far system can answer with a result, name it as the mark of success; otherwise look there whether the record arrived.',
  })
}

/** An answer nobody can read says nothing about the effect. */
function unreadable({ guarantee, resource }: Judge, response: string): WriteOutcome {
  const failure = lostAnswer(resource, 'What came back could not be read.')
  if (guarantee === 'none') return { kind: 'unknown', failure }
  return { kind: 'failed', failure: { ...failure, code: 'http.notJson', retry: 'later' }, response }
}

function judgeStatus(writer: Judge, answer: EgressResponse, body: Value | undefined, response: string): WriteOutcome {
  const { plan, client, resource } = writer
  const { code, what, advice } = explainStatus(answer.status)
  const said = explainErrorBody(answer, plan.test, client.secrets)
  const message = `${resource}: ${what} (HTTP ${answer.status})${said === '' ? '' : `: ${said}`}`
  // Where the path names the record, "nothing here" is about the record.
  const isWhole = code === 'connector.auth' || (code === 'resource.missing' && !plan.path.includes('{{'))
  if (isWhole) throw new WholeRefusal(new Failure({ code, message, advice, value: resource }))
  const outcome = refuse(writer, body, message, response)
  if (outcome.kind !== 'failed' || outcome.failure.code !== 'target.refused') return outcome
  return { ...outcome, failure: { ...outcome.failure, code: 'http.rejected', message } }
}

function readText(answer: EgressResponse): string {
  try {
    return answer.text()
  } catch {
    return `${answer.bytes.length} bytes that are no text`
  }
}

/** Said of a record that was sent and not answered. */
export const lostAnswer = (resource: string, why: string): FailureDetail => ({
  code: 'target.unknown',
  message: `The record was sent to ${resource}, but its answer was lost. ${why}`,
  retry: 'never',
  advice: 'Look at the target whether the record is there, then mark it as done or process it again.',
})
