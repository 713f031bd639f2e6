import type { FieldSpec, Resource } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { toStorable } from '../stage/storable.ts'
import type { ConnectorPlace } from './discoveries.ts'
import type { DiscoveryWork } from './discovery-rows.ts'
import type { FieldChange } from './drift.ts'
import { noteDrift } from './drift-rows.ts'

/** Of a catalogue; older ones make room. */
const MAX_CHANGES = 5000
const GONE_DAYS = 90
const MAX_COMMENT = 1000

type JobPlace = Pick<DiscoveryWork, 'tenant_id' | 'connector_id' | 'env'>
const placeOf = ({ tenant_id, connector_id, env }: JobPlace): string[] => [tenant_id, connector_id, env]
const AT = 'tenant_id = $1 and connector_id = $2 and env = $3'

/** What can be seen of an object without asking for its fields; a search looks through `words` too. */
export interface Found {
  readonly resource: Resource
  readonly words: readonly string[]
}

/**
 * Objects as they were found. A change is a row beside it where there was a list before: an object that is new, that
 * came back, or that is called or kept otherwise.
 */
export async function keepObjects(tx: Tx, job: DiscoveryWork, found: readonly Found[]): Promise<void> {
  const changes = await tx.query<{ object_id: string; kind: string }>(
    `with given as (
       select * from json_to_recordset($5::json) as r(
         id text, schema text, label text, kind text, direction text, comment text, estimated bigint, search text)),
     old as (select o.* from catalogue_object o join given g on g.id = o.id where o.tenant_id = $1 and o.connector_id = $2 and o.env = $3),
     put as (
       insert into catalogue_object as o
         (tenant_id, connector_id, env, round, id, schema, label, kind, direction, comment, estimated_count, search)
       select $1, $2, $3, $4, id, schema, label, kind, direction, comment, estimated, search from given
       on conflict (tenant_id, connector_id, env, id) do update set round = excluded.round, schema = excluded.schema,
         label = excluded.label, kind = excluded.kind, direction = excluded.direction, comment = excluded.comment,
         estimated_count = excluded.estimated_count, search = excluded.search, gone_at = null)
     insert into catalogue_change (tenant_id, connector_id, env, object_id, kind, detail)
     select $1, $2, $3, g.id,
         case when o.id is null then 'added' when o.gone_at is not null then 'returned' else 'changed' end,
         case when o.id is null or o.gone_at is not null then '{}' else jsonb_strip_nulls(jsonb_build_object(
           'label', case when o.label <> g.label then jsonb_build_array(o.label, g.label) end,
           'kind', case when o.kind <> g.kind then jsonb_build_array(o.kind, g.kind) end,
           'direction', case when o.direction <> g.direction then jsonb_build_array(o.direction, g.direction) end,
           'comment', case when o.comment <> g.comment then jsonb_build_array(o.comment, g.comment) end))::json end
       from given g left join old o on o.id = g.id
      where $6::boolean and (o.id is null or o.gone_at is not null
         or (o.label, o.kind, o.direction, o.comment) <> (g.label, g.kind, g.direction, g.comment))
      order by g.id returning object_id, kind`,
    [...placeOf(job), job.id, JSON.stringify(found.map(toRow)), job.listed_at !== null],
  )
  const returned = changes.flatMap(({ object_id, kind }) => (kind === 'returned' ? [object_id] : []))
  await noteDrift(tx, job, returned, { gone: false })
}

function toRow({ resource, words }: Found) {
  const { id, label, schema = '', comment = '', kind, direction, estimatedCount } = resource
  const texts = { id, label, schema, comment: comment.slice(0, MAX_COMMENT) }
  const search = [...Object.values(texts), ...words].join('\n').toLowerCase()
  return {
    ...Object.fromEntries(Object.entries({ ...texts, search }).map(([name, text]) => [name, toStorable(text)])),
    kind,
    direction,
    estimated: estimatedCount === undefined ? null : Math.round(estimatedCount),
  }
}

