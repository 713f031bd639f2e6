import { isIP } from 'node:net'
import type { MailOutcome, MailSender } from '@sluice/api/background'
import type { SMTPTransportOptions } from 'nodemailer'
import type { MailSettings } from './mail-settings.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000
/** Each answer may be slow; all together may not: somebody who tries it out waits for the end. */
const ALL_MS = 40_000

/** Hands mails to the server of MAIL_URL, each over a connection of its own. */
export function createMailSender({ server, from }: MailSettings): MailSender {
  // Loaded with the first mail: most installations send none.
  const open = async () => (await import('nodemailer')).createTransport(optionsOf(server))
  let opened: ReturnType<typeof open> | undefined
  const domain = from.address.slice(from.address.indexOf('@') + 1)
  return {
    async send({ to, subject, text, html, id }) {
      opened ??= open()
      const transport = await opened
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        // Nobody answers a machine's mail, and an absence note would be one more.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const outcome = sending.then(
        (): MailOutcome => ({ kind: 'taken' }),
        (error: unknown) => judge(error, server.account),
      )
      return Promise.race([outcome, tooLate(outcome)])
    },
  }
}

function optionsOf({ host, port, security, account }: MailSettings['server']): SMTPTransportOptions {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'off',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
    ...(account ? { auth: { user: account.username, pass: account.password } } : {}),
  }
}

async function tooLate(outcome: Promise<unknown>): Promise<MailOutcome> {
  const { promise, resolve } = Promise.withResolvers<MailOutcome>()
  const timer = setTimeout(() => resolve({ kind: 'later', reason: 'ETIMEDOUT', isAway: true }), ALL_MS)
  // never rejects: a refusal is an outcome as well
  void outcome.finally(() => clearTimeout(timer))
  return promise
}

/** What the driver tells of a refusal. */
interface MailError {
  readonly code?: unknown
  /** Of the socket or of TLS beneath. */
  readonly originalCode?: unknown
  readonly command?: unknown
  readonly response?: unknown
  readonly responseCode?: unknown
}

/**
 * Only a recipient can be refused for good. Whatever else a server says no to, a wrong password or a sender it does not
 * know, the operator can set right, and then the mail goes out after all.
 */
function judge(error: unknown, account: MailSettings['server']['account']): MailOutcome {
  const { code, originalCode, command, response, responseCode }: MailError =
    typeof error === 'object' && error !== null ? error : {}
  const said = String(response ?? '').replace(/\s+/g, ' ')
  const parts = [String(originalCode ?? code ?? 'EUNKNOWN'), said].filter(part => part !== '')
  // A server may repeat what it was told.
  const reason = secretsOf(account)
    .reduce((text, secret) => text.replaceAll(secret, '******'), parts.join(': '))
    .slice(0, 300)
  // API: the driver itself found that nobody can have such an address.
  const isImpossible = command === 'API' && code === 'EENVELOPE'
  if (isImpossible || (command === 'RCPT TO' && Number(responseCode) >= 500)) return { kind: 'refused', reason }
  return { kind: 'later', reason, isAway: !['RCPT TO', 'DATA', 'API'].includes(String(command)) }
}

/** The longest first: the password, and the lines of AUTH PLAIN and AUTH LOGIN that it was sent in. */
function secretsOf(account: MailSettings['server']['account']): string[] {
  if (account === null || account.password === '') return []
  const { username, password } = account
  const lines = [`\0${username}\0${password}`, password].map(text => Buffer.from(text).toString('base64'))
  return [...lines, password]
}
