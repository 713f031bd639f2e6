import { createHash } from 'node:crypto'
import { PackageName, PackageSignature, PackageVersion } from '@sluice/contract'
import { z } from 'zod'
import { measureJson } from '../http/measure-json.ts'
import { refuse } from '../http/refuse.ts'
import { sayPlace } from './read-package.ts'
import { signText, verifyText } from './seal-package.ts'

/** More releases than that are not told; the newest are. */
export const MOST_INDEXED = 5000
/** An index is not longer; read and checked before anything is built of it. */
export const MAX_INDEX_BYTES = 8 * 2 ** 20

const words = z.union([
  z.string().max(4000),
  z.object({ zh: z.string().max(4000), en: z.string().max(4000).optional(), pt: z.string().max(4000).optional() }),
])

/** One release as an index tells it. Further fields are for those that know them. */
const IndexEntry = z.object({
  name: PackageName,
  version: PackageVersion,
  publisher: z.string().min(1).max(60),
  publisher_key: PackageSignature.shape.key,
  /** SHA-256 of its file, hexadecimal, by which it is asked for. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z
    .int()
    .min(1)
    .max(2 ** 25),
  title: words,
  platforms: z.array(z.string().max(60)).max(40),
  released_at: z.iso.datetime(),
})
export type IndexEntry = z.output<typeof IndexEntry>

const MarketIndex = z.object({
  format: z.literal(1),
  /** Grows with every index of a market: an older one is known by it. */
  serial: z.int().min(1),
  signed_at: z.iso.datetime(),
  /** Of all releases, where not all are told. */
  total: z.int().min(0),
  packages: z.array(IndexEntry).max(MOST_INDEXED),
})
export type MarketIndex = z.output<typeof MarketIndex>

/** The index is a text inside, so that what is signed is what is read, byte by byte, and nothing is parsed before. */
const SignedIndex = z.object({
  payload: z.string().max(MAX_INDEX_BYTES),
  key: PackageSignature.shape.key,
  signature: PackageSignature.shape.value,
})

export interface OpenedIndex {
  readonly key: string
  /** SHA-256 of what was signed. */
  readonly digest: string
  readonly index: MarketIndex
}

const toSigned = (payload: string): Buffer => Buffer.from(`sluice-market-1\n${payload}`)

/** One line: it is the first of a file that holds its packages, too. */
export function signIndex(index: MarketIndex, secret: string): string {
  const payload = JSON.stringify(index)
  const { key, value } = signText(toSigned(payload), secret)
  return JSON.stringify({ payload, key, signature: value })
}

/**
 * An index whose signature fits its key. Another key than the one that is believed is refused before anything is read.
 * @param believed null: nobody has said yet whom to believe
 * @throws Failure `invalid.marketIndex`, `invalid.marketKey`, `invalid.marketAltered`
 */
export function openIndex(text: string, believed: string | null): OpenedIndex {
  const { payload, key, signature } = readForm(SignedIndex, text)
  if (believed !== null && key !== believed)
    throw refuse('invalid.marketKey', { field: 'key', value: fingerprintOf(key) })
  if (!verifyText(toSigned(payload), key, signature)) throw refuse('invalid.marketAltered', { field: 'index' })
  return { key, digest: digestOf(payload), index: readForm(MarketIndex, payload) }
}

function readForm<T>(form: z.ZodType<T>, text: string): T {
  const fail = (value: string, cause?: unknown) => refuse('invalid.marketIndex', { field: 'index', value, cause })
  if (text.length > 2 * MAX_INDEX_BYTES) throw fail('MB')
  const excess = measureJson(text)
  if (excess !== null) throw fail(excess)
  const parsed = form.safeParse(parse(text, fail))
  if (parsed.success) return parsed.data
  throw fail(sayPlace(parsed.error), parsed.error)
}

function parse(text: string, fail: (value: string, cause: unknown) => Error): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw fail('JSON', cause)
  }
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What people compare by eye or on the telephone: SHA-256 of the raw key, in groups of eight. */
export const fingerprintOf = (key: string): string =>
  (createHash('sha256').update(Buffer.from(key, 'base64url')).digest('hex').match(/.{8}/g) ?? []).join(' ')
