import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { lineOf } from '@sluice/contract'
import { isHeadClear } from './is-head-clear.ts'

/** A request with its body, so long: the largest upload over a line of 1 Mbit/s. Who sends slower than below ends earlier. */
const REQUEST_MS = 900_000
/** As long as proxies keep a connection for their next request, and a little longer. */
const KEPT_MS = 72_000
/** Requests on one connection before the first is answered. Browsers and proxies send one; each further one costs memory. */
const MOST_AHEAD = 8
const LOOK_MS = 30_000
/** So much of a body comes in, and of an answer goes out, between two looks, 1 kB a second, or one keeps what others need. */
const LEAST_BYTES = 30_000
/** Of all answers together that wait for their readers. */
const MOST_WAITING = 256 * 2 ** 20

/** Why a connection was ended. */
type Cut = 'ahead' | 'slow' | 'room' | 'many'

export interface ConnectionLimits {
  /** In all. Whoever has nothing under way gives way to who comes, the longest idle first. */
  readonly most: number
  /** Of one address, which then gives way to itself. */
  readonly mostOfOne: number
  /** A proxy of ours brings many. */
  isProxy(address: string): boolean
}

export interface HttpServer {
  readonly server: Server
  /** Ends connections whose senders or readers are too slow; by itself every 30 s. */
  look(): void
}

interface Talk {
  /** Answers that are not out yet. */
  open: number
  sent: number
  wasWaiting: boolean
  /** The newest request, whose body may be on its way. */
  request: IncomingMessage | null
  got: number
  wasComing: boolean
}

/** What the system has taken of what was written: of a large piece, a part. `net` itself times out by the same. */
interface Counted {
  readonly _bytesDispatched?: number
  readonly _handle?: { readonly writeQueueSize?: number } | null
}

/**
 * The server of HTTP: nobody holds it by asking without reading, by sending without end, or by connections alone. One that
 * sends many requests ahead, or moves less than 1 kB a second, is ended, and so is one that there is no place for; `onCut` is
 * told how many were since the last look.
 */
export function openHttpServer(
  handle: RequestListener,
  onCut: (counts: Partial<Record<Cut, number>>) => void,
  limits: ConnectionLimits,
): HttpServer {
  const talks = new Map<Socket, Talk>()
  const places = createPlaces(limits)
  let counts: Partial<Record<Cut, number>> = {}
  const cut = (socket: Socket, why: Cut): void => {
    counts = { ...counts, [why]: (counts[why] ?? 0) + 1 }
    talks.delete(socket)
    socket.destroy()
  }
  const enter = (socket: Socket): Talk => {
    const known = talks.get(socket)
    if (known) return known
    const talk = { open: 0, sent: 0, wasWaiting: false, request: null, got: 0, wasComing: false }
    talks.set(socket, talk)
    socket.once('close', () => talks.delete(socket))
    return talk
  }
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEPT_MS }, (req, res) => {
    const { socket } = req
    // What came in the same piece is still read to its end.
    if (socket.destroyed) return
    const talk = enter(socket)
    if (talk.open >= MOST_AHEAD) return cut(socket, 'ahead')
    talk.open += 1
    talk.request = req
    places.work(socket)
    res.once('close', () => {
      talk.open -= 1
      if (talk.open > 0) return
      talk.wasWaiting = false
      places.rest(socket)
    })
    // As a message whose end is not clear is refused: nothing behind it is read.
    if (isHeadClear(req)) handle(req, res)
    else res.writeHead(400, { connection: 'close' }).end()
  })
  server.on('connection', socket => {
    const excess = places.enter(socket)
    if (excess) cut(excess, 'many')
  })

  const look = (): void => {
    let waiting = 0
    for (const [socket, talk] of talks) {
      const isSlow = noteMoved(socket, talk)
      waiting += socket.writableLength
      if (isSlow) cut(socket, 'slow')
      else if (waiting > MOST_WAITING) cut(socket, 'room')
    }
    if (Object.keys(counts).length > 0) onCut(counts)
    counts = {}
  }
  const timer = setInterval(look, LOOK_MS).unref()
  server.once('close', () => clearInterval(timer))
  return { server, look }
}

/** Whether it moved too little since the last look, while the other side had something to send or to take. */
function noteMoved(socket: Socket, talk: Talk): boolean {
  const [sent, got] = [sentOf(socket), socket.bytesRead]
  const isWaiting = socket.writableLength > 0
  // What has come and waits for us is not late.
  const isComing = talk.request !== null && !talk.request.complete && talk.request.readableLength === 0
  const isSlow =
    (isWaiting && talk.wasWaiting && sent - talk.sent < LEAST_BYTES) ||
    (isComing && talk.wasComing && got - talk.got < LEAST_BYTES)
  Object.assign(talk, { sent, got, wasWaiting: isWaiting, wasComing: isComing })
  return isSlow
}

/** Who is connected, and which connections have nothing under way, the longest idle first. */
function createPlaces({ most, mostOfOne, isProxy }: ConnectionLimits) {
  const lines = new Map<Socket, string>()
  const counts = new Map<string, number>()
  const idle = new Set<Socket>()
  const leave = (socket: Socket): void => {
    const line = lines.get(socket)
    if (line === undefined) return
    const left = (counts.get(line) ?? 0) - 1
    if (left > 0) counts.set(line, left)
    else counts.delete(line)
    lines.delete(socket)
    idle.delete(socket)
  }
  const giveWay = (isCounted: (line: string | undefined) => boolean): Socket | null => {
    for (const socket of idle) {
      if (!isCounted(lines.get(socket))) continue
      leave(socket)
      return socket
    }
    return null
  }
  return {
    /** @returns the connection to end: an idle one, or this one itself */
    enter(socket: Socket): Socket | null {
      const address = socket.remoteAddress ?? ''
      const line = lineOf(address)
      const isTooManyOfOne = (counts.get(line) ?? 0) >= mostOfOne && !isProxy(address)
      const isFull = isTooManyOfOne || lines.size >= most
      const ended = isFull ? (giveWay(other => !isTooManyOfOne || other === line) ?? socket) : null
      if (ended === socket) return socket
      lines.set(socket, line)
      counts.set(line, (counts.get(line) ?? 0) + 1)
      idle.add(socket)
      socket.once('close', () => leave(socket))
      return ended
    },
    work: (socket: Socket) => void idle.delete(socket),
    rest: (socket: Socket) => void (lines.has(socket) && idle.add(socket)),
  }
}

const sentOf = (socket: Socket & Counted): number =>
  (socket._bytesDispatched ?? socket.bytesWritten) - (socket._handle?.writeQueueSize ?? 0)
