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

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null })
})

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
