import { type Right, type TestStep, toFailure } from '@sluice/contract'
import { makeRight } from '../../right.ts'
import { answerFailure, explainStatus, readAnswer } from './answer.ts'
import { tryJsonOf } from './answer-json.ts'
import type { HttpClient } from './http-client.ts'
import type { AnswerTest } from './http-plan.ts'
import { findComplaint } from './refusal-mark.ts'

/** What a connection test asks for: a path, or a question of the connector's own that tells what it saw. */
export type Probe =
  | { readonly path: string; readonly test: AnswerTest }
  | { ask(client: HttpClient, signal: AbortSignal): Promise<string> }

/** The whole test ends within this, however slow each part is. */
const LIMIT_MS = 20_000

const LABELS = {
  address: { zh: '地址', en: 'Address' },
  network: { zh: '网络', en: 'Network' },
  auth: { zh: '登录', en: 'Sign-in' },
  answer: { zh: '应答', en: 'Answer' },
} as const

/** Address, network, sign-in, answer: each step is given as it ends; the first failed one is the last. */
export async function* testHttp(
  client: HttpClient,
  probe: Probe | null,
  roles: readonly ('source' | 'target')[],
): AsyncGenerator<TestStep> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const steps: readonly (readonly [keyof typeof LABELS, () => Promise<string>])[] = [
    ['address', async () => client.resolveUrl('').origin],
    ['network', () => dialOnce(client, signal)],
    ['auth', () => checkSignIn(client, probe, signal)],
    ...(probe ? [['answer', () => checkAnswer(client, probe, signal)] as const] : []),
  ]
  for (const [at, [name, run]] of steps.entries()) {
    const step = await runStep(client, name, run)
    const isLast = at === steps.length - 1
    yield isLast && step.ok ? { ...step, rights: tellRights(probe !== null, roles) } : step
    if (!step.ok) return
  }
}

/** As much as one harmless request can tell. */
const tellRights = (isProbed: boolean, roles: readonly ('source' | 'target')[]): Right[] => [
  ...(roles.includes('source')
    ? [
        isProbed
          ? makeRight('read', 'yes', { detail: 'the test path was answered' })
          : makeRight('read', 'unknown', { detail: 'there is no test path; a preview of an endpoint will tell' }),
      ]
    : []),
  ...(roles.includes('target')
    ? [makeRight('write', 'unknown', { detail: 'only a write can tell; try it with one record' })]
    : []),
]

async function runStep(client: HttpClient, name: keyof typeof LABELS, run: () => Promise<string>): Promise<TestStep> {
  const startMs = client.context.now()
  const common = () => ({ name, label: LABELS[name], elapsedMs: Math.max(0, client.context.now() - startMs) })
  try {
    const detail = await run()
    return { ...common(), ok: true, detail }
  } catch (error) {
    const { code, message, advice = 'Check the settings of the connector.', repair } = toFailure(error)
    return { ...common(), ok: false, error: { code, message, advice, ...(repair === undefined ? {} : { repair }) } }
  }
}

async function dialOnce(client: HttpClient, signal: AbortSignal): Promise<string> {
  const url = client.resolveUrl('')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const socket = await client.context.egress.dial(url.hostname, port, { signal, timeoutMs: 10_000 })
  const address = socket.remoteAddress ?? ''
  socket.destroy()
  return `${address}:${port}`
}

async function checkSignIn(client: HttpClient, probe: Probe | null, signal: AbortSignal): Promise<string> {
  await client.signIn(signal)
  if (client.usesTokens) return 'a token was given'
  if (probe && 'ask' in probe) return probe.ask(client, signal)
  const path = probe?.path ?? ''
  const request = { method: 'GET', url: client.resolveUrl(path), headers: {}, body: null }
  const answer = await client.retry(() => client.send(request, signal), signal)
  const known = explainStatus(answer.status)
  if (known.code === 'connector.auth')
    throw answerFailure(placeOf(client, request), `${known.what} (HTTP ${answer.status})`, {
      code: known.code,
      advice: known.advice,
    })
  // Many answer 200 to everything and say in words that the credential is wrong.
  const said = findComplaint(tryJsonOf(answer))
  if (said !== null && client.settings.auth.kind !== 'none' && answer.status < 300)
    throw answerFailure(placeOf(client, request), `the far system refused: ${said}`, {
      code: 'http.refused',
      advice: 'Check the credential and the address; fill in a test path that is answered where all is well.',
    })
  const seen = `HTTP ${answer.status}`
  if (probe || client.settings.auth.kind === 'none') return seen
  return `${seen} from the base address, which may not look at the credential; fill in a test path to be sure`
}

async function checkAnswer(client: HttpClient, probe: Probe, signal: AbortSignal): Promise<string> {
  if ('ask' in probe) return probe.ask(client, signal)
  const request = { method: 'GET', url: client.resolveUrl(probe.path), headers: {}, body: null }
  return client.retry(async () => {
    const answer = await client.send(request, signal)
    readAnswer(answer, probe.test, placeOf(client, request))
    return `HTTP ${answer.status}, ${answer.bytes.length} bytes`
  }, signal)
}

const placeOf = (client: HttpClient, request: Parameters<HttpClient['describe']>[0]) => ({
  where: client.describe(request),
  resource: request.url.pathname,
  secrets: client.secrets,
})
