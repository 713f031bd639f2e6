import { EventEmitter } from 'node:events'
import type { ConnectorContext } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import type { Connection } from 'mysql2'
import { toFailure } from '../failure.ts'
import type { Params } from '../manifest.ts'
import { ask, cut, DIAL_TIMEOUT_MS, driverOptions, makeTls } from '../session.ts'
import { type BinlogEvent, type EventHead, parseEvent } from './binlog-event.ts'

/** The server says this often that it is still there. */
const HEARTBEAT_SECONDS = 5
const QUEUE_BYTES = 8 * 2 ** 20
const CHECKSUM_BYTES = 4
/** The first event of a file. */
const FORMAT = 15

export interface BinlogPlace {
  readonly file: string
  readonly position: number
  /** MariaDB: goes on by global transaction ids instead, on whichever server has them. */
  readonly gtid?: string
}

export interface BinlogMessage {
  readonly head: EventHead
  readonly event: BinlogEvent
  readonly bytes: number
}

/** The driver's queue of commands, which is missing from its types. Its own dump knows no rows and does not send. */
interface Wire {
  addCommand(command: EventEmitter): void
  readonly stream: { write(bytes: Buffer): void }
  _resetSequenceId(): void
  _bumpSequenceId(packets: number): void
}
interface Packet {
  readonly buffer: Buffer
  readonly start: number
  readonly end: number
  isEOF(): boolean
  isError(): boolean
  asError(encoding: string): Error
}

/** COM_BINLOG_DUMP: asks for the log, then takes packets until the connection ends. */
class DumpCommand extends EventEmitter {
  readonly #request: Buffer
  #isSent = false

  constructor(file: string, position: number, serverId: number) {
    super()
    const name = Buffer.from(file)
    const body = Buffer.alloc(11)
    body.writeUInt8(0x12, 0)
    body.writeUInt32LE(position, 1)
    body.writeUInt32LE(serverId, 7)
    const head = Buffer.from([body.length + name.length, 0, 0, 0])
    this.#request = Buffer.concat([head, body, name])
  }

  /** Called by the driver, at first without a packet; true: done. */
  execute(packet: Packet | null, wire: Wire): boolean {
    if (!this.#isSent || packet === null) {
      this.#isSent = true
      wire._resetSequenceId()
      wire.stream.write(this.#request)
      wire._bumpSequenceId(1)
      return false
    }
    if (packet.isError()) this.emit('error', packet.asError('utf8'))
    else if (packet.isEOF()) this.emit('error', new Error('Connection lost'))
    else {
      this.emit('event', packet.buffer.subarray(packet.start + 5, packet.end))
      return false
    }
    return true
  }
}

/** Events of a server's binary log from a place on. The socket rests while nobody takes them. */
export class BinlogStream {
  readonly #connection: Connection
  readonly #cut: () => void
  readonly #queue: BinlogMessage[] = []
  #queuedBytes = 0
  #checksumBytes = 0
  #isPaused = false
  #isClosed = false
  #error: unknown = null
  #wake: () => void = () => undefined

  private constructor(connection: Connection, cutSocket: () => void) {
    this.#connection = connection
    this.#cut = cutSocket
  }

