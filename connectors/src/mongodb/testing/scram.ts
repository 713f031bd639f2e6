import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const ITERATIONS = 4096
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The server's side of SCRAM-SHA-256 (RFC 5802, 7677). */
export class ScramExchange {
  readonly #password: string
  readonly #salt = randomBytes(16)
  #first = ''
  #challenge = ''

  constructor(password: string) {
    this.#password = password
  }

  /** `n,,n=user,r=nonce` is answered by nonce, salt and iterations. */
  begin(message: string): { username: string; answer: string } {
    this.#first = message.replace(/^n,,/, '')
    const username = /(?:^|,)n=([^,]*)/.exec(this.#first)?.[1] ?? ''
    const nonce = /(?:^|,)r=([^,]*)/.exec(this.#first)?.[1] ?? ''
    this.#challenge = `r=${nonce}${randomBytes(18).toString('base64')},s=${this.#salt.toString('base64')},i=${ITERATIONS}`
    return { username: username.replaceAll('=2C', ',').replaceAll('=3D', '='), answer: this.#challenge }
  }

  /** The server's signature, or null when the proof is wrong. */
  end(message: string): string | null {
    const proof = /,p=([^,]*)$/.exec(message)?.[1] ?? ''
    const exchange = `${this.#first},${this.#challenge},${message.replace(/,p=[^,]*$/, '')}`
    const salted = pbkdf2Sync(this.#password, this.#salt, ITERATIONS, 32, 'sha256')
    const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest()
    const signature = hmac(stored, exchange)
    const given = Buffer.from(proof, 'base64')
    const clientKey = Buffer.from(signature.map((byte, at) => byte ^ (given[at] ?? 0)))
    if (!createHash('sha256').update(clientKey).digest().equals(stored)) return null
    return `v=${hmac(hmac(salted, 'Server Key'), exchange).toString('base64')}`
  }
}
