import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awaitPort, findPort } from '@sluice/connector-kit/conformance'

const SERVER = '/usr/sbin/pure-ftpd'

/** It changes to the account of a user, which only root may. */
export const isInstalled = (): boolean => existsSync(SERVER) && process.getuid?.() === 0

export interface FtpServer {
  readonly port: number
  /** Of the user; anybody may write in it. */
  readonly directory: string
  /** Signs the server's own certificate, which is for 127.0.0.1. */
  readonly ca: string
  close(): Promise<void>
}

export const account = { username: 'sluice', password: 'canary-ftp-7781' }
const NOBODY = '65534'
/** KiB in a second for this user, so that a large file takes its time. */
const SPEED = 400

/** A pure-ftpd over a directory of its own. `tls`: 1 with and without, 2 only with encryption. */
export async function startFtp(tls: 1 | 2 = 1): Promise<FtpServer> {
  const place = mkdtempSync(join(tmpdir(), 'sluice-ftp-'))
  chmodSync(place, 0o755)
  const directory = join(place, 'files')
  mkdirSync(directory)
  chmodSync(directory, 0o777)
  const [users, database, certificate] = ['users', 'users.pdb', 'server.pem'].map(name => join(place, name)) as [
    string,
    string,
    string,
  ]
  // Its own tool hashes so dearly that a sign-in takes seconds.
  const hash = execFileSync('openssl', ['passwd', '-6', account.password], { encoding: 'utf8' }).trim()
  const limits = ['', String(SPEED * 1024), ...Array<string>(9).fill('')]
  writeFileSync(users, `${[account.username, hash, NOBODY, NOBODY, '', directory, ...limits].join(':')}\n`)
  execFileSync('pure-pw', ['mkdb', database, '-f', users])
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const keyPath = join(place, 'key.pem')
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...made, '-keyout', keyPath, '-out', join(place, 'cert.pem')], { stdio: 'ignore' })
  const ca = readFileSync(join(place, 'cert.pem'), 'utf8')
  writeFileSync(certificate, readFileSync(keyPath, 'utf8') + ca, { mode: 0o600 })
  const [port, first] = [await findPort(), await findPort()]
  const options = ['-S', `127.0.0.1,${port}`, '-l', `puredb:${database}`, '-E', '-H', '-u', '1', '-U', '111:000', '-D']
  const passive = ['-p', `${first}:${Math.min(65_000, first + 400)}`, '-2', certificate, '-Y', String(tls)]
  const most = ['-C', '50', '-c', '50', '-g', join(place, 'pid')]
  const server = spawn(SERVER, [...options, ...passive, ...most], { stdio: 'ignore' })
  await awaitPort(port)
  return {
    port,
    directory,
    ca,
    close: async () => {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      rmSync(place, { recursive: true, force: true })
    },
  }
}
