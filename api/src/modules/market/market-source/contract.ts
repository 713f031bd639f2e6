import { route } from '@sluice/contract'
import { z } from 'zod'

/** A market as one file: the signed index in its first line, a package in each that follows. */
export const MAX_MARKET_FILE_BYTES = 256 * 2 ** 20
/** An index for people to look at before they believe it; its first line of a file is no longer. */
const HEAD_CHARS = 2 ** 24

const Key = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const Address = z
  .string()
  .trim()
  .max(500)
  .regex(/^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?)?$/)

/** How the market of this installation is read by others. */
const Feed = z.object({
  is_on: z.boolean(),
  /** null: it is made when it is switched on, or written to a file, for the first time. */
  key: z.string().nullable(),
  fingerprint: z.string().nullable(),
  /** Of the index that was signed last; 0: none was. */
  serial: z.int(),
  signed_at: z.string().nullable(),
  /** Releases that it tells, the newest. */
  packages: z.int(),
  /** Older ones that the index has no room for. */
  left_out: z.int(),
  /** Where it lies, below the address of this installation. */
  path: z.string(),
})

const Trouble = z.object({ code: z.string(), message: z.string() })

export const MarketSource = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Empty: it comes by files alone. */
  address: z.string(),
  key: z.string(),
  fingerprint: z.string(),
  every_minutes: z.int(),
  takes: z.enum(['review', 'clean']),
  is_on: z.boolean(),
  serial: z.int(),
  /** When its last index was signed there. */
  signed_at: z.string().nullable(),
  /** Its newest index is older than it may be: somebody may keep newer ones back. */
  is_stale: z.boolean(),
  /** Releases in its index. */
  packages: z.int(),
  /** Of them still to be fetched. */
  remaining: z.int(),
  waiting: z.int(),
  released: z.int(),
  refused: z.int(),
  withdrawn: z.int(),
  looked_at: z.string().nullable(),
  /** Why the last look came to nothing. */
  failure: Trouble.nullable(),
  /** Packages that were not taken, and why. */
  problems: z.array(Trouble.extend({ name: z.string(), version: z.string() })),
  lock: z.int(),
})
export type MarketSource = z.output<typeof MarketSource>

/** What one sees of a market before saying that one believes it. */
const Peeked = z.object({
  address: z.string(),
  key: z.string(),
  fingerprint: z.string(),
  serial: z.int(),
  signed_at: z.string(),
  packages: z.int(),
  /** The first of them. */
  titles: z.array(z.string()),
  /** The source that has this key already. */
  source_id: z.uuid().nullable(),
})

const writable = {
  title: z.string().trim().min(1).max(60),
  address: Address.default(''),
  /** As somebody compared it with whoever runs that market. */
  key: Key,
  every_minutes: z.int().min(15).max(10_080).default(360),
  takes: z.enum(['review', 'clean']).default('review'),
}
const id = z.object({ id: z.uuid() })
const path = '/api/dh/lessee/market-source'

export const marketSource = {
  index: route({
    method: 'GET',
    path: '/api/market-feed/index',
    summary:
      'The market of this installation as others follow it: one signed document; not there unless its operator says so',
    permission: 'public',
    audit: 'query',
    content: 'file',
  }),
  package: route({
    method: 'GET',
    path: '/api/market-feed/package/{digest}',
    summary: 'One package of it, by the SHA-256 of its file',
    permission: 'public',
    audit: 'query',
    params: z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/) }),
    content: 'file',
  }),
  feed: route({
    method: 'GET',
    path: '/api/dh/lessee/market-feed',
    summary:
      'Whether others may follow this market, and by what key they know it; for the tenant that runs the installation',
    permission: 'review:query',
    audit: 'query',
    content: Feed,
  }),
  switch: route({
    method: 'PUT',
    path: '/api/dh/lessee/market-feed',
    summary: 'Let others follow this market, or no longer',
    permission: 'review:update',
    audit: 'update',
    body: z.strictObject({ is_on: z.boolean() }),
    content: Feed,
  }),
  renewKey: route({
    method: 'POST',
    path: '/api/dh/lessee/market-feed/key',
    summary: 'Sign by a new key from now on; who follows this market has to confirm it',
    permission: 'review:update',
    stepUp: true,
    audit: 'update',
    content: Feed,
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/market-feed/export',
    summary: 'The market with all its packages as one file, for an installation without a network',
    permission: 'review:query',
    audit: 'export',
    content: 'file',
  }),
  list: route({
    method: 'GET',
    path,
    summary: 'Markets of other installations that this one follows; for the tenant that runs the installation',
    permission: 'review:query',
    audit: 'query',
    content: z.array(MarketSource),
  }),
  peek: route({
    method: 'POST',
    path: `${path}/peek`,
    summary: 'What a market says of itself, and by what key, before anybody believes it; nothing is kept',
    permission: 'review:update',
    audit: 'query',
    bodyBytes: 2 * HEAD_CHARS,
    body: z.union([
      z.strictObject({ address: Address.min(1) }),
      /** The first line of a file. */
      z.strictObject({ head: z.string().min(1).max(HEAD_CHARS) }),
    ]),
    content: Peeked,
  }),
  add: route({
    method: 'POST',
    path,
    summary: 'Follow a market whose key was confirmed',
    permission: 'review:update',
    audit: 'add',
    body: z.strictObject(writable),
    content: MarketSource,
  }),
  save: route({
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Change how a market is followed, or follow it no longer for a time; another key begins anew',
    permission: 'review:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...writable, is_on: z.boolean(), lock: z.int() }),
    content: MarketSource,
  }),
  look: route({
    method: 'POST',
    path: `${path}/{id}/look`,
    summary: 'Look now for what is new there; why it came to nothing stands in the answer',
    permission: 'review:update',
    audit: 'update',
    params: id,
    content: MarketSource,
  }),
  import: route({
    method: 'POST',
    path: `${path}/{id}/import`,
    summary: 'The same from a file: all of it or nothing',
    permission: 'review:update',
    audit: 'import',
    params: id,
    upload: { maxBytes: MAX_MARKET_FILE_BYTES },
    content: MarketSource,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Follow a market no longer; its packages leave this one, what is installed of them stays',
    permission: 'review:update',
    audit: 'delete',
    params: id,
    content: z.array(z.never()),
  }),
}
