import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SecureContextOptions } from 'node:tls'
import { projectRoot } from './product.ts'

const NAME = 'sluice.example.com'

/** An answer as a client beyond the proxy sees it. */
interface FarAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

export interface Nginx {
  readonly port: number
  /** A request from an address of its own, as from another machine. */
  call(path: string, options?: FarCall): Promise<FarAnswer>
  stop(): Promise<void>
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
  const place = await mkdtemp(join(tmpdir(), 'sluice-nginx-'))
  await chmod(place, 0o755) // its workers are nobody
  const [certificate, key] = [join(place, 'cert.pem'), join(place, 'key.pem')]
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const port = await findFreePort()
  const block = (await readBlock())
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/sluice.pem', certificate)
    .replace('/etc/ssl/sluice.key', key)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${productPort}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(place, kind)};`,
  )
  const file = join(place, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${join(place, 'pid')}; error_log stderr warn; events {}
     http { access_log off; ${temporary.join(' ')}\n${block} }`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', file, '-p', place], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', chunk => (output += chunk))
  const ended = once(child, 'exit')
  const ca = await readFile(certificate, 'utf8')
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`nginx did not start:\n${output}`)
    await delay(25)
  }
  return {
    port,
    call: (path, options = {}) => call(port, ca, path, options),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** What an operator copies. */
async function readBlock(): Promise<string> {
  const page = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8')
  const block = /```\n(server \{[\s\S]*?\n)```/.exec(page)?.[1]
  if (block === undefined) throw new Error('docs/operations.md prints no server block')
  return block
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  await once(server, 'close')
  return port
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true) ?? socket.destroy())
    socket.once('error', () => resolve(false))
  })

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
