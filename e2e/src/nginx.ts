import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import type { SecureContextOptions } from 'node:tls'
import { projectRoot } from './product.ts'
import { type RunningNginx, runNginx } from './run-nginx.ts'

const NAME = 'sluice.example.com'

/** An answer as a client beyond the proxy sees it. */
interface FarAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

export interface Nginx extends RunningNginx {
  /** A request from an address of its own, as from another machine. */
  call(path: string, options?: FarCall): Promise<FarAnswer>
}

export interface FarCall {
  readonly from?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Takes the first bytes of the answer and hangs up. */
  readonly firstBytes?: boolean
  readonly tls?: Pick<SecureContextOptions, 'minVersion' | 'maxVersion' | 'ciphers'>
}

/** A real nginx with the server block that docs/operations.md prints, before a product at this port. */
export async function startNginx(productPort: number): Promise<Nginx> {
  let ca = ''
  const { port, stop } = await runNginx(async (port, place) => {
    const [certificate, key] = [join(place, 'cert.pem'), join(place, 'key.pem')]
    const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
    execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    ca = await readFile(certificate, 'utf8')
    return (await readBlock())
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/sluice.pem', certificate)
      .replace('/etc/ssl/sluice.key', key)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${productPort}`)
  })
  return { port, stop, call: (path, options = {}) => call(port, ca, path, options) }
}

/** What an operator copies. */
async function readBlock(): Promise<string> {
  const page = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8')
  const block = /```\n(server \{[\s\S]*?\n)```/.exec(page)?.[1]
  if (block === undefined) throw new Error('docs/operations.md prints no server block')
  return block
}

function call(port: number, ca: string, path: string, options: FarCall): Promise<FarAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        ca,
        servername: NAME,
        localAddress: options.from ?? '127.0.0.5',
        method: options.method ?? 'GET',
        headers: { host: NAME, ...options.headers },
        agent: false,
        ...options.tls,
      },
      answer => {
        const chunks: Buffer[] = []
        const finish = () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() })
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (!options.firstBytes) return
          finish()
          sent.destroy()
        })
        answer.on('end', finish)
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}
