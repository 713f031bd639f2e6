import { createServer, type Server, type Socket } from 'node:net'

const HANDSHAKE_SALT = Buffer.from('12345678', 'latin1')
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0])

/**
 * A server for tests that lets anybody in and answers every question with "send me this file of yours"
 * (LOCAL INFILE). `received` collects what the client sent afterwards.
 */
export function createRogueServer(path: string): { readonly server: Server; readonly received: Buffer[] } {
  const received: Buffer[] = []
  const server = createServer(socket => {
    send(socket, 0, makeGreeting())
    let isSignedIn = false
    let hasAsked = false
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      if (!isSignedIn) {
        isSignedIn = true
        send(socket, 2, OK)
      } else if (hasAsked) {
        received.push(bytes.subarray(4))
        socket.end()
      } else {
        hasAsked = true
        send(socket, 1, Buffer.concat([Buffer.from([0xfb]), Buffer.from(path)]))
      }
    })
  })
  return { server, received }
}

function send(socket: Socket, sequence: number, payload: Buffer): void {
  const header = Buffer.alloc(4)
  header.writeUIntLE(payload.length, 0, 3)
  header[3] = sequence
  socket.write(Buffer.concat([header, payload]))
}

/** Protocol 10, mysql_native_password, all capabilities the client may want, LOCAL INFILE among them. */
function makeGreeting(): Buffer {
  const capabilities = Buffer.from([0xff, 0xf7, 33, 2, 0, 0xff, 0x81, 21])
  return Buffer.concat([
    Buffer.from([10]),
    Buffer.from('5.7.0-rogue\0'),
    Buffer.from([1, 0, 0, 0]),
    HANDSHAKE_SALT,
    Buffer.from([0]),
    capabilities,
    Buffer.alloc(10),
    Buffer.from('123456789012\0'),
    Buffer.from('mysql_native_password\0'),
  ])
}
