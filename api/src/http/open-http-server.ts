import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** A request with its body, so long. */
const REQUEST_MS = 120_000
/** As long as proxies keep a connection for their next request, and a little longer. */
const KEPT_MS = 72_000
/** Requests on one connection before the first is answered. Browsers and proxies send one; each further one costs memory. */
const MOST_AHEAD = 8
const LOOK_MS = 30_000
/** So much of an answer goes out between two looks, 1 kB a second, or its reader keeps what others need. */
const LEAST_BYTES = 30_000
/** Of all answers together that wait for their readers. */
const MOST_WAITING = 256 * 2 ** 20

/** Why a connection was ended. */
type Cut = 'ahead' | 'slow' | 'room'

export interface HttpServer {
  readonly server: Server
  /** Ends connections whose readers are too slow; by itself every 30 s. */
  look(): void
}

interface Talk {
  /** Answers that are not out yet. */
  open: number
  sent: number
  wasWaiting: boolean
}

/** What the system has taken of what was written: of a large piece, a part. `net` itself times out by the same. */
interface Counted {
  readonly _bytesDispatched?: number
  readonly _handle?: { readonly writeQueueSize?: number } | null
}

/**
 * The server of HTTP: nobody holds it by asking without reading. A connection that sends many requests ahead, or takes less
 * than 1 kB a second of its answer, is ended, and `onCut` is told how many were since the last look.
 */
export function openHttpServer(
  handle: RequestListener,
  onCut: (counts: Partial<Record<Cut, number>>) => void,
): HttpServer {
  const talks = new Map<Socket, Talk>()
  let counts: Partial<Record<Cut, number>> = {}
  const cut = (socket: Socket, why: Cut): void => {
    counts = { ...counts, [why]: (counts[why] ?? 0) + 1 }
    talks.delete(socket)
    socket.destroy()
  }
  const enter = (socket: Socket): Talk => {
    const known = talks.get(socket)
    if (known) return known
    const talk = { open: 0, sent: 0, wasWaiting: false }
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
    res.once('close', () => {
      talk.open -= 1
      if (talk.open === 0) talk.wasWaiting = false
    })
    handle(req, res)
  })

  const look = (): void => {
    let waiting = 0
    for (const [socket, talk] of talks) {
      const sent = sentOf(socket)
      const isSlow = socket.writableLength > 0 && talk.wasWaiting && sent - talk.sent < LEAST_BYTES
      Object.assign(talk, { sent, wasWaiting: socket.writableLength > 0 })
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

const sentOf = (socket: Socket & Counted): number =>
  (socket._bytesDispatched ?? socket.bytesWritten) - (socket._handle?.writeQueueSize ?? 0)
