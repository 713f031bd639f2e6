import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** How a column travels. */
type Wire = 'int' | 'bigint' | 'bit' | 'text' | 'maxtext' | 'bytes'
type WireValue = string | number | boolean | Buffer | null

export interface Answer {
  readonly columns?: readonly (readonly [string, Wire])[]
  readonly rows?: readonly (readonly WireValue[])[]
  /** Behind the rows. */
  readonly error?: { readonly number: number; readonly message: string }
  readonly count?: number
  /** The line is reset behind the rows. */
  readonly isCut?: boolean
}

/** A statement as it came: a batch, or `sp_executesql` with its values. */
export type Reply = (sql: string, values: readonly (string | Buffer | null)[]) => Answer | Promise<Answer>

const [BATCH, RPC, LOGIN, PRELOGIN] = [1, 3, 0x10, 0x12]
const PLP_NULL = Buffer.alloc(8, 0xff)
const COLLATION = Buffer.from([9, 4, 0xd0, 0, 0x34])

/** Enough of MS-TDS 7.4 to answer a client with what a SQL Server would say: no server of Microsoft's is at hand. */
export class TdsServer {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Every statement in its order. */
  readonly seen: string[] = []
  readonly password: string
  reply: Reply = () => ({})

  constructor(password: string) {
    this.password = password
    this.#server = createServer(socket => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
      readMessages(socket, (type, body) => this.#take(socket, type, body))
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port // it listens on a port
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #take(socket: Socket, type: number, body: Buffer): Promise<void> {
    if (type === PRELOGIN) return send(socket, makePrelogin())
    if (type === LOGIN) return send(socket, this.#signIn(body))
    if (type !== BATCH && type !== RPC) return send(socket, makeDone(0))
    const content = body.subarray(body.readUInt32LE(0))
    const { sql, values } = type === BATCH ? { sql: content.toString('utf16le'), values: [] } : readRpc(content)
    // The settings that the driver begins with.
    if (/^set ansi_nulls/.test(sql)) return send(socket, makeDone(0))
    this.seen.push(sql)
    const answer = await this.reply(sql, values)
    const tokens = [
      ...makeEnvironment(sql),
      ...(answer.columns ? [makeMetadata(answer.columns)] : []),
      ...(answer.rows ?? []).map(row => makeRow(answer.columns ?? [], row)),
    ]
    if (answer.isCut) {
      socket.write(makePacket(Buffer.concat(tokens), false), () => socket.resetAndDestroy())
      return
    }
    if (answer.error) tokens.push(makeError(answer.error.number, answer.error.message))
    send(
      socket,
      Buffer.concat([...tokens, makeDone(answer.count ?? answer.rows?.length ?? 0, answer.error !== undefined)]),
    )
  }

  #signIn(body: Buffer): Buffer {
    const read = (at: number) =>
      body.subarray(body.readUInt16LE(at), body.readUInt16LE(at) + body.readUInt16LE(at + 2) * 2)
    const hidden = read(44).map(byte => {
      const plain = byte ^ 0xa5
      return ((plain & 0x0f) << 4) | (plain >> 4)
    })
    const database = read(68).toString('utf16le')
    if (Buffer.from(hidden).toString('utf16le') !== this.password)
      return Buffer.concat([
        makeError(18456, `Login failed for user '${read(40).toString('utf16le')}'.`),
        makeDone(0, true),
      ])
    if (database === 'no_such_database')
      return Buffer.concat([
        makeError(4060, `Cannot open database "${database}" requested by the login.`),
        makeDone(0, true),
      ])
    const name = bVarchar('Microsoft SQL Server')
    const ack = Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4]), name, Buffer.from([16, 0, 0, 1])])
    return Buffer.concat([Buffer.from([0xad]), u16(ack.length), ack, makeDone(0)])
  }
}

function readMessages(socket: Socket, take: (type: number, body: Buffer) => void): void {
  let held = Buffer.alloc(0)
  let parts: Buffer[] = []
  socket.on('data', chunk => {
    held = Buffer.concat([held, chunk])
    while (held.length >= 8 && held.length >= held.readUInt16BE(2)) {
      const length = held.readUInt16BE(2)
      const [type = 0, status = 0] = held
      parts.push(held.subarray(8, length))
      held = held.subarray(length)
      if ((status & 1) === 0) continue
      take(type, Buffer.concat(parts))
      parts = []
    }
  })
}

function makePacket(content: Buffer, isLast: boolean): Buffer {
  const head = Buffer.from([4, isLast ? 1 : 0, 0, 0, 0, 0, 1, 0])
  head.writeUInt16BE(content.length + 8, 2)
  return Buffer.concat([head, content])
}

function send(socket: Socket, content: Buffer): void {
  for (let at = 0; at === 0 || at < content.length; at += 4000)
    socket.write(makePacket(content.subarray(at, at + 4000), at + 4000 >= content.length))
}

