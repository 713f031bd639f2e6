import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Failure, toFailure } from '@sluice/contract'
import type { Egress } from '../../egress.ts'
import { ByteReader } from './byte-reader.ts'

/**
 * A way out for a driver that opens its own sockets and knows SOCKS5: a port of this machine behind which every
 * connection is dialled by the egress. Only who knows the password gets through, and it is made anew for each tunnel.
 */
export interface Tunnel {
  readonly host: '127.0.0.1'
  readonly port: number
  readonly username: string
  readonly password: string
  /** Why the egress did not reach a place, the newest last: drivers say no more than that a connection failed. */
  readonly lastFailure: Failure | null
  close(): Promise<void>
}

const USERNAME = 'sluice'
const HANDSHAKE_MS = 10_000

// RFC 1928 and 1929.
const [VERSION, SIGN_IN_VERSION, BY_PASSWORD, NO_METHOD, CONNECT] = [5, 1, 2, 255, 1]
const [GRANTED, FAILED, NOT_ALLOWED, UNREACHABLE, NO_SUCH_COMMAND] = [0, 1, 2, 4, 7]
const [IPV4, NAME, IPV6] = [1, 3, 4]

export async function openTunnel(egress: Egress): Promise<Tunnel> {
  const password = randomBytes(24).toString('base64url')
  const sockets = new Set<Socket>()
  let lastFailure: Failure | null = null
  const hold = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const lead = async (client: Socket): Promise<void> => {
    const reader = new ByteReader(client)
    await signIn(reader, client, password)
    const place = await readPlace(reader, client)
    const far = await egress.dial(place.host, place.port).catch((error: unknown) => {
      lastFailure = toFailure(error)
      client.end(answer(lastFailure.code === 'egress.blocked' ? NOT_ALLOWED : UNREACHABLE))
    })
    if (!far) return
    hold(far)
    join(client, far, reader)
  }
  const server = createServer({ noDelay: true }, client => {
    hold(client)
    client.setTimeout(HANDSHAKE_MS, () => client.destroy())
    lead(client).catch(() => client.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    host: '127.0.0.1',
    port,
    username: USERNAME,
    password,
    get lastFailure() {
      return lastFailure
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function signIn(reader: ByteReader, client: Socket, password: string): Promise<void> {
  const [version, count = 0] = await reader.take(2)
  const methods = await reader.take(count)
  if (version !== VERSION || !methods.includes(BY_PASSWORD)) return refuse(client, Buffer.of(VERSION, NO_METHOD))
  client.write(Buffer.of(VERSION, BY_PASSWORD))
  const [, nameLength = 0] = await reader.take(2)
  const name = await reader.take(nameLength)
  const [length = 0] = await reader.take(1)
  const given = await reader.take(length)
  if (!isSame(name, Buffer.from(USERNAME)) || !isSame(given, Buffer.from(password)))
    return refuse(client, Buffer.of(SIGN_IN_VERSION, FAILED))
  client.write(Buffer.of(SIGN_IN_VERSION, GRANTED))
}

/** Without telling by the time it takes how much of it was right. */
const isSame = (given: Buffer, wanted: Buffer): boolean => timingSafeEqual(digest(given), digest(wanted))
const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

async function readPlace(reader: ByteReader, client: Socket): Promise<{ host: string; port: number }> {
  const [version, command, , kind] = await reader.take(4)
  if (version !== VERSION || command !== CONNECT) return refuse(client, answer(NO_SUCH_COMMAND))
  const host = await readHost(reader, kind)
  return { host, port: (await reader.take(2)).readUInt16BE() }
}

async function readHost(reader: ByteReader, kind: number | undefined): Promise<string> {
  if (kind === NAME) {
    const [length = 0] = await reader.take(1)
    return (await reader.take(length)).toString('utf8')
  }
  if (kind === IPV4) return [...(await reader.take(4))].join('.')
  if (kind !== IPV6) throw new Error('SOCKS: an unknown kind of address')
  const bytes = await reader.take(16)
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':')
}

const answer = (code: number): Buffer => Buffer.of(VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0)

function refuse(client: Socket, bytes: Buffer): never {
  client.end(bytes)
  throw new Error('SOCKS: refused')
}

/** From here on both are one line; where one end breaks, the other does too. */
function join(client: Socket, far: Socket, reader: ByteReader): void {
  client.setTimeout(0)
  client.write(answer(GRANTED))
  const early = reader.release()
  if (early.length > 0) far.write(early)
  client.pipe(far)
  far.pipe(client)
  client.once('close', () => far.destroy())
  far.once('close', () => client.destroy())
}
