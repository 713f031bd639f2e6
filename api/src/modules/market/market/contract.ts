import { MAX_PACKAGE_BYTES, PackageFlow, packageParameterTypes, route } from '@sluice/contract'
import { z } from 'zod'

/**
 * Where a package lies: `delivered:NAME` came with the product, `release:UUID` was released by a tenant, `upload:UUID`
 * was brought as a file.
 */
export const PackageRef = z.string().regex(/^(delivered:[a-z][a-z0-9-]{1,59}|(release|upload):[0-9a-f-]{36})$/)

const Platform = z.object({ id: z.string(), name: z.string(), icon: z.object({ text: z.string(), color: z.string() }) })

const card = {
  ref: z.string(),
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  industry: z.string(),
  tags: z.array(z.string()),
  version: z.string(),
  publisher: z.string(),
  /** What tells two publishers of one name apart; empty: it came with the product. */
  publisher_key: z.string(),
  /** delivered: of the product; own: of this tenant; market; upload. */
  origin: z.enum(['delivered', 'own', 'market', 'upload']),
  /** The market of another installation that it came from; empty: of none. */
  source: z.string(),
  platforms: z.array(Platform),
  flows: z.int(),
  /** Titles of what moves. */
  documents: z.array(z.string()),
  changed_at: z.string().nullable(),
  /** Living installations, over all tenants. */
  installs: z.int(),
  /** Of this tenant. */
  installed: z.int(),
  /** Written in the last 30 days by its installations, and how many of them failed; of tenants that agreed. */
  records: z.string(),
  errors: z.string(),
  /** 0: nobody said. */
  rating: z.number(),
  reviews: z.int(),
}
export const MarketCard = z.object(card)
export type MarketCard = z.output<typeof MarketCard>

const Said = z.object({ field: z.string(), value: z.string() })

export const MarketDetail = z.object({
  ...card,
  licence: z.string(),
  /** Markdown, in the reader's language where the package has it. */
  readme: z.string(),
  changes: z.string(),
  pictures: z.array(z.object({ path: z.string(), data: z.string() })),
  /** Public key of the publisher; null: it came with the product. */
  key: z.string().nullable(),
  connections: z.array(
    z.object({
      slot: z.string(),
      platform_id: z.string(),
      title: z.string(),
      rights: z.array(z.string()),
      platform: Platform.nullable(),
    }),
  ),
  /** The data scope. */
  scope: z.array(
    PackageFlow.pick({ strategy: true, from: true, to: true, increment: true, required: true }).extend({
      title: z.string(),
      document: z.string(),
      trigger: z.string(),
    }),
  ),
  parameters: z.array(
    z.object({
      name: z.string(),
      type: z.enum(packageParameterTypes),
      required: z.boolean(),
      default: z.string().optional(),
      title: z.string(),
      help: z.string(),
      choices: z.array(z.object({ value: z.string(), title: z.string() })),
    }),
  ),
  maps: z.array(z.object({ name: z.string(), lines: z.int() })),
  objects: z.array(z.object({ kind: z.string(), key: z.string() })),
  /** Permissions that making its required flows needs, beside the one to install. */
  permissions: z.array(z.string()),
  versions: z.array(
    z.object({ ref: z.string(), version: z.string(), created_at: z.string().nullable(), changes: z.string() }),
  ),
  samples: z.int(),
  dependencies: z.array(Said),
  said: z.array(
    z.object({
      stars: z.int(),
      text: z.string(),
      tenant: z.string(),
      version: z.string(),
      created_at: z.string(),
      is_own: z.boolean(),
    }),
  ),
  similar: z.array(z.object({ ref: z.string(), title: z.string() })),
})
export type MarketDetail = z.output<typeof MarketDetail>

/** Who signs: the public key, or `product` for what comes with it. */
const PublisherId = z.string().regex(/^([A-Za-z0-9_-]{43}|product)$/)

/** Who signs packages, and how what is installed of them does. */
const Publisher = z.object({
  /** The newest name they signed by. */
  name: z.string(),
  /** null: it is the product itself. */
  key: z.string().nullable(),
  packages: z.int(),
  platforms: z.array(Platform),
  first_at: z.string().nullable(),
  changed_at: z.string().nullable(),
  /** Of all packages together, as on a card. */
  installs: z.int(),
  records: z.string(),
  errors: z.string(),
  rating: z.number(),
  reviews: z.int(),
})

const Member = z.strictObject({ name: z.string().min(1).max(60), publisher_key: z.string().max(43) })
const collection = {
  title: z.string().trim().min(1).max(60),
  summary: z.string().trim().max(200).default(''),
  /** The lowest stands first. */
  position: z.int().min(0).max(1000).default(0),
  members: z.array(Member).min(1).max(100),
}
/** Packages that the operator put together. */
const Collection = z.object({
  id: z.uuid(),
  title: z.string(),
  summary: z.string(),
  position: z.int(),
  /** For the next save; 409 when somebody saved meanwhile. */
  lock: z.int(),
  /** is_here: it may be installed; the others are told to the operator alone. */
  members: z.array(z.object({ name: z.string(), publisher_key: z.string(), title: z.string(), is_here: z.boolean() })),
  platforms: z.array(Platform),
})

