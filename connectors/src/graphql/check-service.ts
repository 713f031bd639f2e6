import type { Probe } from '@sluice/connector-kit/http'
import { Failure, isData, parseJson, type Value } from '@sluice/contract'

type Client = Parameters<Extract<Probe, { ask: unknown }>['ask']>[0]

/** Asks what every GraphQL service can answer. @throws Failure when this is none, or lets us not in */
export async function checkService(client: Client, path: string, signal: AbortSignal): Promise<string> {
  const request = {
    method: 'POST',
    url: client.resolveUrl(path),
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ __typename }"}',
  }
  const answer = await client.retry(() => client.send(request, signal), signal)
  if (answer.status === 401 || answer.status === 403) throw refused(answer.status)
  const body = readBody(answer)
  const errors = isData(body) && Array.isArray(body['errors']) ? (body['errors'] as readonly Value[]) : []
  const isKnown = errors.some(each => /UNAUTH|FORBIDDEN|ACCESS_DENIED/.test(JSON.stringify(each)))
  if (isKnown) throw refused(answer.status)
  // An error of its own is an answer of GraphQL too: some forbid even this question.
  if (isData(body) && (isData(body['data']) || errors.length > 0)) return 'GraphQL'
  throw new Failure({
    code: 'connector.protocol',
    message: `What answers at this address is no GraphQL service (HTTP ${answer.status}).`,
    advice: 'Check the whole address with its path, which often ends with /graphql.',
    field: 'url',
  })
}

function readBody(answer: { text(): string }): Value | undefined {
  try {
    return parseJson(answer.text())
  } catch {
    return undefined
  }
}

const refused = (status: number): Failure =>
  new Failure({
    code: 'connector.auth',
    message: `The service refused the credentials (HTTP ${status}).`,
    advice: 'Check the token and its rights, and the way of authentication.',
    field: 'token',
  })
