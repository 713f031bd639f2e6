import { createHash } from 'node:crypto'
import {
  close,
  fstat,
  lstatSync,
  mkdir,
  mkdtempSync,
  open,
  read,
  readdir,
  rename,
  rmSync,
  type Stats,
  stat,
  unlink,
  write,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'

const { Server, utils } = ssh2
const { OPEN_MODE, STATUS_CODE } = utils.sftp

export interface SftpServer {
  readonly port: number
  readonly directory: string
  readonly fingerprint: string
  /** Requests of SFTP so far: `OPEN /a.csv`. */
  readonly requests: string[]
  readonly faults: {
    /** No answer to the next request of this kind. */
    silentAt: string | null
    /** The line breaks when the next request of this kind comes; `after`: when it is done. */
    cutAt: string | null
    cutAfter: string | null
    /** Refused with status 3. */
    denied: string | null
  }
  /** From now on the server shows another key. */
  changeKey(): Promise<void>
  close(): Promise<void>
}

export interface SftpAccount {
  readonly username: string
  readonly password: string
  /** Public key in OpenSSH form. */
  readonly publicKey?: string
}

type KeyOptions = Parameters<typeof utils.generateKeyPairSync>[1] & { readonly passphrase?: string }

/** Of the keys that the library makes it cannot read one in two hundred itself. */
export function makeKeyPair(options?: KeyOptions): ReturnType<typeof utils.generateKeyPairSync> {
  for (;;) {
    const pair = utils.generateKeyPairSync('ed25519', options)
    if (!(utils.parseKey(pair.private, options?.passphrase) instanceof Error)) return pair
  }
}

/** A real SSH server over a directory of its own, with faults on demand. */
export async function startSftp(account: SftpAccount): Promise<SftpServer> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-sftp-'))
  const requests: string[] = []
  const faults: SftpServer['faults'] = { silentAt: null, cutAt: null, cutAfter: null, denied: null }
  const clients = new Set<Connection>()
  let key = makeKeyPair()
  const listen = (port: number) =>
    new Promise<InstanceType<typeof Server>>(resolve => {
      const made = new Server({ hostKeys: [key.private] }, client => {
        clients.add(client)
        // The types do not know it; without it every answer waits for the next packet.
        ;(client as unknown as { setNoDelay(isOn: boolean): void }).setNoDelay(true)
        client.on('error', () => undefined).on('close', () => clients.delete(client))
        client.on('authentication', ctx => signIn(ctx, account))
        client.on('session', accept =>
          accept().on('sftp', open => serve(open(), { directory, requests, faults, cut: () => client.end() })),
        )
      })
      made.listen(port, '127.0.0.1', () => resolve(made))
    })
  const stop = (running: InstanceType<typeof Server>) =>
    new Promise<void>(resolve => {
      for (const client of clients) client.end()
      running.close(() => resolve())
    })
  let server = await listen(0)
  const { port } = server.address() as AddressInfo // it listens on a port
  const blob = (utils.parseKey(key.public) as ssh2.ParsedKey).getPublicSSH() // it was just made
  return {
    port,
    directory,
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    requests,
    faults,
    changeKey: async () => {
      await stop(server)
      key = makeKeyPair()
      server = await listen(port)
    },
    close: async () => {
      await stop(server)
      rmSync(directory, { recursive: true })
    },
  }
}

function signIn(ctx: AuthContext, account: SftpAccount): void {
  if (isKnown(ctx, account)) ctx.accept()
  else ctx.reject(['password', 'publickey'])
}

function isKnown(ctx: AuthContext, { username, password, publicKey }: SftpAccount): boolean {
  if (ctx.username !== username) return false
  if (ctx.method === 'password') return ctx.password === password
  if (ctx.method !== 'publickey' || publicKey === undefined) return false
  const known = utils.parseKey(publicKey) as ssh2.ParsedKey // made by the test
  const isProved = !ctx.signature || known.verify(ctx.blob ?? '', ctx.signature, ctx.hashAlgo) === true
  return ctx.key.data.equals(known.getPublicSSH()) && isProved
}

interface Shop {
  readonly directory: string
  readonly requests: string[]
  readonly faults: SftpServer['faults']
  cut(): void
}

const codes: Readonly<Record<string, number>> = {
  ENOENT: STATUS_CODE.NO_SUCH_FILE,
  EACCES: STATUS_CODE.PERMISSION_DENIED,
}

type Answer = (error: NodeJS.ErrnoException | null) => void

/** What one client has open, and how its requests are met. */
class Desk {
  readonly sftp: SFTPWrapper
  readonly files = new Map<number, { readonly fd: number; readonly path: string }>()
  readonly folders = new Map<number, string[]>()
  readonly #shop: Shop
  #next = 1

  constructor(sftp: SFTPWrapper, shop: Shop) {
    this.sftp = sftp
    this.#shop = shop
  }

