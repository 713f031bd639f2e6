import {
  type ErrorKind,
  errorKinds,
  Failure,
  isData,
  parseJson,
  type ScriptHook,
  type ScriptLine,
  toJson,
  toText,
  type Value,
} from '@sluice/contract'
import type { ConnectionParameters } from '../../asset-store.ts'
import type { EgressResponse } from '../../egress.ts'
import type { ScriptFacts, ScriptRunner, ScriptTask } from '../../script.ts'
import type { HttpRequest } from './http-request.ts'
import { ScriptSecrets } from './script-secrets.ts'
import type { Secrets } from './secrets.ts'

export interface ScriptTools {
  readonly code: string
  readonly runner: ScriptRunner
  readonly parameters: ConnectionParameters
  readonly secrets: Secrets
  /** A path under the connector's address. @throws Failure where it leads elsewhere */
  resolve(path: string): URL
  /** Sends a request without the script: signed in as declared, or bare while signing in. */
  send(request: HttpRequest, isBare: boolean, signal?: AbortSignal): Promise<EgressResponse>
  log(line: ScriptLine): void
}

/** What signing in by a script gave. */
export interface ScriptedSignIn {
  readonly values: Readonly<Record<string, string>>
  readonly lifeSeconds: number
}

const DEFAULT_LIFE_SECONDS = 1200

/** The functions of an adapter's script, each called where it is exported. */
export class AdapterScript {
  readonly #tools: ScriptTools
  #hooks: Promise<readonly ScriptHook[]> | null = null
  /** What signing in gave last; for the context. */
  auth: Readonly<Record<string, string>> = {}
  purpose: ScriptFacts['purpose'] = 'read'

  constructor(tools: ScriptTools) {
    this.#tools = tools
  }

  async has(hook: ScriptHook, signal?: AbortSignal): Promise<boolean> {
    this.#hooks ??= this.#tools.runner.inspect(this.#tools.code, signal)
    return (await this.#hooks).includes(hook)
  }

  /** @throws Failure `script.*` */
  async connect(signal?: AbortSignal): Promise<ScriptedSignIn> {
    const held = this.#hold()
    const given = await this.#run('connect', null, 'signIn', held, signal)
    const values = isData(given) ? given['values'] : undefined
    if (!isData(given) || !isData(values ?? null)) throw wrongOutput('connect', 'an object with values')
    const life = Number(given['lifeSeconds'] ?? DEFAULT_LIFE_SECONDS)
    const texts = Object.entries(values as Record<string, Value>).map(
      ([name, value]) => [name, held.resolve(toText(value))] as const,
    ) // looked at above
    for (const [, text] of texts) this.#tools.secrets.add(text)
    return {
      values: Object.fromEntries(texts),
      lifeSeconds: life > 0 && life < 31_536_000 ? life : DEFAULT_LIFE_SECONDS,
    }
  }

  /** The request as the script wants it; as it was without such a function. */
  async change(request: HttpRequest, signal?: AbortSignal): Promise<HttpRequest> {
    if (!(await this.has('beforeRequest', signal))) return request
    const held = this.#hold()
    const given = held.conceal(this.#describe(request))
    return this.#read(
      await this.#run('beforeRequest', given, this.purpose, held, signal),
      'beforeRequest',
      request,
      held,
    )
  }

  /** The answer as it is to be read. */
  async read(answer: EgressResponse, signal?: AbortSignal): Promise<EgressResponse> {
    if (!(await this.has('afterResponse', signal))) return answer
    const held = this.#hold()
    // What the far system said itself comes back as it was said; the script's own secrets do not get into records.
    const said = new ScriptSecrets(this.#tools.secrets)
    const input = said.conceal(describeAnswer(answer))
    const made = await this.#run('afterResponse', input, this.purpose, held, signal)
    if (held.holds(made)) throw wrongOutput('afterResponse', 'an answer without any secret of the connector')
    const given = said.restore(made)
    if (!isData(given)) throw wrongOutput('afterResponse', 'an answer with status and body')
    const status = Number(given['status'] ?? answer.status)
    if (!Number.isInteger(status) || status < 100 || status > 599)
      throw wrongOutput('afterResponse', 'a status between 100 and 599')
    const { body } = given
    const text = body === undefined ? answer.text() : typeof body === 'string' ? body : toJson(body)
    const headers = isData(given['headers'] ?? null)
      ? toTexts(given['headers'] as Record<string, Value>)
      : answer.headers
    const bytes = Buffer.from(text)
    return { ...answer, status, headers, bytes, text: () => text, received: answer.received ?? answer.bytes }
  }

  /** What the script says an answer means; null where it says nothing. */
  async classify(answer: EgressResponse, signal?: AbortSignal): Promise<ErrorKind | null> {
    if (!(await this.has('handleError', signal))) return null
    const said = new ScriptSecrets(this.#tools.secrets).conceal(describeAnswer(answer))
    const given = await this.#run('handleError', said, this.purpose, this.#hold(), signal)
    // Without a word the answer itself comes back.
    if (given === null || isData(given)) return null
    const kind = errorKinds.find(each => each === given)
    if (kind) return kind
    throw wrongOutput('handleError', `one of ${errorKinds.join(', ')}, or null`)
  }

  #hold(): ScriptSecrets {
    return new ScriptSecrets(this.#tools.secrets)
  }

  async #run(
    hook: ScriptHook,
    input: Value,
    purpose: ScriptFacts['purpose'],
    held: ScriptSecrets,
    signal?: AbortSignal,
  ): Promise<Value> {
    const { code, runner, parameters, log } = this.#tools
    const facts = { ...nameFacts(parameters, held), auth: mapValues(this.auth, value => held.give(value)), purpose }
    const task: ScriptTask = {
      code,
      hook,
      input,
      facts,
      secrets: held,
      call: request => this.#call(request, purpose === 'signIn', held, signal),
      log: line => log({ ...line, text: held.hide(line.text) }),
    }
    try {
      return await runner.run(task, signal)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throw new Failure({ ...error.toDetail(), message: held.hide(error.message), cause: error.cause })
    }
  }

  async #call(wanted: Value, isBare: boolean, held: ScriptSecrets, signal?: AbortSignal): Promise<Value> {
    if (!isData(wanted)) throw new Error('A call is an object with path, method, query, headers and body.')
    const plain: HttpRequest = { method: 'GET', url: this.#tools.resolve('/'), headers: {}, body: null }
    const answer = await this.#tools.send(this.#read(wanted, 'call', plain, held), isBare, signal)
    return held.conceal(describeAnswer(answer), { byName: true })
  }

  #describe({ method, url, headers, body }: HttpRequest): Value {
    return {
      method,
      path: this.#pathOf(url),
      query: describeQuery(url),
      headers,
      body: body === null ? null : readBody(body),
    }
  }

  /** Under the base address, as `resolve` takes it. */
  #pathOf(url: URL): string {
    const base = this.#tools.resolve('').pathname.replace(/\/+$/, '')
    return url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname
  }

