import { createServer, connect as dial, type NetConnectOpts, type Server, type Socket } from 'node:net'

/** What the network does to the connections of a proxy from now on. */
export type NetFault =
  | { readonly kind: 'none' }
  /** Every chunk waits. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Existing and new connections are reset, after so many more bytes of the request or of the answer. */
  | { readonly kind: 'reset'; readonly of: 'request' | 'answer'; readonly afterBytes: number }
  /** Only that many more bytes of the answer arrive, then an orderly end. */
  | { readonly kind: 'truncate'; readonly afterBytes: number }
  /** The far side is told that we have finished; its answer still passes. */
  | { readonly kind: 'halfClose' }
  /** Bytes vanish, nothing is refused. */
  | { readonly kind: 'blackHole' }
  /** Nobody listens. */
  | { readonly kind: 'refuse' }

export const netFaultKinds = ['delay', 'reset', 'truncate', 'halfClose', 'blackHole', 'refuse'] as const

/** TCP in front of a TCP port or a unix socket; the harness pulls the cable here. */
export class NetProxy {
  readonly #target: NetConnectOpts
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  readonly #server: Server
  #fault: NetFault = { kind: 'none' }
  #left = 0
  #trap: string | null = null
  /** Connections that a fault struck. */
  struck = 0

  private constructor(target: NetConnectOpts) {
    this.#target = target
    this.#server = createServer({ allowHalfOpen: true }, client => this.#accept(client))
  }

  static async listen(target: NetConnectOpts): Promise<NetProxy> {
    const proxy = new NetProxy(target)
    await new Promise<void>(resolve => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('asking a proxy for its port: it is closed')
    return address.port
  }

  set fault(fault: NetFault) {
    this.#fault = fault
    this.#left = 'afterBytes' in fault ? fault.afterBytes : 0
    if (fault.kind === 'refuse') this.cut()
    if (fault.kind === 'halfClose')
      for (const [, far] of this.#pairs) {
        this.struck += 1
        far.end()
      }
  }

  /** Resets every connection there is now. */
  cut(): void {
    for (const pair of this.#pairs) this.#reset(pair)
  }

  /** Resets the next connection whose request holds this text, before the far side hears of it. null: none. */
  cutAt(text: string | null): void {
    this.#trap = text
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #accept(client: Socket): void {
    if (this.#fault.kind === 'refuse') {
      this.struck += 1
      client.resetAndDestroy()
      return
    }
    const far = dial({ ...this.#target, allowHalfOpen: true })
    const pair = [client, far] as const
    this.#pairs.add(pair)
    this.#pipe(client, far, 'request', pair)
    this.#pipe(far, client, 'answer', pair)
    for (const socket of pair) {
      socket.on('error', () => this.#reset(pair))
      socket.on('close', () => this.#reset(pair))
    }
  }

  #pipe(from: Socket, to: Socket, of: 'request' | 'answer', pair: readonly [Socket, Socket]): void {
    from.on('data', chunk => this.#pass(chunk, to, of, pair))
    from.on('end', () => to.end())
  }

  #pass(chunk: Buffer, to: Socket, of: 'request' | 'answer', pair: readonly [Socket, Socket]): void {
    if (of === 'request' && this.#trap !== null && chunk.includes(this.#trap)) {
      this.#trap = null
      this.struck += 1
      this.#reset(pair)
      return
    }
    const fault = this.#fault
    switch (fault.kind) {
      case 'blackHole':
        this.struck += 1
        return
      case 'delay':
        this.struck += 1
        setTimeout(() => to.writable && to.write(chunk), fault.ms)
        return
      case 'reset':
      case 'truncate': {
        if (of !== (fault.kind === 'reset' ? fault.of : 'answer')) break
        const part = chunk.subarray(0, this.#left)
        this.#left -= part.length
        if (part.length === chunk.length) break
        if (part.length > 0 && to.writable) to.write(part)
        this.struck += 1
        if (fault.kind === 'truncate') to.end()
        else setImmediate(() => this.#reset(pair))
        return
      }
    }
    if (to.writable) to.write(chunk)
  }

  #reset(pair: readonly [Socket, Socket]): void {
    if (!this.#pairs.delete(pair)) return
    // A unix socket knows no reset.
    for (const socket of pair)
      if (socket.remoteFamily === undefined) socket.destroy()
      else socket.resetAndDestroy()
  }
}
