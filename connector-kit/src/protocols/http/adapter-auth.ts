import { createHash } from 'node:crypto'
import { type Adapter, type AdapterStep, Failure, type Value } from '@sluice/contract'
import type { AdapterInForce, ConnectionParameters } from '../../asset-store.ts'
import type { EgressResponse } from '../../egress.ts'
import { type AdapterValues, addParts, fillValues, wrapBody } from './adapter-request.ts'
import type { AdapterScript } from './adapter-script.ts'
import { parseRetryAfter } from './answer.ts'
import { tryJsonOf } from './answer-json.ts'
import { classifyAnswer } from './classify-answer.ts'
import type { Authorization, AuthTools } from './http-auth.ts'
import type { AnswerTest } from './http-plan.ts'
import type { HttpRequest } from './http-request.ts'
import { pickTexts } from './json-path.ts'

/**
 * Requests as an adapter wants them: its steps give named values, which are kept until shortly before they end; then its
 * additions. Without steps the connector's own sign-in stays.
 */
export function createAdapterAuthorization(
  { doc }: AdapterInForce,
  parameters: ConnectionParameters,
  own: Authorization,
  tools: AuthTools,
  script: AdapterScript | null,
): Authorization {
  for (const secret of parameters.secrets) tools.secrets.add(secret)
  const { steps } = doc.auth
  const test = adapterTest(doc)
  const isRefused = (answer: EgressResponse): boolean => classifyAnswer(answer, test) === 'credential'
  const add = (request: HttpRequest, given: AdapterValues): HttpRequest => {
    const values = { ...parameters.values, ...given }
    const moved = moveRequest(wrapBody(request, doc.request), doc, values, tools)
    return addParts(moved, doc.request, values, toolsOf(tools, doc), doc.request.bodyKind)
  }
  const plain: Authorization = {
    ...own,
    isRefused,
    sign: async (request, signal) => {
      const signed = await own.sign(request, signal)
      return { ...signed, request: add(signed.request, {}) }
    },
  }
  if (steps.length === 0 && !script) return plain
  const kept = createKept(doc, parameters, tools, script)
  const signedIn: Authorization = {
    usesTokens: true,
    // The second value is fresh; a far system that refuses it as well means it.
    maxRefreshes: 1,
    isRefused,
    signIn: async signal => void (await kept.get(signal)),
    sign: async (request, signal) => {
      const text = await kept.get(signal)
      const values = readKept(text, tools)
      if (script) script.auth = nameless(values)
      return { request: add(request, values), forget: () => kept.drop(text) }
    },
  }
  if (steps.length > 0 || !script) return signedIn
  // What a script can do is known once it has been looked at.
  let way = plain
  const choose = async (signal?: AbortSignal): Promise<Authorization> => {
    way = (await script.has('connect', signal)) ? signedIn : plain
    return way
  }
  return {
    get usesTokens() {
      return way.usesTokens
    },
    maxRefreshes: 1,
    isRefused,
    signIn: async signal => (await choose(signal)).signIn(signal),
    sign: async (request, signal) => (await choose(signal)).sign(request, signal),
  }
}

/** `auth.token` is `token` in the context of a script. */
const nameless = (values: AdapterValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace(/^auth\./, ''), value]))

const toolsOf = ({ secrets, context }: AuthTools, { timeZone }: Adapter) => ({
  secrets,
  timeZone,
  now: () => context.now(),
})

/** The request at the address that the adapter names, where it names one. */
function moveRequest(request: HttpRequest, doc: Adapter, values: AdapterValues, tools: AuthTools): HttpRequest {
  if (doc.request.baseUrl === '') return request
  const rest = request.url.href.slice(tools.resolve('').href.length)
  const url = tools.resolve(`${fillValues(doc.request.baseUrl, values).replace(/\/+$/, '')}/${rest}`)
  return { ...request, url: checkHost(url, doc, tools) }
}

/** An address that a far system gave gets our credentials only where the adapter says that it may lie. */
function checkHost(url: URL, { hosts }: Adapter, tools: AuthTools): URL {
  const own = tools.resolve('')
  const isKnown =
    url.hostname === own.hostname || hosts.some(host => url.hostname === host || url.hostname.endsWith(`.${host}`))
  if (isKnown && (url.protocol === 'https:' || own.protocol === 'http:')) return url
  throw new Failure({
    code: 'adapter.host',
    message: `The sign-in leads to ${url.origin}, where the requests of this adapter may not go.`,
    value: url.origin,
    advice: 'Check the address of the connector; add the domain to the adapter if it is the far system.',
  })
}

/** How an adapter reads answers where the interface does not say so itself. */
export const adapterTest = ({ success, errors }: Adapter): AnswerTest => ({
  ...(success.path === '' ? {} : { successPath: success.path }),
  ...(success.values.length === 0 ? {} : { successValues: success.values }),
  ...(success.busyValues.length === 0 ? {} : { busyValues: success.busyValues }),
  ...(success.messagePath === '' ? {} : { messagePath: success.messagePath }),
  errors,
})

