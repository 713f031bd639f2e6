import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  readonly from: string
  readonly recipients: readonly string[]
  /** Header and content as they came. */
  readonly text: string
}

export interface MailServer {
  readonly port: number
  readonly mails: TakenMail[]
  readonly faults: {
    /** Answer to the content of each mail: `451 try later`. */
    answer: string | null
    /** The line breaks once the content is there, before the answer. */
    cutAfterData: boolean
    /** The line breaks at the sender, before any content. */
    cutAtSender: boolean
  }
  close(): Promise<void>
}

export interface MailAccount {
  readonly username: string
  readonly password: string
  /** false: the server offers no STARTTLS. */
  readonly isEncrypted?: boolean
  /** Access tokens that are good now. */
  readonly tokens?: ReadonlySet<string>
}

/** A real SMTP server. It refuses recipients at refused.example, and takes the rest. */
export async function startMail({ username, password, isEncrypted = false, tokens }: MailAccount): Promise<MailServer> {
  const mails: TakenMail[] = []
  const faults: MailServer['faults'] = { answer: null, cutAfterData: false, cutAtSender: false }
  const cut = (): void => {
    for (const connection of server.connections) connection._socket?.destroy()
  }
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    ...(tokens ? { authMethods: ['PLAIN', 'XOAUTH2'] } : {}),
    disabledCommands: isEncrypted ? [] : ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.username === username &&
      (auth.method === 'XOAUTH2' ? tokens?.has(auth.accessToken ?? '') : auth.password === password)
        ? done(null, { user: username })
        : done(new Error('no such user')),
    onMailFrom: (_address, _session, done) => {
      if (faults.cutAtSender) cut()
      else done()
    },
    onRcptTo: ({ address }, _session, done) =>
      address.endsWith('@refused.example')
        ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const [, code, said] = /^(\d+) (.*)$/.exec(faults.answer ?? '') ?? []
        if (code !== undefined) return done(Object.assign(new Error(said), { responseCode: Number(code) }))
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(each => each.address),
          text: Buffer.concat(chunks).toString(),
        })
        if (faults.cutAfterData) cut()
        else done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo // it listens on a port
  return {
    port,
    mails,
    faults,
    close: () => {
      cut()
      return new Promise(resolve => {
        server.close(() => resolve())
      })
    },
  }
}