  #read(made: Value, hook: string, before: HttpRequest, held: ScriptSecrets): HttpRequest {
    const given = held.resolveAll(made)
    if (!isData(given)) throw wrongOutput(hook, 'a request')
    const method = String(given['method'] ?? before.method).toUpperCase()
    if (!/^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(method)) throw wrongOutput(hook, 'a method that HTTP knows')
    const path = given['path'] === undefined ? this.#pathOf(before.url) : String(given['path'])
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) throw wrongOutput(hook, 'a path under the address of the connector')
    const url = this.#tools.resolve(path)
    const query = isData(given['query'] ?? null) ? (given['query'] as Record<string, Value>) : describeQuery(before.url)
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.delete(name)
      for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, toText(each as Value))
    }
    const headers = isData(given['headers'] ?? null)
      ? toTexts(given['headers'] as Record<string, Value>)
      : before.headers
    const body = this.#writeBody(given['body'], before)
    const hasType = Object.keys(headers).some(name => name.toLowerCase() === 'content-type')
    const type = body !== null && !hasType ? { 'content-type': 'application/json' } : {}
    return { method, url, headers: { ...type, ...headers }, body }
  }

  /** A body that was left alone keeps its very text: something may have been signed over it. */
  #writeBody(body: Value | undefined, before: HttpRequest): string | null {
    if (body === undefined) return before.body
    if (body === null) return null
    if (typeof body === 'string') return body
    const text = toJson(body)
    return before.body !== null && text === toJson(readBody(before.body)) ? before.body : text
  }
}

/** A name that comes more than once has a list. */
function describeQuery({ searchParams }: URL): Record<string, Value> {
  const query: Record<string, Value> = {}
  for (const name of new Set(searchParams.keys())) {
    const all = searchParams.getAll(name)
    query[name] = all.length === 1 ? (all[0] ?? '') : all
  }
  return query
}

/** A secret parameter is a handle, and a text that holds one is not shown as it is. */
function nameFacts(
  { values, secrets }: ConnectionParameters,
  held: ScriptSecrets,
): Pick<ScriptFacts, 'params' | 'app'> {
  const show = (value: string): string => (secrets.includes(value) ? held.give(value) : held.concealText(value))
  const pick = (space: string) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        name.startsWith(`${space}.`) ? [[name.slice(space.length + 1), show(value)]] : [],
      ),
    )
  return { params: pick('param'), app: pick('app') }
}

const mapValues = (values: Readonly<Record<string, string>>, map: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

const describeAnswer = (answer: EgressResponse): Value => ({
  status: answer.status,
  headers: toTexts(answer.headers as Record<string, Value>),
  body: readBody(answer.text()),
})

const toTexts = (values: Record<string, Value>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]))

function readBody(text: string): Value {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

const wrongOutput = (hook: string, wanted: string): Failure =>
  new Failure({
    code: 'script.output',
    message: `The script of the adapter failed (${hook}): it must give back ${wanted}.`,
    field: 'script.code',
    advice: 'Correct the script and try it out.',
  })
