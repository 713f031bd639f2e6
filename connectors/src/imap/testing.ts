import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awaitPort, findPort } from '@sluice/connector-kit/conformance'
import { ImapFlow } from 'imapflow'

const SERVER = '/usr/sbin/dovecot'

/** It changes to the account of a user, which only root may. */
export const isInstalled = (): boolean => existsSync(SERVER) && process.getuid?.() === 0

export const account = { username: 'sluice', password: 'canary-imap-5523' }
const NOBODY = 65_534

/** A mail as it is put into a folder. */
export interface Mail {
  readonly source: string | Buffer
  readonly received?: Date
  readonly flags?: string[]
}

export interface ImapServer {
  /** Without encryption, or with STARTTLS. */
  readonly port: number
  /** With TLS from the start. */
  readonly tlsPort: number
  /** Signs the server's own certificate, which is for 127.0.0.1. */
  readonly ca: string
  /** Puts mails into a folder, which is made where it is missing; answers with its numbering. */
  put(folder: string, mails: readonly Mail[]): Promise<string>
  /** Number and flags of each mail. */
  readFlags(folder: string): Promise<string[]>
  /** Any other work as the user of the mailbox. */
  use<Answer>(work: (client: ImapFlow) => Promise<Answer>): Promise<Answer>
  /** Many mails at once, as files. */
  fill(folder: string, count: number, make: (index: number) => string): void
  close(): Promise<void>
}

/** A Dovecot over a mailbox of its own. `introspection`: where it asks whether a token is good (RFC 7662). */
export async function startImap(introspection = ''): Promise<ImapServer> {
  const place = mkdtempSync(join(tmpdir(), 'sluice-imap-'))
  chmodSync(place, 0o755)
  const mails = join(place, 'mail')
  mkdirSync(mails)
  chownSync(mails, NOBODY, NOBODY)
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...made, '-keyout', join(place, 'key.pem'), '-out', join(place, 'cert.pem')], {
    stdio: 'ignore',
  })
  const [port, tlsPort] = [await findPort(), await findPort()]
  writeFileSync(join(place, 'users'), `${account.username}:{PLAIN}${account.password}\n`)
  writeFileSync(
    join(place, 'dovecot.conf'),
    configure(place, mails, port, tlsPort) + (introspection === '' ? '' : takeTokens(place)),
  )
  if (introspection !== '') writeFileSync(join(place, 'oauth2'), introspect(introspection))
  const server = spawn(SERVER, ['-F', '-c', join(place, 'dovecot.conf')], { stdio: 'ignore' })
  await Promise.all([awaitPort(port), awaitPort(tlsPort)])
  const use = <Answer>(work: (client: ImapFlow) => Promise<Answer>) => useClient(port, work)
  return {
    port,
    tlsPort,
    ca: readFileSync(join(place, 'cert.pem'), 'utf8'),
    use,
    put: (folder, list) =>
      use(async client => {
        await client.mailboxCreate(folder)
        for (const { source, received, flags } of list) await client.append(folder, source, flags ?? [], received)
        const status = await client.status(folder, { uidValidity: true })
        if (!status) throw new Error(`${folder} has no numbering`)
        return String(status.uidValidity)
      }),
    readFlags: folder =>
      use(async client => {
        await client.mailboxOpen(folder, { readOnly: true })
        const found: string[] = []
        for await (const { uid, flags } of client.fetch('1:*', { flags: true }))
          found.push(`${uid} ${[...(flags ?? [])].sort().join(' ')}`)
        return found
      }),
    fill: (folder, count, make) => {
      const directory = join(mails, account.username, `.${folder}`)
      for (const each of ['cur', 'new', 'tmp']) mkdirSync(join(directory, each), { recursive: true })
      for (let index = 0; index < count; index += 1)
        writeFileSync(join(directory, 'cur', `${1_700_000_000 + index}.M${index}.test:2,`), make(index))
      execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, join(mails, account.username)])
    },
    close: async () => {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(place, { recursive: true, force: true })
    },
  }
}

async function useClient<Answer>(port: number, work: (client: ImapFlow) => Promise<Answer>): Promise<Answer> {
  const { username: user, password: pass } = account
  const client = new ImapFlow({ host: '127.0.0.1', port, auth: { user, pass }, logger: false, doSTARTTLS: false })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.logout()
  }
}

const configure = (place: string, mails: string, port: number, tlsPort: number): string => `
base_dir = ${place}/run
state_dir = ${place}/state
log_path = ${place}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${place}/cert.pem
ssl_key = <${place}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${mails}/%u
mail_max_userip_connections = 100
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${place}/users
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${mails}/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
namespace inbox {
  inbox = yes
  separator = /
}
`

const takeTokens = (place: string): string => `
auth_mechanisms = plain xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${place}/oauth2
}
`

const introspect = (url: string): string => `
introspection_mode = post
introspection_url = ${url}
username_attribute = username
active_attribute = active
active_value = true
`
