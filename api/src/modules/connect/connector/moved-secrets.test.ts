import { connectors } from '@sluice/connectors'
import type { ParamValues } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { isAddress, isProof } from '../../../http/is-address.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { requireSecretsAnew } from './moved-secrets.ts'

const ctx = { language: 'en-US' } as never as RouteContext // nothing else of it is asked for here
const manifests = connectors.map(each => each.manifest).filter(each => each.params.some(param => param.encryption))

/**
 * Parameters that lead no secret anywhere: they name what is asked of the same far system, how it is asked, and how fast. A
 * connector whose new parameter is not among them, and is taken neither for an address nor for a proof, ends up here: decide.
 */
const harmless = new Set([
  ...['database', 'schema', 'username', 'expires_at', 'time_zone', 'auth_source', 'replica_set', 'acct_id', 'lcid'],
  ...['auth', 'sign_in', 'mechanism', 'connect_by', 'version', 'api_version', 'model', 'from', 'vhost', 'signature'],
  ...['directory', 'pattern', 'bucket', 'prefix', 'path_style', 'scope', 'client_id', 'client_style', 'header_name'],
  ...['app_key', 'app_id', 'app_token', 'auth_code', 'tenant_id', 'corpid', 'sid', 'process_code', 'table_id'],
  ...['access_key', 'per_minute', 'min_interval_ms', 'max_concurrent', 'timeout_seconds', 'timeout_s', 'test_path'],
  ...['token_path', 'expires_path', 'token_header', 'token_prefix', 'sign_timestamp_unit'],
  // Whether a broker is dialled as the cluster, which has the password already, names it.
  'addresses',
])

test('of every parameter beside a secret it is decided whether it may lead the secret elsewhere', () => {
  const undecided = manifests.flatMap(({ id, params }) =>
    params
      .filter(param => !param.encryption && !isAddress(param, false) && !isProof(param))
      .map(({ field }) => field)
      .filter(
        field =>
          !harmless.has(field) && !/^(api|second|third|fourth)_key_(place|name)$|^sign_(\w+_)?header$/.test(field),
      )
      .map(field => `${id}.${field}`),
  )
  expect(undecided).toEqual([])
})

describe.each(manifests)('$id', ({ params }) => {
  const secret = params.find(param => param.encryption)!
  const guarding = params.filter(param => isAddress(param, false) || isProof(param))

  test('has a parameter that says where its secrets go', () => {
    expect(guarding.length).toBeGreaterThan(0)
  })

  test.each(guarding.map(({ field }) => field))('asks for its secrets again when %s changes', field => {
    const stored: ParamValues = { [secret.field]: 'v1.sealed', [field]: 'before' }
    const save = (values: ParamValues) => () =>
      requireSecretsAnew(params, values, stored, { isOwnPlatform: false, ctx })
    expect(save({ [secret.field]: '******', [field]: 'after' })).toThrow()
    expect(save({ [secret.field]: 'entered again', [field]: 'after' })).not.toThrow()
    expect(save({ [secret.field]: '******', [field]: 'before' })).not.toThrow()
  })
})
