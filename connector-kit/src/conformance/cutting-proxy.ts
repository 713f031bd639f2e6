import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A place between a connector and its far system where the line can be cut without a word. */
export interface CuttingProxy {
  readonly port: number
  /** Every connection through it is reset now; new ones pass. */
  cut(): void
  /** From now on nothing comes back over the open connections; what is sent still arrives. `always`: new ones too. */
  hush(always?: boolean): void
  close(): Promise<void>
}

export async function openProxy(targetPort: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  const answers = new Set<Socket>()
  let isSilent = false
  const server = createServer(near => {
    const far = connect(targetPort, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (one === far && isSilent) one.resume()
      else one.pipe(other)
    }
    answers.add(far)
    far.on('close', () => answers.delete(far))
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    cut,
    hush: (always = false) => {
      isSilent ||= always
      for (const socket of answers) socket.unpipe().resume()
    },
    close: async () => {
      cut()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
      })
    },
  }
}
