import type { EgressResponse } from '@sluice/connector-kit'
import { Failure, type FailureDetail } from '@sluice/contract'
import { readElement } from './read-xml.ts'

type Rule = Pick<FailureDetail, 'code' | 'message' | 'advice'> & Partial<FailureDetail>

const auth: Rule = {
  code: 'connector.auth',
  message: 'The store refused the access key or its signature.',
  advice: 'Check access key ID and secret access key, and that the region is the one of the endpoint.',
}
const busy: Rule = {
  code: 'connector.busy',
  message: 'The store asks for fewer requests or is out of order for the moment.',
  advice: 'It is tried again by itself.',
  retry: 'later',
}
const rules: Readonly<Record<string, Rule>> = {
  InvalidAccessKeyId: auth,
  SignatureDoesNotMatch: auth,
  InvalidSecurity: auth,
  ExpiredToken: auth,
  AuthorizationHeaderMalformed: {
    code: 'connector.place',
    message: 'The store signs for another region.',
    advice: 'Enter the region of the endpoint.',
    field: 'region',
  },
  RequestTimeTooSkewed: {
    code: 'connector.clock',
    message: 'The clocks of the store and of this machine differ too much, so no signature is valid.',
    advice: 'The operator sets the clock of this machine.',
  },
  NoSuchBucket: {
    code: 'connector.place',
    message: 'There is no bucket of this name.',
    advice: 'Check name, endpoint and region, and whether the bucket belongs into the path.',
    field: 'bucket',
  },
  PermanentRedirect: {
    code: 'connector.place',
    message: 'The bucket lies in another region than the endpoint.',
    advice: 'Enter the endpoint and the region of the bucket.',
    field: 'endpoint',
  },
  AccessDenied: {
    code: 'connector.permission',
    message: 'The access key may not do this.',
    advice: 'Give it the right to list the bucket and to read and write its objects.',
  },
  QuotaExceeded: {
    code: 'target.full',
    message: 'The store has no room left.',
    advice: 'Free some space or raise the quota; writing goes on by itself.',
    retry: 'later',
  },
  SlowDown: busy,
  TooManyRequests: busy,
  ServiceUnavailable: busy,
  InternalError: busy,
  RequestTimeout: busy,
}

/** A refused request. Answers without a body (HEAD, proxies) go by their status. */
export function toRefusal(answer: EgressResponse): Failure {
  const body = answer.text()
  const code = readElement(body, 'Code')
  const rule = rules[code ?? ''] ?? ruleOf(answer.status)
  const retryAfterMs = readRetryAfter(answer.headers)
  if (rule) return new Failure({ ...rule, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
  if (code === null)
    return new Failure({
      code: 'connector.protocol',
      message: `What answers at the endpoint is no S3 store (HTTP ${answer.status}).`,
      advice: 'Check the endpoint; the port of an administration page is another one.',
      field: 'endpoint',
    })
  return new Failure({
    code: 'connector.refused',
    message: `The store refused the request: ${code} (HTTP ${answer.status}).`,
    advice: 'Look the code up in the documents of the store.',
  })
}

function ruleOf(status: number): Rule | undefined {
  if (status === 301 || status === 307) return rules['PermanentRedirect']
  if (status === 403) return rules['AccessDenied']
  return status === 429 || status >= 500 ? busy : undefined
}

/** Milliseconds. */
export function readRetryAfter(headers: EgressResponse['headers']): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}

export const compressed = (name: string): Failure =>
  new Failure({
    code: 'file.kind',
    message: `${name} is stored compressed (Content-Encoding), so its parts cannot be read.`,
    advice: 'Store it without Content-Encoding.',
    value: name,
  })

export const brokenListing = (): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The list of objects that the store gave is not whole.',
    advice: 'Check the endpoint; if it is right, the store or a proxy before it cuts answers.',
    retry: 'later',
  })