/** Objects that a list which came to its end did not hold. */
export async function markGone(tx: Tx, job: DiscoveryWork): Promise<void> {
  const gone = await tx.query<{ object_id: string }>(
    `with gone as (update catalogue_object set gone_at = clock_timestamp()
        where ${AT} and round <> $4 and gone_at is null returning id)
     insert into catalogue_change (tenant_id, connector_id, env, object_id, kind)
     select $1, $2, $3, id, 'removed' from gone order by id returning object_id`,
    [...placeOf(job), job.id],
  )
  await noteDrift(
    tx,
    job,
    gone.map(({ object_id }) => object_id),
    { gone: true },
  )
}

/** Objects behind `after` whose fields somebody has seen or a strategy lives by. */
export const listWatched = (
  tx: Tx,
  job: DiscoveryWork,
  after: string | null,
  limit: number,
): Promise<{ readonly id: string }[]> =>
  tx.query(
    `select id from catalogue_object o where ${AT} and gone_at is null and kind in ('table', 'view')
        and ($4::text is null or id > $4) and (described_at is not null or exists (
          select from strategy s join strategy_version v
            on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
           where s.tenant_id = $1
             and (s.source_connector_id = $2 and v.config -> 'source' ->> 'resource' = o.id
               or s.target_connector_id = $2 and v.config -> 'target' ->> 'resource' = o.id)))
      order by id limit $5`,
    [...placeOf(job), after, limit],
  )

/** Fields of an object that is listed; others than before are a change. */
export async function keepFields(tx: Tx, place: JobPlace, described: Resource): Promise<void> {
  const id = toStorable(described.id)
  const [known] = await tx.query<{ fields: FieldSpec[] | null }>(
    `select fields from catalogue_object where ${AT} and id = $4 for update`,
    [...placeOf(place), id],
  )
  if (!known) return
  await tx.execute(
    `update catalogue_object set fields = $5, described_at = clock_timestamp() where ${AT} and id = $4`,
    [...placeOf(place), id, JSON.stringify(described.fields)],
  )
  const detail = known.fields && compareFields(known.fields, described.fields)
  if (!detail) return
  await tx.execute(
    `insert into catalogue_change (tenant_id, connector_id, env, object_id, kind, detail) values ($1, $2, $3, $4, 'fields', $5)`,
    [...placeOf(place), id, JSON.stringify(detail)],
  )
  await noteDrift(tx, place, [id], { ...detail, fields: described.fields })
}

/** The same for the environment that is active. */
export async function keepFieldsOf(tx: Tx, { tenantId, connectorId }: ConnectorPlace, described: Resource) {
  const [row] = await tx.query<{ env: string }>('select env from connector where tenant_id = $1 and id = $2', [
    tenantId,
    connectorId,
  ])
  if (row) await keepFields(tx, { tenant_id: tenantId, connector_id: connectorId, env: row.env }, described)
}

/** null: nothing is different. */
function compareFields(before: readonly FieldSpec[], after: readonly FieldSpec[]): FieldChange | null {
  const was = new Map(before.map(field => [field.name, sayType(field)]))
  const is = new Map(after.map(field => [field.name, sayType(field)]))
  const added = [...is.keys()].filter(name => !was.has(name))
  const removed = [...was.keys()].filter(name => !is.has(name))
  const changed = [...is].flatMap(([name, to]) => {
    const from = was.get(name)
    return from === undefined || from === to ? [] : [{ name, from, to }]
  })
  return added.length + removed.length + changed.length === 0 ? null : { added, removed, changed }
}

const sayType = ({ type, nativeType, isRequired }: FieldSpec): string =>
  `${nativeType ?? type}${isRequired ? ' not null' : ''}`

/** What is older than anybody wants to know. */
export async function prune(tx: Tx, job: DiscoveryWork): Promise<void> {
  const place = placeOf(job)
  await tx.execute(
    `delete from catalogue_change where ${AT} and id <= (
       select id from catalogue_change where ${AT} order by id desc offset ${MAX_CHANGES} limit 1)`,
    place,
  )
  await tx.execute(`delete from catalogue_object where ${AT} and gone_at < now() - interval '${GONE_DAYS} days'`, place)
}
