import { expect, test } from 'vitest'
import { readSettings, SettingsError } from './env.ts'

test('without any setting the product serves this machine only and may start the sandbox', () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    egressAllow: ['private'],
    allowsSandbox: true,
  })
})

test('served to other machines, private addresses and the sandbox are closed unless opened', () => {
  expect(readSettings({ HOST: '0.0.0.0' })).toMatchObject({ egressAllow: [], allowsSandbox: false })
  expect(readSettings({ HOST: '0.0.0.0', EGRESS_ALLOW: '10.0.0.0/8, erp.local:8443' }).egressAllow).toEqual([
    '10.0.0.0/8',
    'erp.local:8443',
  ])
})

test('every wrong setting is listed at once, secrets without their value', () => {
  const env = { PORT: 'http', HOST: 'nowhere', DATABASE_URL: 'mysql://s3cret@x', MASTER_KEY: 'short', SANDBOX: 'yes' }
  const error = catchError(() => readSettings(env))
  expect(error).toBeInstanceOf(SettingsError)
  const problems = (error as SettingsError).problems.join('\n')
  for (const name of Object.keys(env)) expect(problems).toContain(name)
  expect(problems).toContain('"http"')
  expect(problems).not.toContain('s3cret')
})

test('a process has all roles unless it is given some, and then needs a database that others can share', () => {
  const url = { DATABASE_URL: 'postgres://db/sluice' }
  expect(readSettings({})).toMatchObject({ roles: ['api', 'scheduler', 'worker'], labels: ['default'], concurrency: 4 })
  expect(readSettings({ ...url, ROLE: 'worker, api', POOL: 'erp,acme:erp', CONCURRENCY: '12' })).toMatchObject({
    roles: ['api', 'worker'],
    labels: ['erp', 'acme:erp'],
    concurrency: 12,
  })
  expect(() => readSettings({ ROLE: 'worker' })).toThrow('cannot share the embedded database')
  expect(() => readSettings({ ...url, ROLE: 'worker,gateway' })).toThrow('does not have yet')
  expect(() => readSettings({ ...url, ROLE: 'boss' })).toThrow('ROLE must name roles')
  expect(() => readSettings({ ...url, POOL: 'Big Machines' })).toThrow('POOL must name labels')
  expect(() => readSettings({ ...url, CONCURRENCY: '0' })).toThrow('CONCURRENCY must be a number from 1 to 64')
})

test('a worker alone reaches no private address and starts no sandbox unless told so', () => {
  const worker = { DATABASE_URL: 'postgres://db/sluice', ROLE: 'worker' }
  expect(readSettings(worker)).toMatchObject({ egressAllow: [], allowsSandbox: false })
})

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null })
})

test('codes go to the log on this machine only, and to a provider that is named whole', () => {
  expect(readSettings({})).toMatchObject({ sms: 'log', allowsRegistration: false })
  expect(readSettings({ HOST: '0.0.0.0', REGISTRATION: 'on' })).toMatchObject({ sms: 'off', allowsRegistration: true })
  const http = { SMS_PROVIDER: 'http', SMS_URL: 'https://sms.test/send', SMS_BODY: '{"code":"{code}"}' }
  expect(readSettings({ ...http, SMS_HEADERS: '{"authorization":"k"}', SMS_OK_TEXT: 'OK' }).sms).toEqual({
    url: 'https://sms.test/send',
    method: 'POST',
    headers: { authorization: 'k' },
    body: '{"code":"{code}"}',
    okText: 'OK',
  })
  expect(() => readSettings({ SMS_PROVIDER: 'http' })).toThrow('SMS_URL must name the provider')
  expect(() => readSettings({ ...http, SMS_BODY: '' })).toThrow('must hold {code}')
  const secret = catchError(() => readSettings({ ...http, SMS_HEADERS: 's3cret' })) as SettingsError
  expect(secret.problems.join()).toContain('JSON object of header names')
  expect(secret.problems.join()).not.toContain('s3cret')
})

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