  locate(path: string): string {
    return join(this.#shop.directory, normalize(`/${path}`))
  }

  makeHandle(): { readonly id: number; readonly handle: Buffer } {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(this.#next)
    this.#next += 1
    return { id: this.#next - 1, handle }
  }

  fileOf(handle: Buffer): { readonly fd: number; readonly path: string } | undefined {
    return this.files.get(handle.readUInt32BE())
  }

  answer(reqId: number, kind: string): Answer {
    return error => {
      if (this.#shop.faults.cutAfter === kind) this.#shop.cut()
      else this.sftp.status(reqId, error ? (codes[error.code ?? ''] ?? STATUS_CODE.FAILURE) : STATUS_CODE.OK)
    }
  }

  sendStat(reqId: number): (error: NodeJS.ErrnoException | null, found?: Stats) => void {
    return (error, found) => {
      if (found) this.sftp.attrs(reqId, toAttributes(found))
      else this.answer(reqId, 'STAT')(error)
    }
  }

  /** False when the request is met by a fault instead of work. */
  begin(reqId: number, kind: string, path: string): boolean {
    const { requests, faults, cut } = this.#shop
    requests.push(`${kind} ${path}`)
    const isSilent = faults.silentAt === kind
    if (isSilent) faults.silentAt = null
    if (faults.cutAt === kind) cut()
    if (faults.denied === kind) this.sftp.status(reqId, STATUS_CODE.PERMISSION_DENIED)
    return !isSilent && faults.cutAt !== kind && faults.denied !== kind
  }
}

/** The requests of one client. What it leaves open is closed with it. */
function serve(sftp: SFTPWrapper, shop: Shop): void {
  const desk = new Desk(sftp, shop)
  serveBytes(sftp, desk)
  serveNames(sftp, desk)
  sftp.on('close', () => {
    for (const { fd } of desk.files.values()) close(fd)
    desk.files.clear()
  })
}

function serveBytes(sftp: SFTPWrapper, desk: Desk): void {
  sftp.on('OPEN', (reqId, path, flags) => {
    if (!desk.begin(reqId, 'OPEN', path)) return
    const mode = flags & OPEN_MODE.WRITE ? (flags & OPEN_MODE.EXCL ? 'wx' : 'w') : 'r'
    open(desk.locate(path), mode, (error, fd) => {
      if (error) return desk.answer(reqId, 'OPEN')(error)
      const { id, handle } = desk.makeHandle()
      desk.files.set(id, { fd, path })
      sftp.handle(reqId, handle)
    })
  })
  sftp.on('READ', (reqId, handle, offset, length) => {
    const file = desk.fileOf(handle)
    if (!file || !desk.begin(reqId, 'READ', file.path)) return
    read(file.fd, Buffer.alloc(length), 0, length, offset, (error, size, bytes) => {
      if (error) desk.answer(reqId, 'READ')(error)
      else if (size === 0) sftp.status(reqId, STATUS_CODE.EOF)
      else sftp.data(reqId, bytes.subarray(0, size))
    })
  })
  sftp.on('WRITE', (reqId, handle, offset, bytes) => {
    const file = desk.fileOf(handle)
    if (file && desk.begin(reqId, 'WRITE', file.path))
      write(file.fd, bytes, 0, bytes.length, offset, desk.answer(reqId, 'WRITE'))
  })
  sftp.on('FSTAT', (reqId, handle) => {
    const file = desk.fileOf(handle)
    if (file) fstat(file.fd, desk.sendStat(reqId))
  })
  sftp.on('CLOSE', (reqId, handle) => {
    const file = desk.fileOf(handle)
    desk.files.delete(handle.readUInt32BE())
    if (file) close(file.fd, desk.answer(reqId, 'CLOSE'))
    else sftp.status(reqId, STATUS_CODE.OK)
  })
}

function serveNames(sftp: SFTPWrapper, desk: Desk): void {
  for (const kind of ['STAT', 'LSTAT'] as const)
    sftp.on(kind as 'STAT', (reqId, path) => {
      if (desk.begin(reqId, 'STAT', path)) stat(desk.locate(path), desk.sendStat(reqId))
    })
  sftp.on('OPENDIR', (reqId, path) => {
    if (!desk.begin(reqId, 'OPENDIR', path)) return
    readdir(desk.locate(path), (error, names) => {
      if (error) return desk.answer(reqId, 'OPENDIR')(error)
      const { id, handle } = desk.makeHandle()
      desk.folders.set(
        id,
        names.map(name => join(path, name)),
      )
      sftp.handle(reqId, handle)
    })
  })
  sftp.on('READDIR', (reqId, handle) => {
    const names = desk.folders.get(handle.readUInt32BE())?.splice(0, 100) ?? []
    if (names.length === 0) return sftp.status(reqId, STATUS_CODE.EOF)
    const entries = names.map(path => {
      const filename = path.slice(path.lastIndexOf('/') + 1)
      return { filename, longname: filename, attrs: toAttributes(lookAt(desk.locate(path))) }
    })
    return sftp.name(reqId, entries)
  })
  sftp.on('RENAME', (reqId, from, to) => {
    if (desk.begin(reqId, 'RENAME', to)) rename(desk.locate(from), desk.locate(to), desk.answer(reqId, 'RENAME'))
  })
  sftp.on('MKDIR', (reqId, path) => {
    if (desk.begin(reqId, 'MKDIR', path)) mkdir(desk.locate(path), desk.answer(reqId, 'MKDIR'))
  })
  sftp.on('REMOVE', (reqId, path) => {
    if (desk.begin(reqId, 'REMOVE', path)) unlink(desk.locate(path), desk.answer(reqId, 'REMOVE'))
  })
}

/** As itself; a name that is no text cannot be looked at here, and is some file. */
const lookAt = (path: string): Stats => lstatSync(path, { throwIfNoEntry: false }) ?? lstatSync(import.meta.filename)

const toAttributes = ({ mode, size, atimeMs, mtimeMs, uid, gid }: Stats) => ({
  mode,
  size,
  uid,
  gid,
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
})
