import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

interface PlainProxy {
  readonly port: number
  stop(): Promise<void>
}

/** nginx as a reverse proxy of one far system, with one worker, connections kept and no log: the least that a proxy can be. */
export async function startPlainProxy(farPort: number): Promise<PlainProxy> {
  const place = await mkdtemp(join(tmpdir(), 'sluice-bench-nginx-'))
  await chmod(place, 0o755) // its workers are nobody
  const port = await findFreePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(place, kind)};`,
  )
  const file = join(place, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${join(place, 'pid')}; error_log stderr warn; worker_processes 1; events {}
     http {
       access_log off; keepalive_requests 1000000; ${temporary.join(' ')}
       upstream far { server 127.0.0.1:${farPort}; keepalive 16; }
       server { listen 127.0.0.1:${port};
         location / { proxy_pass http://far; proxy_http_version 1.1; proxy_set_header Connection ""; } }
     }`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', file, '-p', place], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error('nginx did not start')
    await delay(25)
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(place, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  await once(server, 'close')
  return port
}

function isOpen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => {
    socket.destroy()
    resolve(true)
  })
  socket.once('error', () => resolve(false))
  return promise
}
