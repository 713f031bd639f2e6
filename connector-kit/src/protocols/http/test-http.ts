import { type TestStep, toFailure } from '@sluice/contract'
import { answerFailure, explainStatus, readAnswer } from './answer.ts'
import type { HttpClient } from './http-client.ts'
import type { AnswerTest } from './http-plan.ts'

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
  probe: { readonly path: string; readonly test: AnswerTest } | null,
): AsyncGenerator<TestStep> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const steps: readonly (readonly [keyof typeof LABELS, () => Promise<string>])[] = [
    ['address', async () => client.resolveUrl('').origin],
    ['network', () => dialOnce(client, signal)],
    ['auth', () => checkSignIn(client, probe?.path ?? '', signal)],
    ...(probe ? [['answer', () => checkAnswer(client, probe, signal)] as const] : []),
  ]
  for (const [name, run] of steps) {
    const step = await runStep(client, name, run)
    yield step
    if (!step.ok) return
  }
}

async function runStep(client: HttpClient, name: keyof typeof LABELS, run: () => Promise<string>): Promise<TestStep> {
  const startMs = client.context.now()
  const common = () => ({ name, label: LABELS[name], elapsedMs: Math.max(0, client.context.now() - startMs) })
  try {
    const detail = await run()
    return { ...common(), ok: true, detail }
  } catch (error) {
    const { code, message, advice = 'Check the settings of the connector.' } = toFailure(error)
    return { ...common(), ok: false, error: { code, message, advice } }
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

async function checkSignIn(client: HttpClient, path: string, signal: AbortSignal): Promise<string> {
  await client.signIn(signal)
  if (client.usesTokens) return 'a token was given'
  const request = { method: 'GET', url: client.resolveUrl(path), headers: {}, body: null }
  const answer = await client.retry(() => client.send(request, signal), signal)
  const known = explainStatus(answer.status)
  if (known.code === 'connector.auth')
    throw answerFailure(placeOf(client, request), `${known.what} (HTTP ${answer.status})`, {
      code: known.code,
      advice: known.advice,
    })
  return `HTTP ${answer.status}`
}

async function checkAnswer(
  client: HttpClient,
  probe: { readonly path: string; readonly test: AnswerTest },
  signal: AbortSignal,
): Promise<string> {
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
