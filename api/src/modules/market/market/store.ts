import type { Tx } from '@sluice/db'
import type { PackageCard } from '../../../packaging/index.ts'
import type { Candidate } from './delivered.ts'

/** One package of the market with its figures. */
export interface CardRow extends Candidate {
  readonly installs: number
  readonly installed: number
  readonly records: string
  readonly errors: string
  readonly rating: number
  readonly reviews: number
}

/**
 * All that may be installed, each package by its newest version: what came with the product is handed in, so that it is
 * searched, sorted and paged with the others. $1: Candidate[] as JSON.
 */
export const CANDIDATES = `candidates as (
  select ref, name, version, publisher, publisher_key, origin, source, words, platforms, industry, card, changed_at
    from jsonb_to_recordset($1::jsonb) as d(ref text, name text, version text, publisher text, publisher_key text, origin text, source text,
      words text, platforms text[], industry text, card jsonb, changed_at timestamptz)
  union all
  select * from (
    select distinct on (r.package_id) 'release:' || r.id, r.name, r.version, r.publisher, r.publisher_key, 'own', '', r.words,
           r.platforms, r.industry, r.card, r.created_at
      from package_release r where r.tenant_id = app_tenant() and r.state in ('released', 'waiting')
     order by r.package_id, r.created_at desc, r.id desc) own
  union all
  select * from (
    select distinct on (o.package_id) 'release:' || o.id, o.name, o.version, o.publisher, o.publisher_key, 'market', o.source, o.words,
           o.platforms, o.industry, o.card, o.created_at
      from market_offer o
     where o.code_digest is null
       and not exists (select from package_release r where r.tenant_id = app_tenant() and r.package_id = o.package_id)
     order by o.package_id, o.created_at desc, o.id desc) offered
  union all
  select * from (
    select distinct on (u.name, u.publisher_key) 'upload:' || u.id, u.name, u.version, u.publisher, u.publisher_key, 'upload', '',
           u.words, u.platforms, u.industry, u.card, u.created_at
      from package_upload u where u.tenant_id = app_tenant()
     order by u.name, u.publisher_key, u.created_at desc, u.id desc) brought
)`

const CARD = `c.ref, c.name, c.version, c.publisher, c.publisher_key, c.origin, c.source, c.words, c.platforms, c.industry, c.card,
  c.changed_at, coalesce(s.installs, 0) as installs, coalesce(i.installed, 0)::int as installed,
  coalesce(s.records, 0)::text as records, coalesce(s.errors, 0)::text as errors,
  coalesce(v.rating, 0)::float8 as rating, coalesce(v.reviews, 0)::int as reviews`
const FIGURES = `left join market_use s on s.name = c.name and s.publisher_key = c.publisher_key
  left join (select name, publisher_key, count(*) as installed from package_installation
              where tenant_id = app_tenant() group by name, publisher_key) i
    on i.name = c.name and i.publisher_key = c.publisher_key
  left join (select name, publisher_key, round(avg(stars), 1) as rating, count(*) as reviews from market_review
              group by name, publisher_key) v on v.name = c.name and v.publisher_key = c.publisher_key`

export interface MarketFilter {
  /** Lower case. */
  readonly pattern: string | null
  readonly platforms: readonly string[]
  readonly industry: string | null
  readonly origin: string | null
  readonly publisher: string | null
  /** Empty: what came with the product. */
  readonly publisherKey: string | null
  /** Id of a collection. */
  readonly collection: string | null
  readonly sort: 'used' | 'newest' | 'rating' | 'title'
}

const orders: Readonly<Record<MarketFilter['sort'], string>> = {
  used: 'coalesce(s.installs, 0) desc, c.origin, c.name',
  newest: 'c.changed_at desc nulls last, c.name',
  rating: 'coalesce(v.rating, 0) desc, coalesce(s.installs, 0) desc, c.name',
  title: `coalesce(c.card -> 'title' ->> 'zh', c.card ->> 'title'), c.name`,
}

export const searchMarket = (
  tx: Tx,
  delivered: string,
  filter: MarketFilter,
  limit: number,
  offset: number,
): Promise<(CardRow & { readonly total: string })[]> =>
  tx.query(
    `with ${CANDIDATES} select ${CARD}, count(*) over ()::text as total from candidates c ${FIGURES}
      where ($2::text is null or c.words like $2 escape '\\' or lower(c.publisher) like $2 escape '\\') and c.platforms @> $3::text[]
        and ($4::text is null or c.industry = $4) and ($5::text is null or c.origin = $5)
        and ($6::text is null or c.publisher = $6) and ($7::text is null or c.publisher_key = $7)
        and ($8::uuid is null or exists (
          select from market_collection m, jsonb_to_recordset(m.members) as x(name text, publisher_key text)
           where m.id = $8 and x.name = c.name and x.publisher_key = c.publisher_key))
      order by ${orders[filter.sort]}, c.ref limit $9 offset $10`,
    [
      ...[delivered, filter.pattern, filter.platforms, filter.industry, filter.origin, filter.publisher],
      ...[filter.publisherKey, filter.collection, limit, offset],
    ],
  )

