import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from './find-free-port.ts'

export interface RunningNginx {
  readonly port: number
  stop(): Promise<void>
}

/**
 * A real nginx with one worker and no log of calls, in a folder of its own.
 * @param write what stands in its `http` block, which listens on the port; the folder is there for what it names
 */
export async function runNginx(
  write: (port: number, place: string) => string | Promise<string>,
): Promise<RunningNginx> {
  const place = await mkdtemp(join(tmpdir(), 'sluice-nginx-'))
  await chmod(place, 0o755) // its workers are nobody
  const port = await findFreePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(place, kind)};`,
  )
  const file = join(place, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${join(place, 'pid')}; error_log stderr warn; events {}
     http { access_log off; ${temporary.join(' ')}\n${await write(port, place)} }`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', file, '-p', place], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', chunk => (output += chunk))
  const ended = once(child, 'exit')
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`nginx did not start:\n${output}`)
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

const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true) ?? socket.destroy())
    socket.once('error', () => resolve(false))
  })