/** The values of all steps as one text: in memory, and sealed for the other processes where the host can do that. */
function createKept(doc: Adapter, parameters: ConnectionParameters, tools: AuthTools, script: AdapterScript | null) {
  const { cache, tokens } = tools.context
  // Another address, secret or step is another sign-in.
  const what = JSON.stringify([
    doc.auth,
    parameters.values,
    tools.resolve('').href,
    ...(script ? [doc.script.code] : []),
  ])
  const key = `adapter:${createHash('sha256').update(what).digest('base64url').slice(0, 22)}`
  let stale: string | null = null
  const make = (signal?: AbortSignal) => tools.retry(() => runSteps(doc, parameters, tools, script, signal), signal)
  return {
    get: (signal?: AbortSignal): Promise<string> =>
      cache.get(key, () => (tokens ? tokens.get(key, stale, () => make(signal), signal) : make(signal))),
    drop: (text: string): void => {
      stale = text
      cache.drop(key, text)
    },
  }
}

function readKept(text: string, { secrets }: AuthTools): AdapterValues {
  const values = JSON.parse(text) as Record<string, string> // written by runSteps
  for (const value of Object.values(values)) secrets.add(value)
  return values
}

async function runSteps(
  doc: Adapter,
  parameters: ConnectionParameters,
  tools: AuthTools,
  script: AdapterScript | null,
  signal?: AbortSignal,
) {
  const values: Record<string, string> = {}
  let endsAtMs = Number.POSITIVE_INFINITY
  for (const step of doc.auth.steps) {
    const known = { ...parameters.values, ...values }
    const request = writeStep(step, known, doc, tools)
    const answer = await tools.exchange(request, signal)
    const body = tryJsonOf(answer)
    for (const { name, path, otherwise } of step.values) {
      const value = pickTexts(body, path)[0] ?? (otherwise === '' ? undefined : fillValues(otherwise, known))
      if (!isAccepted(step, answer, body) || value === undefined)
        throw refuse({ step, path, answer, body, isBusy: classifyAnswer(answer, adapterTest(doc)) === 'busy' }, tools)
      tools.secrets.add(value)
      values[`auth.${name}`] = value
    }
    endsAtMs = Math.min(endsAtMs, readEnd(step, body, tools.context.now()))
  }
  const nowMs = tools.context.now()
  if (script && (await script.has('connect', signal))) {
    script.auth = nameless(values)
    const given = await script.connect(signal)
    for (const [name, value] of Object.entries(given.values)) values[`auth.${name}`] = value
    endsAtMs = Math.min(endsAtMs, nowMs + given.lifeSeconds * 1000)
  }
  const earlyMs = Math.min(doc.auth.earlySeconds * 1000, (endsAtMs - nowMs) * 0.1)
  return { value: JSON.stringify(values), expiresAtMs: endsAtMs - earlyMs }
}

function writeStep(step: AdapterStep, values: AdapterValues, doc: Adapter, tools: AuthTools): HttpRequest {
  const url = tools.resolve(fillValues(step.path, values))
  if (/\{\{\s*auth\./.test(step.path)) checkHost(url, doc, tools)
  return addParts(
    { method: step.method, url, headers: {}, body: null },
    step,
    values,
    toolsOf(tools, doc),
    step.bodyKind,
  )
}

function isAccepted({ success }: AdapterStep, { status }: EgressResponse, body: Value | undefined): boolean {
  if (status >= 400) return false
  if (success.path === '') return true
  const found = pickTexts(body, success.path)[0] ?? ''
  return success.values.length === 0 ? !['', 'false', '0'].includes(found) : success.values.includes(found)
}

/** A life that is no number is the one that the step declares. */
function readEnd(step: AdapterStep, body: Value | undefined, nowMs: number): number {
  const found = Number(pickTexts(body, step.expiresPath)[0] ?? Number.NaN)
  if (!Number.isFinite(found) || found <= 0) return nowMs + step.lifeSeconds * 1000
  switch (step.expiresUnit) {
    case 'seconds':
      return nowMs + found * 1000
    case 'milliseconds':
      return nowMs + found
    case 'epochSeconds':
      return found * 1000
    case 'epochMilliseconds':
      return found
  }
}

interface Refused {
  readonly step: AdapterStep
  readonly path: string
  readonly answer: EgressResponse
  readonly body: Value | undefined
  /** The adapter knows the answer as one that asks to come back later. */
  readonly isBusy: boolean
}

function refuse({ step, path, answer, body, isBusy }: Refused, tools: AuthTools): Failure {
  const said = tools.secrets.hideStart(pickTexts(body, step.success.messagePath).join('; '), 200)
  const what = answer.status >= 400 ? `answered ${answer.status}` : `gave nothing at ${path}`
  const busy = isBusy || step.success.busyValues.includes(pickTexts(body, step.success.path)[0] ?? '')
  const heals = busy || answer.status === 429 || answer.status >= 500
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
  return new Failure({
    code: 'connector.auth',
    message: `The sign-in step ${step.name} ${what}${said === '' ? '.' : `: ${said}`}`,
    advice: heals ? 'Try again later.' : 'Check the parameters of the connector and this step of the adapter.',
    retry: heals ? 'later' : 'never',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