  /** @throws Failure */
  static async open(
    params: Params,
    context: ConnectorContext,
    place: BinlogPlace,
    serverId: number,
  ): Promise<BinlogStream> {
    const { default: mysql } = await import('mysql2')
    const dialled = await context.egress.dial(params.host, params.port, { timeoutMs: DIAL_TIMEOUT_MS })
    const connection = mysql.createConnection({
      ...driverOptions,
      host: params.host,
      port: params.port,
      user: params.username,
      password: params.password ?? '',
      database: params.database,
      stream: dialled,
      ...makeTls(params),
    })
    const stream = new BinlogStream(connection, () => cut(dialled, 'Connection lost'))
    connection.on('error', error => stream.#end(error))
    dialled.once('close', () => stream.#end(new Error('Connection lost')))
    const deadline = setTimeout(() => cut(dialled, 'connect ETIMEDOUT'), DIAL_TIMEOUT_MS)
    try {
      await new Promise<void>((resolve, reject) => connection.connect(error => (error ? reject(error) : resolve())))
      for (const sql of makePrelude(place)) await ask(connection, sql)
      const [[checksum] = []] = await ask(connection, 'select @@global.binlog_checksum')
      stream.#checksumBytes = checksum === 'CRC32' ? CHECKSUM_BYTES : 0
    } catch (error) {
      stream.close()
      throw toFailure(error, 'Following the binary log failed')
    } finally {
      clearTimeout(deadline)
    }
    stream.#start(place, serverId)
    return stream
  }

  /** The next event; null after `waitMs` without one. @throws Failure */
  async next(waitMs: number): Promise<BinlogMessage | null> {
    if (this.#queue.length === 0 && !this.#isClosed && this.#error === null) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, waitMs)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    const message = this.#queue.shift()
    if (message === undefined) {
      if (this.#error !== null) throw explain(this.#error)
      // Never null: a reader that asks again and again would keep everybody else from working.
      if (this.#isClosed) throw explain(new Error('Connection lost'))
      return null
    }
    this.#queuedBytes -= message.bytes
    if (this.#isPaused && this.#queuedBytes < QUEUE_BYTES / 2) {
      this.#isPaused = false
      this.#connection.resume()
    }
    return message
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0
  }

  close(): void {
    this.#isClosed = true
    this.#cut()
    this.#wake()
  }

  #start({ file, position, gtid }: BinlogPlace, serverId: number): void {
    const dump = gtid === undefined ? new DumpCommand(file, position, serverId) : new DumpCommand('', 4, serverId)
    dump.on('error', error => this.#end(error))
    dump.on('event', (bytes: Buffer) => this.#take(bytes))
    const wire = this.#connection as unknown as Wire // see Wire
    wire.addCommand(dump)
  }

  #take(bytes: Buffer): void {
    try {
      const message = { ...parseEvent(this.#strip(bytes)), bytes: bytes.length + 64 }
      this.#queue.push(message)
      this.#queuedBytes += message.bytes
    } catch (error) {
      this.#end(error)
      return
    }
    if (this.#queuedBytes > QUEUE_BYTES && !this.#isPaused) {
      this.#isPaused = true
      this.#connection.pause()
    }
    this.#wake()
  }

  /** Each file says at its head whether its events end in a checksum; a broken event breaks the connection anyway. */
  #strip(bytes: Buffer): Buffer {
    if (bytes[4] === FORMAT) this.#checksumBytes = bytes[bytes.length - 5] === 1 ? CHECKSUM_BYTES : 0
    return bytes.subarray(0, bytes.length - this.#checksumBytes)
  }

  #end(error: unknown): void {
    if (this.#isClosed) return
    this.#error ??= error
    this.#wake()
  }
}

/** Checksums as the server makes them; MariaDB says with 4 that we know its transaction ids. */
function makePrelude({ gtid }: BinlogPlace): string[] {
  return [
    'set @master_binlog_checksum = @@global.binlog_checksum, @source_binlog_checksum = @@global.binlog_checksum',
    `set @master_heartbeat_period = ${HEARTBEAT_SECONDS}000000000, @source_heartbeat_period = ${HEARTBEAT_SECONDS}000000000`,
    'set @mariadb_slave_capability = 4',
    'set net_write_timeout = 600',
    ...(gtid === undefined || !/^[\d,-]+$/.test(gtid)
      ? []
      : [`set @slave_connect_state = '${gtid}', @slave_gtid_strict_mode = 0`]),
  ]
}

/** 1236: the log that comes next is not there any more. */
function explain(error: unknown): Failure {
  const errno = error instanceof Error && 'errno' in error ? error.errno : 0
  if (errno !== 1236) return toFailure(error, 'Following the binary log failed')
  const reason = error instanceof Error ? error.message : ''
  if (/same server_id|same server_uuid|server id/i.test(reason))
    return new Failure({
      code: 'follow.busy',
      message: 'Another connection follows this server under the same number.',
      retry: 'later',
      cause: error,
    })
  return makeLost('The server has removed the binary log that comes next.', error)
}

export const makeLost = (message: string, cause?: unknown): Failure =>
  new Failure({
    code: 'follow.lost',
    message,
    advice:
      'Keep binary logs longer (binlog_expire_logs_seconds), then run the strategy in full: it reads everything anew and then follows.',
    ...(cause === undefined ? {} : { cause }),
  })
