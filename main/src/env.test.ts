import { expect, test } from 'vitest'
import { readSettings, SettingsError } from './env.ts'

test('without any setting the product serves this machine only and may start the sandbox', () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    egressAllow: null,
    allowsSandbox: true,
  })
})

test('served to other machines, the sandbox is closed unless opened', () => {
  expect(readSettings({ HOST: '0.0.0.0' })).toMatchObject({ egressAllow: null, allowsSandbox: false })
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
  expect(readSettings({})).toMatchObject({
    roles: ['api', 'scheduler', 'worker', 'gateway'],
    labels: ['default'],
    concurrency: 4,
  })
  expect(readSettings({ ...url, ROLE: 'worker, api', POOL: 'erp,acme:erp', CONCURRENCY: '12' })).toMatchObject({
    roles: ['api', 'worker'],
    labels: ['erp', 'acme:erp'],
    concurrency: 12,
  })
  expect(() => readSettings({ ROLE: 'worker' })).toThrow('cannot share the embedded database')
  expect(readSettings({ ...url, ROLE: 'gateway' })).toMatchObject({ roles: ['gateway'] })
  expect(() => readSettings({ ...url, ROLE: 'boss' })).toThrow('ROLE must name roles')
  expect(() => readSettings({ ...url, POOL: 'Big Machines' })).toThrow('POOL must name labels')
  expect(() => readSettings({ ...url, CONCURRENCY: '0' })).toThrow('CONCURRENCY must be a number from 1 to 64')
})

test('behind a proxy others are served: no sandbox, and no sign-in code in the log', () => {
  expect(readSettings({ TRUSTED_PROXIES: '127.0.0.1' })).toMatchObject({ allowsSandbox: false, sms: 'off' })
  const asked = { TRUSTED_PROXIES: '127.0.0.1', SANDBOX: 'on', SMS_PROVIDER: 'log' }
  expect(readSettings(asked)).toMatchObject({ allowsSandbox: true, sms: 'log' })
})

test('a worker alone starts no sandbox unless told so', () => {
  const worker = { DATABASE_URL: 'postgres://db/sluice', ROLE: 'worker' }
  expect(readSettings(worker)).toMatchObject({ egressAllow: null, allowsSandbox: false })
})

