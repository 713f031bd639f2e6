import { type ErrorKind, Failure, type FailureInit, isData, toText, type Value, type ValuePath } from '@sluice/contract'
import type { AccountVerdict } from '../../connector.ts'
import type { EgressResponse } from '../../egress.ts'
import { ExcessiveAnswer, jsonOf, repeatedNamesOf } from './answer-json.ts'
import { classifyAnswer, listUnwanted } from './classify-answer.ts'
import type { AnswerTest } from './http-plan.ts'
import { isList, pickPath, pickPlace, pickTexts } from './json-path.ts'
import { findRefusalMark } from './refusal-mark.ts'
import type { Secrets } from './secrets.ts'

/** What is being read, for messages: `GET https://host/path, page 3`. */
export interface AnswerPlace {
  readonly where: string
  readonly resource: string
  readonly secrets: Secrets
}

/** A failure that names what was asked. */
export const answerFailure = (
  place: AnswerPlace,
  what: string,
  init: Partial<FailureInit> & { readonly code: string },
): Failure => new Failure({ ...init, message: place.secrets.hide(`${place.where}: ${what}`) })

/**
 * The parsed body of an answer that passed every test. A broken answer throws; it is never "no data".
 * @param repeated takes the paths of names that stand twice in one object; without it they are refused
 */
export function readAnswer(
  answer: EgressResponse,
  test: AnswerTest,
  place: AnswerPlace,
  repeated?: ValuePath[],
): Value {
  const kind = classifyAnswer(answer, test)
  if (kind !== null) throw refuseKind(kind, answer, test, place)
  if (answer.status >= 400) throw refuseStatus(answer, test, place)
  const body = parseBody(answer, place)
  const twice = repeatedNamesOf(answer, body)
  if (repeated) repeated.push(...twice)
  else if (twice[0]) throw refuseRepeated(twice[0], place)
  const verdict = judgeAnswer(body, test)
  if (verdict === 'success') return body
  const said =
    explainAnswer(body, test, place.secrets) ||
    (test.successPath ? '' : place.secrets.hideStart(findRefusalMark(body, 0)?.said ?? '', 500)) ||
    `${test.successPath} is ${toText(pickPlace(body, test.successPath ?? '')) || 'missing'}`
  throw answerFailure(place, `the far system refused: ${said}`, {
    code: verdict === 'busy' ? 'http.busy' : 'http.refused',
    retry: verdict === 'busy' ? 'later' : 'never',
    advice:
      verdict === 'busy' ? 'It asks to come back later.' : 'Check the parameters of the endpoint, or the success test.',
  })
}

/** Of a name that stands twice one value would be lost. */
export const refuseRepeated = (path: ValuePath, place: AnswerPlace): Failure =>
  answerFailure(place, `the answer has the name ${path.join('.')} twice in one object`, {
    code: 'http.repeatedName',
    value: path.join('.'),
    advice: 'One of the values would be lost; ask the operator of the external system for names that stand once.',
  })

