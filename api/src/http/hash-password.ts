import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { createPasswordQueue } from './password-queue.ts'

/** OWASP's second choice of 2025: 19 MiB, two passes. About 25 ms here, 52 a second. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const HASH_BYTES = 32
// Each hash holds its memory while it runs; more at once would only queue in the thread pool.
const MAX_AT_ONCE = 4

/** Who asks, so that those who ask much keep only themselves waiting: `lineOf` an address, or a user. */
type From = string

/** The product itself, at its start and by the command line. */
export const ITSELF: From = 'itself'

/** argon2id in PHC form. */
export async function hashPassword(password: string, from: From): Promise<string> {
  const salt = randomBytes(16)
  const hash = await queue.run(from, () => derive(password, salt, COST, HASH_BYTES))
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
}

/** Constant time for one cost; false for a text that is no hash. */
export async function verifyPassword(stored: string, password: string, from: From): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!match) return false
  const [, memory, passes, parallelism, salt, hash] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ] // five groups
  const wanted = Buffer.from(hash, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const given = await queue.run(from, () => derive(password, Buffer.from(salt, 'base64'), cost, wanted.length))
  return timingSafeEqual(given, wanted)
}

/** Verifies against a hash nobody knows the password of: as long as a real one, always false. */
export async function verifyNothing(password: string, from: From): Promise<false> {
  dummy ??= hashPassword(randomBytes(24).toString('base64'), ITSELF)
  await verifyPassword(await dummy, password, from)
  return false
}
let dummy: Promise<string> | undefined

/** True when the stored hash was made with a smaller cost than today's. */
export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`)

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const queue = createPasswordQueue(MAX_AT_ONCE)

const derive = (
  password: string,
  nonce: Buffer,
  cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>,
  tagLength: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // NFKC: the same password typed on two keyboards is one password
    const parameters = { message: Buffer.from(password.normalize('NFKC')), nonce, tagLength, ...cost }
    argon2('argon2id', parameters, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