export const marketSorts = ['used', 'newest', 'rating', 'title'] as const

export const market = {
  search: route({
    method: 'POST',
    path: '/api/dh/lessee/market/searchv2',
    summary: 'Packages that may be installed: of the product, of the market, one’s own and uploaded ones',
    permission: 'market:query',
    audit: 'query',
    body: z.strictObject({
      keyword: z.string().max(100).optional(),
      /** All of them take part. */
      platforms: z.array(z.string().max(50)).max(5).optional(),
      industry: z.string().max(40).optional(),
      origin: z.enum(['delivered', 'own', 'market', 'upload']).optional(),
      publisher: z.string().max(60).optional(),
      publisher_id: PublisherId.optional(),
      /** Id of a collection. */
      collection: z.uuid().optional(),
      sort: z.enum(marketSorts).default('used'),
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(100).default(24),
    }),
    content: z.array(MarketCard),
  }),
  facets: route({
    method: 'GET',
    path: '/api/dh/lessee/market',
    summary: 'What the whole market offers to narrow a search by',
    permission: 'market:query',
    audit: 'query',
    content: z.object({
      platforms: z.array(Platform.extend({ packages: z.int() })),
      industries: z.array(z.string()),
      /** At most 200, those with most packages first. */
      publishers: z.array(z.object({ name: z.string(), packages: z.int() })),
      /** Whether the caller runs the market: `/market-review` and collections are theirs. */
      may_review: z.boolean(),
    }),
  }),
  collections: route({
    method: 'GET',
    path: '/api/dh/lessee/market-collection',
    summary: 'Collections of packages, as the operator put them together',
    permission: 'market:query',
    audit: 'query',
    content: z.array(Collection),
  }),
  addCollection: route({
    method: 'POST',
    path: '/api/dh/lessee/market-collection',
    summary: 'Put packages together for all tenants; for the tenant that runs the installation',
    permission: 'review:update',
    audit: 'add',
    body: z.strictObject(collection),
    content: z.array(Collection),
  }),
  saveCollection: route({
    method: 'PUT',
    path: '/api/dh/lessee/market-collection/{id}',
    summary: 'Change a collection',
    permission: 'review:update',
    audit: 'update',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ ...collection, lock: z.int() }),
    content: z.array(Collection),
  }),
  removeCollection: route({
    method: 'DELETE',
    path: '/api/dh/lessee/market-collection/{id}',
    summary: 'Take a collection out of the market; its packages stay',
    permission: 'review:update',
    audit: 'delete',
    params: z.object({ id: z.uuid() }),
    content: z.array(z.never()),
  }),
  publisher: route({
    method: 'GET',
    path: '/api/dh/lessee/market/publisher/{id}',
    summary: 'Who signs packages: what they offer, since when, and how it does at those who have it',
    permission: 'market:query',
    audit: 'query',
    params: z.object({ id: PublisherId }),
    content: Publisher,
  }),
  detail: route({
    method: 'GET',
    path: '/api/dh/lessee/market/{ref}',
    summary: 'One package with everything it says of itself',
    permission: 'market:query',
    audit: 'query',
    params: z.object({ ref: PackageRef }),
    content: MarketDetail,
  }),
  open: route({
    method: 'POST',
    path: '/api/dh/lessee/market/open',
    summary: 'Find what was shared by a code',
    permission: 'market:query',
    audit: 'import',
    body: z.strictObject({ code: z.string().trim().min(4).max(40) }),
    content: z.object({ ref: z.string() }),
  }),
  upload: route({
    method: 'POST',
    path: '/api/dh/lessee/market/upload',
    summary: 'Bring a package as a file; an altered one is refused',
    permission: 'market:install',
    audit: 'import',
    bodyBytes: MAX_PACKAGE_BYTES * 2,
    body: z.strictObject({ text: z.string().max(MAX_PACKAGE_BYTES) }),
    content: z.object({ ref: z.string() }),
  }),
  discard: route({
    method: 'DELETE',
    path: '/api/dh/lessee/market/upload/{id}',
    summary: 'Forget a package that was uploaded; what is installed of it stays',
    permission: 'market:install',
    audit: 'delete',
    params: z.object({ id: z.uuid() }),
    content: z.array(z.never()),
  }),
  say: route({
    method: 'PUT',
    path: '/api/dh/lessee/market/{ref}/review',
    summary: 'Say what one thinks of a package that is installed here; again is another opinion',
    permission: 'market:install',
    audit: 'update',
    params: z.object({ ref: PackageRef }),
    body: z.strictObject({ stars: z.int().min(1).max(5), text: z.string().trim().max(2000).default('') }),
    content: z.array(z.never()),
  }),
}
