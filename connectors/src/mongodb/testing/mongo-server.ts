import { type AddressInfo, createServer, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'
import { ScramExchange } from './scram.ts'
import { CommandError, EXACT, Store } from './store.ts'

export interface MongoAccount {
  readonly username: string
  readonly password: string
  /** What its roles allow, as `connectionStatus` tells it. */
  readonly privileges: readonly Document[]
}

export interface MongoServer {
  readonly port: number
  readonly store: Store
  /** Commands so far, without those of the driver's own watch: `find orders`. */
  readonly commands: string[]
  /** Laid over the answer to hello: a replica set and its members. */
  readonly hello: Document
  readonly faults: {
    /** Finds on this collection take so long. */
    slow: { readonly collection: string; readonly ms: number } | null
    /** The next command of this name is refused with this code. */
    refuse: { readonly command: string; readonly code: number } | null
  }
  close(): Promise<void>
}

const [OP_REPLY, OP_QUERY, OP_MSG] = [1, 2004, 2013]
const FREE = new Set(['hello', 'ismaster', 'isMaster', 'saslStart', 'saslContinue', 'ping', 'buildInfo', 'endSessions'])

/**
 * A server that speaks the wire protocol of MongoDB (OP_MSG, and OP_QUERY for the first hello) over collections in
 * memory: a stand-in for a real one, written from its documents. The driver that talks to it is the real one.
 */
export async function startMongo(account: MongoAccount | null): Promise<MongoServer> {
  const store = new Store()
  const commands: string[] = []
  const hello: Document = {}
  const faults: MongoServer['faults'] = { slow: null, refuse: null }
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    serve(socket, new Client({ store, account, commands, faults, hello }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    store,
    commands,
    hello,
    faults,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function serve(socket: Socket, client: Client): void {
  let held = Buffer.alloc(0)
  let turn = Promise.resolve()
  socket.on('data', chunk => {
    held = Buffer.concat([held, chunk])
    while (held.length >= 16 && held.length >= held.readInt32LE(0)) {
      const message = held.subarray(0, held.readInt32LE(0))
      held = held.subarray(message.length)
      turn = turn
        .then(async () => {
          const answer = await client.answer(message)
          if (!socket.destroyed) socket.write(answer)
        })
        .catch(() => {
          socket.destroy()
        })
    }
  })
}

interface Serving extends Pick<MongoServer, 'store' | 'commands' | 'faults' | 'hello'> {
  readonly account: MongoAccount | null
}

class Client {
  readonly #server: Serving
  #exchange: ScramExchange | null = null
  #isSignedIn = false

  constructor(server: Serving) {
    this.#server = server
  }

  async answer(message: Buffer): Promise<Buffer> {
    const [id, code] = [message.readInt32LE(4), message.readInt32LE(12)]
    if (code === OP_QUERY) {
      const start = message.indexOf(0, 20) + 9
      return wrapReply(id, await this.#run(BSON.deserialize(message.subarray(start), EXACT)))
    }
    if (code !== OP_MSG) throw new Error(`unknown opcode ${code}`)
    return wrapMessage(id, await this.#run(readMessage(message)))
  }

  async #run(body: Document): Promise<Document> {
    const name = Object.keys(body)[0] ?? ''
    try {
      if (!FREE.has(name)) this.#server.commands.push(typeof body[name] === 'string' ? `${name} ${body[name]}` : name)
      if (this.#server.account && !this.#isSignedIn && !FREE.has(name))
        throw new CommandError(13, `command ${name} requires authentication`)
      await this.#suffer(name, body)
      const answer = this.#own(name, body) ?? this.#server.store.commands[name]?.(body, String(body['$db']))
      if (!answer) throw new CommandError(59, `no such command: '${name}'`)
      return { ...answer, ok: 1 }
    } catch (error) {
      const code = error instanceof CommandError ? error.code : 2
      return { ok: 0, errmsg: error instanceof Error ? error.message : '', code, codeName: `Code${code}` }
    }
  }

  async #suffer(name: string, body: Document): Promise<void> {
    const { slow, refuse } = this.#server.faults
    if (slow && name === 'find' && body['find'] === slow.collection)
      await new Promise(resolve => setTimeout(resolve, slow.ms).unref())
    if (refuse?.command !== name) return
    this.#server.faults.refuse = null
    throw new CommandError(refuse.code, 'refused on purpose')
  }

  #own(name: string, body: Document): Document | null {
    if (/^(hello|ismaster)$/i.test(name)) return this.#hello(body)
    if (name === 'ping' || name === 'endSessions') return {}
    if (name === 'buildInfo') return { version: '7.0.0', versionArray: [7, 0, 0, 0] }
    if (name === 'connectionStatus') {
      const account = this.#server.account
      const users = account ? [{ user: account.username, db: 'admin' }] : []
      return { authInfo: { authenticatedUsers: users, authenticatedUserPrivileges: account?.privileges ?? [] } }
    }
    if (name === 'saslStart') return this.#begin(body)
    if (name === 'saslContinue') return this.#end(body)
    return null
  }

  #hello(body: Document): Document {
    return {
      helloOk: true,
      ismaster: true,
      isWritablePrimary: true,
      maxBsonObjectSize: 16 * 1024 * 1024,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ...this.#server.hello,
      ...(body['saslSupportedMechs'] ? { saslSupportedMechs: ['SCRAM-SHA-256'] } : {}),
    }
  }

  #begin({ mechanism, payload }: Document): Document {
    if (mechanism !== 'SCRAM-SHA-256') throw new CommandError(334, `Mechanism ${mechanism} is not supported`)
    this.#exchange = new ScramExchange(this.#server.account?.password ?? '')
    const { username, answer } = this.#exchange.begin(textOf(payload))
    if (username !== this.#server.account?.username)
      this.#exchange = new ScramExchange(`not ${this.#server.account?.password}`)
    return { conversationId: 1, done: false, payload: new BSON.Binary(Buffer.from(answer)) }
  }

  #end({ payload }: Document): Document {
    const signature = this.#exchange?.end(textOf(payload)) ?? null
    if (signature === null) throw new CommandError(18, 'Authentication failed.')
    this.#isSignedIn = true
    return { conversationId: 1, done: true, payload: new BSON.Binary(Buffer.from(signature)) }
  }
}

const textOf = (payload: BSON.Binary): string => Buffer.from(payload.buffer).toString('utf8', 0, payload.position)

/** Section 0 is the body; documents of the other sections are lists of it. */
function readMessage(message: Buffer): Document {
  let body: Document = {}
  const lists: Document = {}
  for (let at = 20; at < message.length; ) {
    const kind = message[at]
    const size = message.readInt32LE(at + 1)
    if (kind === 0) body = BSON.deserialize(message.subarray(at + 1, at + 1 + size), EXACT)
    else {
      const nameEnd = message.indexOf(0, at + 5)
      const documents: Document[] = []
      for (let from = nameEnd + 1; from < at + 1 + size; from += message.readInt32LE(from))
        documents.push(BSON.deserialize(message.subarray(from, from + message.readInt32LE(from)), EXACT))
      lists[message.toString('utf8', at + 5, nameEnd)] = documents
    }
    at += 1 + size
  }
  return { ...body, ...lists }
}

let lastId = 0
function header(length: number, to: number, code: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeInt32LE(16 + length, 0)
  bytes.writeInt32LE(++lastId, 4)
  bytes.writeInt32LE(to, 8)
  bytes.writeInt32LE(code, 12)
  return bytes
}

function wrapMessage(to: number, body: Document): Buffer {
  const document = BSON.serialize(body)
  return Buffer.concat([header(5 + document.length, to, OP_MSG), Buffer.alloc(5), document])
}

function wrapReply(to: number, body: Document): Buffer {
  const document = BSON.serialize(body)
  const head = Buffer.alloc(20)
  head.writeInt32LE(1, 16)
  return Buffer.concat([header(20 + document.length, to, OP_REPLY), head, document])
}