export interface PublisherRow {
  readonly name: string
  readonly packages: number
  readonly platforms: readonly string[]
  readonly first_at: string | null
  readonly changed_at: string | null
  readonly installs: number
  readonly records: string
  readonly errors: string
  readonly rating: number
  readonly reviews: number
}

/** Of what the tenant may install of one publisher. undefined: nothing. */
export async function findPublisher(tx: Tx, delivered: string, key: string): Promise<PublisherRow | undefined> {
  const [row] = await tx.query<PublisherRow>(
    // One that lies here as a file and in the market is one package.
    `with ${CANDIDATES}, cards as (
       select distinct on (c.name) ${CARD} from candidates c ${FIGURES} where c.publisher_key = $2
        order by c.name, c.changed_at desc nulls last)
     select (array_agg(publisher order by changed_at desc nulls last))[1] as name, count(*)::int as packages,
            array(select distinct unnest(platforms) from cards order by 1) as platforms,
            (select min(x.changed_at) from (
               select created_at as changed_at from market_offer where publisher_key = $2 and code_digest is null
               union all select changed_at from cards) x) as first_at,
            max(changed_at) as changed_at, sum(installs)::int as installs, sum(records::numeric)::text as records,
            sum(errors::numeric)::text as errors,
            coalesce(round((sum(rating * reviews) / nullif(sum(reviews), 0))::numeric, 1), 0)::float8 as rating,
            sum(reviews)::int as reviews
       from cards having count(*) > 0`,
    [delivered, key],
  )
  return row
}

export async function findCard(tx: Tx, candidate: Candidate): Promise<CardRow | undefined> {
  const [row] = await tx.query<CardRow>(
    `with c as (select ref, name, version, publisher, publisher_key, origin, source, words, platforms, industry, card, changed_at
       from jsonb_to_recordset($1::jsonb) as d(ref text, name text, version text, publisher text, publisher_key text,
       origin text, source text, words text, platforms text[], industry text, card jsonb, changed_at timestamptz))
     select ${CARD} from c ${FIGURES}`,
    [JSON.stringify([candidate])],
  )
  return row
}

export const listFacets = (
  tx: Tx,
  delivered: string,
): Promise<{ readonly kind: string; readonly value: string; readonly packages: number }[]> =>
  tx.query(
    `with ${CANDIDATES}
     select 'platform' as kind, p as value, count(*)::int as packages from candidates, unnest(platforms) p
      where p not like 'own:%' group by p
     union all select 'industry', industry, count(*)::int from candidates where industry <> '' group by industry
     union all (select 'publisher', publisher, count(*)::int from candidates where publisher <> '' group by publisher
                 order by 3 desc, 2 limit 200)
     order by 1, 3 desc, 2`,
    [delivered],
  )

export interface Located {
  readonly ref: string
  readonly name: string
  readonly version: string
  readonly document: string
  readonly sha256: string
  readonly publisher: string
  readonly publisher_key: string
  readonly origin: 'own' | 'market' | 'upload'
  readonly source: string
  readonly words: string
  readonly platforms: readonly string[]
  readonly industry: string
  readonly card: PackageCard
  readonly created_at: string
  readonly share_code: string | null
}

/** What stands in the market, and what the tenant has a code for. */
const READABLE = `(code_digest is null or code_digest in (
  select encode(sha256(u.share_code::bytea), 'hex') from package_upload u
   where u.tenant_id = app_tenant() and u.share_code is not null))`

/** One's own release, or another's that may be read. */
export async function findRelease(tx: Tx, id: string): Promise<Located | undefined> {
  const [row] = await tx.query<Located>(
    `select 'release:' || id as ref, name, version, document, sha256, publisher, publisher_key, 'own' as origin, '' as source, words,
            platforms, industry, card, created_at, share_code
       from package_release where tenant_id = app_tenant() and id = $1 and state in ('released', 'waiting')
     union all
     select 'release:' || id, name, version, document, sha256, publisher, publisher_key, 'market', source, words, platforms,
            industry, card, created_at, null
       from market_offer where id = $1 and ${READABLE}
     limit 1`,
    [id],
  )
  return row
}

export async function findUpload(tx: Tx, id: string): Promise<Located | undefined> {
  const [row] = await tx.query<Located>(
    `select 'upload:' || id as ref, name, version, document, sha256, publisher, publisher_key, 'upload' as origin, '' as source, words,
            platforms, industry, card, created_at, share_code
       from package_upload where tenant_id = app_tenant() and id = $1`,
    [id],
  )
  return row
}

/** The newest release that is shared by a code. The code is the right to read it. */
export async function findShared(tx: Tx, code: string): Promise<Omit<Located, 'origin' | 'source'> | undefined> {
  const [row] = await tx.query<Omit<Located, 'origin' | 'source'>>(
    `select 'release:' || id as ref, name, version, document, sha256, publisher, publisher_key, words, platforms, industry,
            card, created_at, $1::text as share_code
       from market_offer where code_digest = encode(sha256($1::bytea), 'hex') order by created_at desc, id desc limit 1`,
    [code],
  )
  return row
}

