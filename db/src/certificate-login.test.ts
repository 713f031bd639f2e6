import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, openDatabase, startEmbedded } from './index.ts'

// The processes of an installation meet in a server that asks for a certificate of theirs and takes no password.

/** No other server of this machine listens there. */
const HOST = '127.77.0.1'
let server: Awaited<ReturnType<typeof startEmbedded>>
const dir = mkdtempSync(join(tmpdir(), 'sluice-certificates-'))
const at = (name: string) => join(dir, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })

beforeAll(async () => {
  chmodSync(dir, 0o755)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=House')
  openssl('req', '-x509', ...key, '-keyout', 'other-ca.key', '-out', 'other-ca.crt', '-subj', '/CN=House')
  for (const [name, subject, by] of [
    ['server', HOST, 'ca'],
    ['client', 'sluice', 'ca'],
    ['nobody', 'nobody', 'ca'],
    ['forged', 'sluice', 'other-ca'],
  ] as const) {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${subject}`)
    writeFileSync(at(`${name}.ext`), `subjectAltName=IP:${HOST}`)
    const signer = ['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial']
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...signer,
      '-days',
      '2',
      '-out',
      `${name}.crt`,
      '-extfile',
      `${name}.ext`,
    )
  }
  // The server takes a key that is its own or root's alone; read by its group, where it runs as somebody else.
  copyFileSync(at('server.key'), at('own.key'))
  writeFileSync(at('hba'), `local all all trust\nhostssl all all 127.0.0.0/8 cert clientcert=verify-full\n`)
  const dataDir = at('data')
  const plain = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  await plain.stop()
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(at('own.key'), uid, gid)
  chmodSync(at('own.key'), 0o600)
  server = await startEmbedded({
    dataDir,
    settings: {
      ...{ fsync: 'off', listen_addresses: HOST, ssl: 'on', hba_file: at('hba') },
      ...{ ssl_cert_file: at('server.crt'), ssl_key_file: at('own.key'), ssl_ca_file: at('ca.crt') },
    },
  })
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const urlOf = (name: string | null, ca = 'ca') => {
  const own = name === null ? '' : `&sslcert=${at(`${name}.crt`)}&sslkey=${at(`${name}.key`)}`
  return `postgresql://sluice@${HOST}:5432/postgres?sslmode=verify-full&sslrootcert=${at(`${ca}.crt`)}${own}`
}

test('DATABASE_URL with a certificate of its own opens the database without a password', {
  timeout: 60_000,
}, async () => {
  await migrate(urlOf('client'))
  const database = await openDatabase({ url: urlOf('client'), poolSize: 2 })
  // Over TCP its rules take nobody without a certificate.
  const rows = await database.withSystem(tx =>
    tx.query<{ name: string; place: string }>('select session_user as name, host(inet_server_addr()) as place'),
  )
  expect(rows).toEqual([{ name: 'sluice', place: HOST }])
  await database.close()
})

test.each([
  ['without one', () => urlOf(null), /valid client certificate|certificate authentication failed/],
  ['with that of another name', () => urlOf('nobody'), /certificate authentication failed/],
  ['with a forged one', () => urlOf('forged'), /unknown ca/],
  ['to a server of another house', () => urlOf('client', 'other-ca'), /self-signed|unable to verify|signature/],
])('nobody gets in %s', async (_what, url, reason) => {
  await expect(openDatabase({ url: url(), poolSize: 2 })).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringMatching(reason) }),
  })
})
