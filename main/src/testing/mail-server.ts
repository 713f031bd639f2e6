import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerAuthentication } from 'smtp-server'

export interface TakenMail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Header and content as they came. */
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly mails: TakenMail[]
  /** Answers the content of a mail with this instead: `451 later`. */
  answer: string | null
  close(): Promise<void>
}

/** A real mail server of one account. It knows nobody at refused.example; `port` 0: any. */
export async function startMailServer(
  account: { readonly username: string; readonly password: string },
  { port = 0, hasStartTls = false } = {},
): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const smtp = new SMTPServer({
    logger: false,
    allowInsecureAuth: true,
    disabledCommands: hasStartTls ? [] : ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.username === account.username && auth.password === account.password
        ? done(null, { user: account.username })
        : done(new Error(`no ${auth.username} with ${auth.password}, ${toLines(auth)}`)),
    onRcptTo: ({ address }, _session, done) =>
      address.endsWith('@refused.example')
        ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [, code, said] = /^(\d+) (.*)$/.exec(server.answer ?? '') ?? []
        if (code !== undefined) return done(Object.assign(new Error(said), { responseCode: Number(code) }))
        mails.push(
          readMail(
            session.envelope.rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString(),
          ),
        )
        done()
      })
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>(resolve => {
    smtp.listen(port, '127.0.0.1', () => resolve())
  })
  const server: MailServer = {
    port: (smtp.server.address() as AddressInfo).port, // it listens on a port
    mails,
    answer: null,
    close: () => new Promise(resolve => smtp.close(() => resolve())),
  }
  return server
}

/** As AUTH PLAIN and AUTH LOGIN have it on the line. */
const toLines = ({ username, password }: SMTPServerAuthentication): string =>
  [`\0${username}\0${password}`, String(password)].map(text => Buffer.from(text).toString('base64')).join(' ')

function readMail(to: readonly string[], raw: string): TakenMail {
  const header = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const subject = /^Subject: (.*)$/im.exec(header)?.[1] ?? ''
  return { to, subject: readWords(subject), text: readPart(raw, 'text/plain'), html: readPart(raw, 'text/html'), raw }
}

/** `=?UTF-8?Q?=E6=96=B0?=` */
const readWords = (text: string): string =>
  text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, way: string, told: string) =>
      way.toLowerCase() === 'b' ? Buffer.from(told, 'base64').toString() : readQuoted(told.replaceAll('_', ' ')),
    )

const readQuoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

function readPart(raw: string, type: string): string {
  const part =
    raw.split(/\r\n--[^\r\n]+\r\n/).find(each => each.toLowerCase().startsWith(`content-type: ${type}`)) ?? ''
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').split(/\r\n--[^\r\n]+--/)[0] ?? ''
  const told = /transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : /transfer-encoding: quoted-printable/i.test(head)
      ? readQuoted(body)
      : body
  return told.replaceAll('\r\n', '\n')
}
