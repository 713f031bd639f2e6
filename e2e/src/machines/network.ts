import { execFileSync } from 'node:child_process'
import { createServer, connect as dial, type Server } from 'node:net'

/** A small network of our own: a bridge, and machines as network namespaces on it. Only root on Linux can make one. */
export interface Network {
  /** The bridge's own address: where this machine is seen from the others. */
  readonly address: string
  /** A second one, for a server beside the first. */
  readonly besides: string
  readonly subnet: string
  /** Makes machine `index`; answers with its address. */
  add(index: number): string
  /** Arguments that start a program inside a machine. */
  enter(index: number): readonly string[]
  /** The cable in or out. */
  plug(index: number, isIn: boolean): void
  remove(): void
}

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Whether this process may make network namespaces and bridges. */
export function canMakeNetwork(): boolean {
  try {
    const network = makeNetwork()
    network.add(0)
    network.remove()
    return true
  } catch {
    return false
  }
}

export function makeNetwork(): Network {
  const mark = `sl${process.pid.toString(36)}`
  const part = `10.${90 + Math.floor(Math.random() * 60)}.${Math.floor(Math.random() * 250)}`
  const machines: number[] = []
  const name = (index: number): string => `${mark}n${index}`
  const cable = (index: number): string => `${mark}v${index}`
  ip('link', 'add', mark, 'type', 'bridge')
  ip('addr', 'add', `${part}.1/24`, 'dev', mark)
  ip('addr', 'add', `${part}.2/24`, 'dev', mark)
  ip('link', 'set', mark, 'up')
  return {
    address: `${part}.1`,
    besides: `${part}.2`,
    subnet: `${part}.0/24`,
    add(index) {
      const [outer, inner] = [cable(index), `${cable(index)}i`]
      machines.push(index)
      ip('netns', 'add', name(index))
      ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name(index))
      ip('link', 'set', outer, 'master', mark, 'up')
      ip('-n', name(index), 'addr', 'add', `${part}.${10 + index}/24`, 'dev', inner)
      ip('-n', name(index), 'link', 'set', inner, 'up')
      ip('-n', name(index), 'link', 'set', 'lo', 'up')
      return `${part}.${10 + index}`
    },
    enter: index => ['ip', 'netns', 'exec', name(index)],
    plug: (index, isIn) => void ip('link', 'set', cable(index), isIn ? 'up' : 'down'),
    remove() {
      for (const index of machines.splice(0)) tryTo(() => ip('netns', 'del', name(index)))
      tryTo(() => ip('link', 'del', mark))
    },
  }
}

function tryTo(work: () => unknown): void {
  try {
    work()
  } catch {
    // It was never made, or is gone already.
  }
}

/** Lets machines reach a server that listens on loopback only. */
export function forward(address: string, port: number): Promise<Server> {
  const server = createServer(socket => {
    const far = dial(port, '127.0.0.1')
    socket.pipe(far).pipe(socket)
    socket.on('error', () => far.destroy())
    far.on('error', () => socket.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, address, () => resolve(server))
  })
}
