import { z } from 'zod'

/** How notices go out by e-mail. */
export interface MailSettings {
  readonly server: MailServer
  readonly from: Mailbox
  /** Where people open the console, without a slash at its end: what mails link to. */
  readonly publicUrl: string
}

export interface MailServer {
  readonly host: string
  readonly port: number
  /** tls: from the start; starttls: before anything is said, or not at all; off: never. */
  readonly security: 'tls' | 'starttls' | 'off'
  readonly account: { readonly username: string; readonly password: string } | null
}

interface Mailbox {
  readonly name: string
  readonly address: string
}

const URL_ADVICE = 'must look like smtp://user:password@host:587 or smtps://user:password@host:465'
const FROM_ADVICE = 'must be an address, with a name or without: Sluice <noreply@example.com>'
const PUBLIC_ADVICE = 'must be the address people open the console by, without a path: https://sluice.example.com'

/** The settings of mail, each judged by itself. */
export const mailEnvironment = {
  MAIL_URL: z.string().transform(readMailServer).optional(),
  MAIL_FROM: z.string().transform(readMailbox).optional(),
  PUBLIC_URL: z.string().transform(readPublicUrl).optional(),
}

/** What is wrong with them together: half a mail service sends nothing, and nobody would know why. */
export function listMailProblems(given: Readonly<Record<string, unknown>>): string[] {
  const isSet = (name: string): boolean => given[name] !== undefined
  if (!isSet('MAIL_URL')) return isSet('MAIL_FROM') ? ['MAIL_FROM is set, so MAIL_URL must name the mail server'] : []
  return [
    ...(isSet('MAIL_FROM') ? [] : ['MAIL_URL is set, so MAIL_FROM must be the address that mails come from']),
    ...(isSet('PUBLIC_URL') ? [] : [`MAIL_URL is set and mails link to the console, so PUBLIC_URL ${PUBLIC_ADVICE}`]),
  ]
}

function readMailServer(text: string, ctx: z.RefinementCtx): MailServer {
  const refuse = (message: string): never => {
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    return refuse(URL_ADVICE)
  const isTls = url.protocol === 'smtps:'
  const option = url.search.slice(1)
  if (option !== '' && (option !== 'tls=off' || isTls))
    return refuse('may end with ?tls=off after smtp://host:port, and with nothing else')
  const [username, password] = [decode(url.username), decode(url.password)]
  if (username === null || password === null || (username === '') !== (password === ''))
    return refuse(
      `${URL_ADVICE}; special characters of user and password are written as %XX, both are there or neither`,
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (option !== '' && username !== '' && !isLoopback(host))
    return refuse('would send the password unencrypted: leave out ?tls=off, or user and password')
  return {
    host,
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    security: isTls ? 'tls' : option === '' ? 'starttls' : 'off',
    account: username === '' ? null : { username, password },
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const MAILBOX = /^(?:(?<name>[^<>"\r\n]*)<(?<inner>[^<>]+)>|(?<bare>[^<>]+))$/
const ADDRESS = /^[^\s@<>(),;:"\\]{1,64}@[^\s@<>(),;:"\\]{1,255}$/

function readMailbox(text: string, ctx: z.RefinementCtx): Mailbox {
  const { name = '', inner, bare = '' } = MAILBOX.exec(text.trim())?.groups ?? {}
  const address = (inner ?? bare).trim()
  if (ADDRESS.test(address)) return { name: name.trim(), address }
  ctx.addIssue({ code: 'custom', message: FROM_ADVICE })
  return z.NEVER
}

function readPublicUrl(text: string, ctx: z.RefinementCtx): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  ctx.addIssue({ code: 'custom', message: PUBLIC_ADVICE })
  return z.NEVER
}

/** Only this machine. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')