/** A page that an adapter knows as refused; what concerns one record only of a write ends a read as well. */
function refuseKind(kind: ErrorKind, answer: EgressResponse, test: AnswerTest, place: AnswerPlace): Failure {
  const said = explainErrorBody(answer, test, place.secrets) || `HTTP ${answer.status}`
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
  if (kind === 'busy')
    return answerFailure(place, `the far system refused: ${said}`, {
      code: 'http.busy',
      retry: 'later',
      advice: 'It asks to come back later.',
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  return answerFailure(place, `the far system refused: ${said}`, {
    code: kind === 'credential' ? 'connector.auth' : 'http.refused',
    advice:
      kind === 'credential'
        ? 'Check credentials and rights.'
        : 'Check the parameters of the endpoint, or the success test.',
  })
}

export type Verdict = 'success' | 'busy' | 'refused'

/**
 * Whether a parsed answer passes the success test. Without one it does, unless it says unmistakably that it refuses.
 * @param depth how deep inside of the answer such a mark is looked for
 */
export function judgeAnswer(body: Value | undefined, test: AnswerTest, depth = 0): Verdict {
  if (listComplaints(body, test).length > 0) return 'refused'
  if (test.successPath === undefined || test.successPath === '')
    return findRefusalMark(body, depth) === null ? 'success' : 'refused'
  const found = pickPlace(body, test.successPath)
  const text = found === undefined ? null : toText(found)
  const wanted = test.successValues ?? []
  if (text !== null && (wanted.length === 0 ? !['', 'false', '0'].includes(text) : wanted.includes(text)))
    return 'success'
  return text !== null && test.busyValues?.includes(text) ? 'busy' : 'refused'
}

/** The far system's own words, at most 500 characters. */
export const explainAnswer = (body: Value | undefined, test: AnswerTest, secrets: Secrets): string =>
  secrets.hideStart(listMessages(body, test).join('; '), 500)

/** What an answer complains of; a complaint without a message is shown as it is. */
export const listMessages = (body: Value | undefined, test: AnswerTest): string[] => [
  ...listComplaints(body, test).map(each => toText(isData(each) ? (each['message'] ?? each) : each)),
  ...listUnwanted(body, test),
  ...pickTexts(body, test.messagePath),
]

const listComplaints = (body: Value | undefined, { complaintPaths = [] }: AnswerTest): Value[] =>
  complaintPaths.flatMap(path => {
    const found = pickPath(body, path)
    // A single complaint may come without its list.
    if (isList(found)) return [...found]
    return ['', 'false', '{}'].includes(toText(found)) ? [] : [found!] // null and missing are ''
  })

function parseBody(answer: EgressResponse, place: AnswerPlace): Value {
  const text = answer.text()
  if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(text))
    throw answerFailure(place, 'the answer is a web page, not data', {
      code: 'http.notJson',
      retry: 'later',
      advice: 'Check the address; a sign-in page or a proxy may stand in front of it.',
    })
  try {
    return jsonOf(answer)
  } catch (cause) {
    if (cause instanceof ExcessiveAnswer)
      throw answerFailure(place, cause.message, { code: 'http.notJson', advice: 'Ask for smaller pages.', cause })
    const what =
      text.trim() === '' ? 'the answer is empty' : `the answer is no complete JSON (${text.length} characters)`
    throw answerFailure(place, what, {
      code: 'http.notJson',
      retry: 'later',
      advice: 'Try again; if it stays, check path and parameters.',
      cause,
    })
  }
}

function refuseStatus(answer: EgressResponse, test: AnswerTest, place: AnswerPlace): Failure {
  const { status } = answer
  const known = explainStatus(status)
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
  const said = explainErrorBody(answer, test, place.secrets)
  return answerFailure(place, `${known.what} (HTTP ${status})${said === '' ? '' : `: ${said}`}`, {
    code: known.code,
    retry: known.retry,
    advice: known.advice,
    ...(status === 404 ? { value: place.resource } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** What an answer says about the far system itself: asking for patience is no trouble, an error of its own is. */
export function judgeHealth({ status, headers }: EgressResponse, nowMs: number): AccountVerdict {
  const pauseMs = status === 429 || status >= 500 ? parseRetryAfter(headers['retry-after'], nowMs) : undefined
  if (pauseMs !== undefined) return { isUp: true, pauseMs }
  return { isUp: status < 500, status }
}

/** The message of an error answer, or the beginning of its text. Never fails: it is only an explanation. */
export function explainErrorBody(answer: EgressResponse, test: AnswerTest, secrets: Secrets): string {
  try {
    const text = answer.text()
    if (/^\s*</.test(text)) return ''
    try {
      const said = explainAnswer(jsonOf(answer), test, secrets)
      if (said !== '') return said
    } catch {
      // Plain text is shown as it is.
    }
    return secrets.hideStart(text, 200)
  } catch {
    return ''
  }
}

interface StatusText {
  readonly code: string
  readonly what: string
  readonly retry: 'never' | 'later'
  readonly advice: string
}

export function explainStatus(status: number): StatusText {
  if (status === 403)
    return {
      code: 'connector.auth',
      what: 'access was refused',
      retry: 'never',
      advice: 'The credential is known but may not do this: have its scope or role widened at the far system.',
    }
  if (status === 401)
    return {
      code: 'connector.auth',
      what: 'access was refused',
      retry: 'never',
      advice: 'Check credentials and rights.',
    }
  if (status === 404 || status === 410)
    return {
      code: 'resource.missing',
      what: 'there is nothing at this address',
      retry: 'never',
      advice: 'Check base URL and path.',
    }
  if (status === 429)
    return {
      code: 'http.limited',
      what: 'too many requests',
      retry: 'later',
      advice: 'Lower the request rate of the connector.',
    }
  if (status === 408 || status === 425 || status >= 500)
    return {
      code: 'http.server',
      what: 'the far system has a fault',
      retry: 'later',
      advice: 'Try again later, or ask its operator.',
    }
  return {
    code: 'http.rejected',
    what: 'the request was rejected',
    retry: 'never',
    advice: 'Check method, parameters and body.',
  }
}

/** Seconds or an HTTP date; at most a day. */
export function parseRetryAfter(text: string | undefined, nowMs = Date.now()): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : undefined
}
