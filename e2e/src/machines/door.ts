import { type AddressInfo, createServer, connect as dial } from 'node:net'

/** Another door to a server: connectors never pass the one that the product's own database is reached by. */
export interface Door {
  readonly host: '127.0.0.1'
  readonly port: number
  close(): void
}

export async function openDoor(to: { readonly host: string; readonly port: number }): Promise<Door> {
  const server = createServer({ noDelay: true }, socket => {
    const far = dial({ ...to, noDelay: true })
    socket.pipe(far).pipe(socket)
    socket.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { host: '127.0.0.1', port, close: () => void server.close() }
}