const u16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8])
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
const bVarchar = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'utf16le')])

/** Version, and that encryption is not supported. */
const makePrelogin = (): Buffer => Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 1, 0, 0, 2])

function makeDone(count: number, isError = false): Buffer {
  const bytes = Buffer.alloc(13)
  bytes[0] = 0xfd
  bytes.writeUInt16LE((isError ? 2 : 0) | 0x10, 1)
  bytes.writeUInt16LE(0xc1, 3)
  bytes.writeBigUInt64LE(BigInt(count), 5)
  return bytes
}

function makeError(number: number, message: string): Buffer {
  const text = Buffer.concat([u16(message.length), Buffer.from(message, 'utf16le')])
  const content = Buffer.concat([u32(number), Buffer.from([1, 16]), text, bVarchar('srv'), bVarchar(''), u32(1)])
  return Buffer.concat([Buffer.from([0xaa]), u16(content.length), content])
}

/** A transaction's beginning and end are told to the client, which then names it in each request. */
function makeEnvironment(sql: string): Buffer[] {
  const transaction = Buffer.from([8, 1, 0, 0, 0, 0, 0, 0, 1])
  const type = /^begin tran/i.test(sql) ? 8 : /^commit/i.test(sql) ? 9 : /rollback transaction$/i.test(sql) ? 10 : 0
  if (type === 0) return []
  const content = Buffer.concat([
    Buffer.from([type]),
    ...(type === 8 ? [transaction, Buffer.from([0])] : [Buffer.from([0]), transaction]),
  ])
  return [Buffer.concat([Buffer.from([0xe3]), u16(content.length), content])]
}

const typeInfo: Readonly<Record<Wire, Buffer>> = {
  int: Buffer.from([0x26, 4]),
  bigint: Buffer.from([0x26, 8]),
  bit: Buffer.from([0x68, 1]),
  text: Buffer.concat([Buffer.from([0xe7]), u16(8000), COLLATION]),
  maxtext: Buffer.concat([Buffer.from([0xe7]), u16(0xffff), COLLATION]),
  bytes: Buffer.concat([Buffer.from([0xa5]), u16(8000)]),
}

const makeMetadata = (columns: NonNullable<Answer['columns']>): Buffer =>
  Buffer.concat([
    Buffer.from([0x81]),
    u16(columns.length),
    ...columns.flatMap(([name, wire]) => [u32(0), u16(1), typeInfo[wire], bVarchar(name)]),
  ])

const makeRow = (columns: NonNullable<Answer['columns']>, row: readonly WireValue[]): Buffer =>
  Buffer.concat([Buffer.from([0xd1]), ...columns.map(([, wire], at) => makeValue(wire, row[at] ?? null))])

function makeValue(wire: Wire, value: WireValue): Buffer {
  if (wire === 'int') return value === null ? Buffer.from([0]) : Buffer.concat([Buffer.from([4]), u32(Number(value))])
  if (wire === 'bit') return value === null ? Buffer.from([0]) : Buffer.from([1, value ? 1 : 0])
  if (wire === 'bigint') {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(String(value ?? 0)))
    return value === null ? Buffer.from([0]) : Buffer.concat([Buffer.from([8]), bytes])
  }
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value), 'utf16le')
  if (wire !== 'maxtext') return value === null ? u16(0xffff) : Buffer.concat([u16(bytes.length), bytes])
  if (value === null) return PLP_NULL
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(bytes.length))
  return Buffer.concat([length, ...(bytes.length > 0 ? [u32(bytes.length), bytes] : []), u32(0)])
}

/** `sp_executesql`: the statement, the names of the values, the values. */
function readRpc(content: Buffer): { sql: string; values: (string | Buffer | null)[] } {
  let at = 6
  const values: (string | Buffer | null)[] = []
  while (at < content.length) {
    at += 1 + (content[at] ?? 0) * 2 + 1
    const type = content[at] ?? 0
    const isPlp = content.readUInt16LE(at + 1) === 0xffff
    at += type === 0xe7 ? 8 : 3
    const parts: Buffer[] = []
    let isNull = false
    if (isPlp) {
      isNull = content.subarray(at, at + 8).equals(PLP_NULL)
      at += 8
      for (let size = isNull ? 0 : content.readUInt32LE(at); !isNull; size = content.readUInt32LE(at)) {
        at += 4
        if (size === 0) break
        parts.push(content.subarray(at, at + size))
        at += size
      }
    } else {
      const size = content.readUInt16LE(at)
      isNull = size === 0xffff
      parts.push(content.subarray(at + 2, at + 2 + (isNull ? 0 : size)))
      at += 2 + (isNull ? 0 : size)
    }
    const bytes = Buffer.concat(parts)
    values.push(isNull ? null : type === 0xe7 ? bytes.toString('utf16le') : bytes)
  }
  return { sql: String(values[0]), values: values.slice(2) }
}