test('proxies are addresses or networks, and no setting trusts everybody by accident', () => {
  expect(readSettings({}).proxies).toEqual({ addresses: [], header: 'x-forwarded', certificate: null })
  expect(readSettings({ TRUSTED_PROXIES: '127.0.0.1, fd00::/8', PROXY_HEADER: 'forwarded' }).proxies).toEqual({
    addresses: ['127.0.0.1', 'fd00::/8'],
    header: 'forwarded',
    certificate: null,
  })
  for (const TRUSTED_PROXIES of ['true', '*', 'proxy.local', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.1/8/8'])
    expect(() => readSettings({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES must be addresses or networks')
  expect(() => readSettings({ PROXY_HEADER: 'both' })).toThrow('PROXY_HEADER must be')
})

test('certificates are heard from proxies alone, by a header that means nothing else', () => {
  const TRUSTED_PROXIES = '127.0.0.1'
  for (const name of ['X-Client-Cert', 'Client-Cert', 'x-amzn-mtls-clientcert', 'SSL-Client-Cert'])
    expect(readSettings({ TRUSTED_PROXIES, CLIENT_CERT_HEADER: name }).proxies.certificate).toBe(name.toLowerCase())
  for (const name of [
    'Authorization',
    'X-Forwarded-For',
    'X-App-Key',
    'Host',
    'x-client cert',
    'X-',
    'SSL_CLIENT_CERT',
  ])
    expect(() => readSettings({ TRUSTED_PROXIES, CLIENT_CERT_HEADER: name })).toThrow('CLIENT_CERT_HEADER must be')
  expect(() => readSettings({ CLIENT_CERT_HEADER: 'X-Client-Cert' })).toThrow('TRUSTED_PROXIES must name them')
})

test('programs call where they are told to, which is known by itself on this machine alone', () => {
  const originOf = (env: Record<string, string>) => readSettings(env).gatewayOrigin
  expect(originOf({})).toBeNull()
  expect(originOf({ GATEWAY_PORT: '8081' })).toBe('http://127.0.0.1:8081')
  expect(originOf({ GATEWAY_PORT: '8081', HOST: '::1' })).toBe('http://[::1]:8081')
  expect(originOf({ GATEWAY_PORT: '8081', HOST: '0.0.0.0' })).toBeNull()
  expect(originOf({ GATEWAY_PORT: '8081', TRUSTED_PROXIES: '127.0.0.1' })).toBeNull()
  expect(originOf({ GATEWAY_PORT: '8081', ROLE: 'api', DATABASE_URL: 'postgres://db/sluice' })).toBeNull()
  expect(originOf({ GATEWAY_URL: 'https://api.example.com', HOST: '0.0.0.0' })).toBe('https://api.example.com')
  for (const GATEWAY_URL of [
    'https://api.example.com/',
    'https://a.test/v2',
    'api.example.com',
    "https://a.test; script-src 'x'",
  ])
    expect(() => readSettings({ GATEWAY_URL })).toThrow('GATEWAY_URL must be')
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

const mail = { MAIL_URL: 'smtp://u:p%40ss@mail.test', MAIL_FROM: 'noreply@test', PUBLIC_URL: 'https://sluice.test/' }

test('mails go out encrypted, by a server, an address and a console that are named whole', () => {
  expect(readSettings({}).mail).toBeNull()
  expect(readSettings({ MAIL_URL: '', MAIL_FROM: '' }).mail).toBeNull()
  expect(readSettings({ PUBLIC_URL: 'https://sluice.test' }).mail).toBeNull()
  expect(readSettings({ ...mail, MAIL_FROM: ' Sluice Ops <noreply@test> ' }).mail).toEqual({
    server: { host: 'mail.test', port: 587, security: 'starttls', account: { username: 'u', password: 'p@ss' } },
    from: { name: 'Sluice Ops', address: 'noreply@test' },
    publicUrl: 'https://sluice.test',
  })
  const serverOf = (MAIL_URL: string) => readSettings({ ...mail, MAIL_URL }).mail?.server
  expect(serverOf('smtps://u:p@mail.test')).toMatchObject({ port: 465, security: 'tls' })
  expect(serverOf('smtp://[::1]:2525?tls=off')).toEqual({ host: '::1', port: 2525, security: 'off', account: null })
  expect(serverOf('smtp://u:p@127.0.0.1:25?tls=off')).toMatchObject({ security: 'off' })
})

test.each([
  [{ MAIL_FROM: '' }, 'MAIL_FROM must be the address'],
  [{ PUBLIC_URL: '' }, 'PUBLIC_URL must be the address'],
  [{ MAIL_URL: '' }, 'MAIL_URL must name the mail server'],
  [{ MAIL_URL: 'mail.test:587' }, 'MAIL_URL must look like smtp://'],
  [{ MAIL_URL: 'http://u:s3cret@mail.test' }, 'MAIL_URL must look like smtp://'],
  [{ MAIL_URL: 'smtp://u:s3cret@mail.test:587/x' }, 'MAIL_URL must look like smtp://'],
  [{ MAIL_URL: 'smtp://u@mail.test' }, 'both are there or neither'],
  [{ MAIL_URL: 'smtp://u:s3cret%@mail.test' }, 'are written as %XX'],
  [{ MAIL_URL: 'smtp://u:s3cret@mail.test?tls=off' }, 'would send the password unencrypted'],
  [{ MAIL_URL: 'smtps://u:s3cret@mail.test?tls=off' }, 'may end with ?tls=off after smtp://'],
  [{ MAIL_URL: 'smtp://u:s3cret@mail.test?insecure' }, 'may end with ?tls=off after smtp://'],
  [{ MAIL_FROM: 'Sluice' }, 'MAIL_FROM must be an address'],
  [{ MAIL_FROM: 'a@b, c@d' }, 'MAIL_FROM must be an address'],
  [{ PUBLIC_URL: 'sluice.test' }, 'PUBLIC_URL must be the address'],
  [{ PUBLIC_URL: 'https://sluice.test/console' }, 'PUBLIC_URL must be the address'],
  [{ PUBLIC_URL: 'ftp://sluice.test' }, 'PUBLIC_URL must be the address'],
])('of mail, %j is refused', (change, problem) => {
  const error = catchError(() => readSettings({ ...mail, ...change })) as SettingsError
  expect(error.problems).toHaveLength(1)
  expect(error.problems[0]).toContain(problem)
  expect(error.problems[0]).not.toContain('s3cret')
})

test('what is missing of mail is listed beside whatever else is wrong', () => {
  const error = catchError(() => readSettings({ PORT: 'http', MAIL_URL: 'smtp://mail.test' })) as SettingsError
  expect(error.problems.map(problem => problem.slice(0, 15))).toEqual([
    'PORT must be a ',
    'MAIL_URL is set',
    'MAIL_URL is set',
  ])
})

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
