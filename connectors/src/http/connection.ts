import type { ApiKey, HttpAuth, HttpSettings } from '@sluice/connector-kit/http'
import { Failure, type ParamValues } from '@sluice/contract'
import { compact, readNumber, readRecord, readText, readWords, requireText } from './read-values.ts'

/** The connection's form as settings of the protocol. */
export function readSettings(params: ParamValues): HttpSettings {
  return {
    baseUrl: requireText(params, 'base_url').trim(),
    headers: readRecord(params, 'headers'),
    auth: readAuth(params),
    skipTlsVerify: params['skip_tls_verify'] === true,
    timeoutMs: readNumber(params, 'timeout_seconds', 60) * 1000,
    maxConcurrent: readNumber(params, 'max_concurrent', 4),
    minIntervalMs: readNumber(params, 'min_interval_ms', 0),
  }
}

function readAuth(params: ParamValues): HttpAuth {
  const text = (field: string): string => requireText(params, field)
  const kind = readText(params, 'auth') ?? 'none'
  switch (kind) {
    case 'none':
      return { kind }
    case 'apiKey':
      return { kind, ...readKey(params, 'api_key') }
    case 'apiKeys':
    case 'apiKeys3':
    case 'apiKeys4':
      return { kind: 'apiKeys', keys: readKeys(params, keyFields.slice(0, keyCounts[kind])) }
    case 'basic':
      return { kind, username: text('username'), password: text('password') }
    case 'bearer':
      return { kind, token: text('token') }
    case 'oauth2':
      return compact<Extract<HttpAuth, { kind: 'oauth2' }>>({
        kind,
        tokenUrl: text('token_url'),
        clientId: text('client_id'),
        clientSecret: text('client_secret'),
        scope: readText(params, 'scope'),
        style: readText(params, 'client_style') === 'basic' ? 'basic' : 'body',
      })
    case 'oauth2Code':
      return compact<Extract<HttpAuth, { kind: 'granted' }>>({
        kind: 'granted',
        authorizationUrl: text('authorization_url'),
        tokenUrl: text('token_url'),
        refreshUrl: readText(params, 'refresh_url'),
        clientId: text('client_id'),
        clientSecret: text('client_secret'),
        scope: readText(params, 'scope'),
        style: readText(params, 'client_style') === 'basic' ? 'basic' : 'body',
      })
    case 'login':
      return compact<Extract<HttpAuth, { kind: 'login' }>>({
        kind,
        url: text('login_url'),
        fields: readRecord(params, 'login_fields'),
        tokenPath: text('token_path'),
        expiresPath: readText(params, 'expires_path'),
        header: text('token_header'),
        prefix: readText(params, 'token_prefix') ? `${readText(params, 'token_prefix')} ` : '',
      })
    case 'hmac':
      return {
        kind,
        appKey: text('app_key'),
        appSecret: text('app_secret'),
        headers: {
          appKey: text('sign_app_key_header'),
          timestamp: text('sign_timestamp_header'),
          nonce: text('sign_nonce_header'),
          signature: text('sign_header'),
        },
        timestampUnit: readText(params, 'sign_timestamp_unit') === 'seconds' ? 'seconds' : 'milliseconds',
      }
    default:
      throw new Failure({ code: 'params.invalid', message: `${kind} is not a way to authenticate`, field: 'auth' })
  }
}

const keyFields = ['api_key', 'second_key', 'third_key', 'fourth_key']
const keyCounts = { apiKeys: 2, apiKeys3: 3, apiKeys4: 4 }

function readKeys(params: ParamValues, fields: readonly string[]): ApiKey[] {
  const keys = fields.map(field => readKey(params, field))
  const nameOf = ({ place, name }: ApiKey): string => `${place} ${name.toLowerCase()}`
  const twin = keys.findIndex((key, at) => keys.findIndex(other => nameOf(other) === nameOf(key)) < at)
  if (twin < 0) return keys
  throw new Failure({
    code: 'params.invalid',
    message: 'Two API keys have the same place and name, so only one of them would arrive.',
    field: `${fields[twin]}_name`,
  })
}

const readKey = (params: ParamValues, field: string): ApiKey => ({
  place: readText(params, `${field}_place`) === 'query' ? 'query' : 'header',
  name: requireText(params, `${field}_name`).trim(),
  value: requireText(params, field),
})

/** The success test of an endpoint. */
export function readTest(options: ParamValues, prefix = '') {
  const wanted = readWords(options, `${prefix}success_values`)
  const busy = readWords(options, `${prefix}busy_values`)
  return compact<{ successPath?: string; successValues?: string[]; busyValues?: string[]; messagePath?: string }>({
    successPath: readText(options, `${prefix}success_path`),
    successValues: wanted.length === 0 ? undefined : wanted,
    busyValues: busy.length === 0 ? undefined : busy,
    messagePath: readText(options, `${prefix}message_path`),
  })
}