/** Of a package all versions that may be had, the newest first. */
export const listVersions = (
  tx: Tx,
  name: string,
  key: string,
): Promise<
  { readonly ref: string; readonly version: string; readonly created_at: string; readonly card: PackageCard }[]
> =>
  tx.query(
    `select * from (
       select 'release:' || id as ref, version, created_at, card from package_release
        where tenant_id = app_tenant() and name = $1 and publisher_key = $2 and state in ('released', 'waiting')
       union
       select 'release:' || id, version, created_at, card from market_offer
        where name = $1 and publisher_key = $2 and ${READABLE}
       union all
       select 'upload:' || id, version, created_at, card from package_upload
        where tenant_id = app_tenant() and name = $1 and publisher_key = $2) v
     order by created_at desc limit 100`,
    [name, key],
  )

/** All that is offered of some packages, for those that look for newer ones. */
export const listOffered = (
  tx: Tx,
  names: readonly string[],
): Promise<
  { readonly ref: string; readonly name: string; readonly publisher_key: string; readonly version: string }[]
> =>
  tx.query(
    `select 'release:' || id as ref, name, publisher_key, version from package_release
      where tenant_id = app_tenant() and name = any($1::text[]) and state in ('released', 'waiting')
     union
     select 'release:' || id, name, publisher_key, version from market_offer
      where name = any($1::text[]) and ${READABLE}
     union all
     select 'upload:' || id, name, publisher_key, version from package_upload
      where tenant_id = app_tenant() and name = any($1::text[])`,
    [names],
  )

export type UploadWrite = Omit<Located, 'ref' | 'origin' | 'source' | 'created_at'> & {
  readonly id: string
  readonly userId: string
}

/** The same file again is the one that is there. Answers with its id. */
export async function insertUpload(tx: Tx, row: UploadWrite): Promise<string> {
  const [kept] = await tx.query<{ id: string }>(
    `insert into package_upload
       (id, name, version, document, sha256, publisher, publisher_key, share_code, words, platforms, industry, card, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (tenant_id, sha256, publisher_key) do update set share_code = coalesce(excluded.share_code, package_upload.share_code)
     returning id`,
    [
      ...[row.id, row.name, row.version, row.document, row.sha256, row.publisher, row.publisher_key, row.share_code],
      ...[row.words, row.platforms, row.industry, JSON.stringify(row.card), row.userId],
    ],
  )
  return kept?.id ?? row.id
}

export async function countUploads(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    'select count(*)::text as count from package_upload where tenant_id = app_tenant()',
  )
  return Number(row?.count ?? 0)
}

export const deleteUpload = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from package_upload where tenant_id = app_tenant() and id = $1', [id])

export interface ReviewRow {
  readonly stars: number
  readonly text: string
  /** The name of who said it. */
  readonly tenant: string
  readonly version: string
  readonly created_at: string
  readonly is_own: boolean
}

/** Who says something, told by nothing that others could read back. */
const REVIEWER = `encode(sha256(('review/' || app_tenant()::text)::bytea), 'hex')`

export const listReviews = (tx: Tx, name: string, key: string): Promise<ReviewRow[]> =>
  tx.query(
    `select stars, said as text, said_by as tenant, version, created_at, reviewer = ${REVIEWER} as is_own
       from market_review where name = $1 and publisher_key = $2 order by created_at desc limit 100`,
    [name, key],
  )

export const writeReview = (
  tx: Tx,
  row: Pick<Located, 'name' | 'publisher_key' | 'version'> & Pick<ReviewRow, 'stars' | 'text'>,
): Promise<number> =>
  tx.execute(
    `insert into market_review (name, publisher_key, reviewer, said_by, stars, said, version)
     select $1, $2, ${REVIEWER}, t.name, $3, $4, $5 from tenant t where t.id = app_tenant()
     on conflict (name, publisher_key, reviewer) do update set stars = $3, said = $4, version = $5, created_at = now()`,
    [row.name, row.publisher_key, row.stars, row.text, row.version],
  )

export async function isInstalled(tx: Tx, name: string, key: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from package_installation where tenant_id = app_tenant() and name = $1 and publisher_key = $2 limit 1',
    [name, key],
  )
  return rows.length > 0
}

export const listSimilar = (
  tx: Tx,
  delivered: string,
  { ref, platforms }: Pick<Candidate, 'ref' | 'platforms'>,
): Promise<{ readonly ref: string; readonly card: PackageCard }[]> =>
  tx.query(
    `with ${CANDIDATES} select c.ref, c.card from candidates c where c.ref <> $2 and c.platforms && $3::text[]
      order by cardinality(array(select unnest(c.platforms) intersect select unnest($3::text[]))) desc, c.ref limit 4`,
    [delivered, ref, platforms],
  )
