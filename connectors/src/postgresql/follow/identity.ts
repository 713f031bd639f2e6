import type { StructureChange } from '@sluice/connector-kit'
import type { Table } from '@sluice/connector-kit/sql'
import { z } from 'zod'
import type { Session } from '../session.ts'

/** Which table the log is of. A name may go over to another table, and rows come and go with their partitions. */
export const TableIdentity = z.object({
  oid: z.string(),
  /** Parts that hold rows, as `oid/file`: the file is another one when a part was emptied or written anew. */
  parts: z.array(z.string()),
  /** Which publication it is of, and as of which change of it; absent: as it is found. */
  publication: z.string().optional(),
})
export type TableIdentity = z.output<typeof TableIdentity>

/** `isFollowed`: the publication is of this table. null: there is no table of the name. */
export interface FoundTable extends TableIdentity {
  readonly isFollowed: boolean
  /** What of the table's changes somebody has the publication leave out; null: nothing. */
  readonly leavesOut: string | null
}

export const identityOf = ({ oid, parts, publication }: FoundTable): TableIdentity => ({
  oid,
  parts,
  ...(publication === undefined ? {} : { publication }),
})

/** The publication by the table it is of. Every change of either leaves its mark in one of the four numbers. */
const PUBLISHED = `select r.oid || '.' || r.xmin || '/' || p.oid || '.' || p.xmin as mark,
    concat_ws(', ', case when not p.pubinsert then 'inserts' end, case when not p.pubupdate then 'updates' end,
      case when not p.pubdelete then 'deletes' end, case when to_jsonb(p) ->> 'pubtruncate' = 'false' then 'truncates' end,
      case when to_jsonb(r) ->> 'prqual' is not null then 'rows (row filter)' end,
      case when to_jsonb(r) ->> 'prattrs' is not null then 'columns (column list)' end,
      case when to_jsonb(p) ->> 'pubviaroot' = 'false' and c.relkind = 'p' then 'the table that partitions belong to' end) as gaps
  from pg_publication_rel r join pg_publication p on p.oid = r.prpubid join pg_class c on c.oid = r.prrelid
  where p.pubname = $2 and r.prrelid = $1::regclass`

/** What somebody has our publication leave out; null: nothing. `none`: it is not of this table. */
export async function findGaps(session: Session, table: Table, publication: string): Promise<string | null | 'none'> {
  const [row] = await session.query(PUBLISHED, [table.sqlName, publication])
  return row ? row[1] || null : 'none'
}

const TREE = `with recursive tree as (
    select $1::regclass::oid as oid union all
    select i.inhrelid from tree join pg_inherits i on i.inhparent = tree.oid)`

export async function findTable(session: Session, table: Table, publication: string): Promise<FoundTable | null> {
  const [there] = await session.query('select to_regclass($1)::oid::text', [table.sqlName])
  if (!there?.[0]) return null
  const [row] = await session.query(
    `${TREE} select $1::regclass::oid::text,
       (select mark from (${PUBLISHED}) o), (select gaps from (${PUBLISHED}) o),
       (select coalesce(string_agg(c.oid || '/' || c.relfilenode, ' ' order by c.oid), '')
         from tree join pg_class c on c.oid = tree.oid where c.oid <> $1::regclass and c.relkind <> 'p')`,
    [table.sqlName, publication],
  )
  const [oid, mark, gaps] = row ?? []
  const parts = (row?.[3] ?? '').split(' ').filter(part => part !== '')
  const isFollowed = typeof mark === 'string'
  return { oid: oid ?? '', parts, isFollowed, leavesOut: gaps || null, ...(isFollowed && { publication: mark }) }
}

/** What its parts say of rows that came or went untold; null: nothing. A part that was made empty told all of its rows. */
export async function compareParts(
  session: Session,
  before: readonly string[],
  now: readonly string[],
): Promise<StructureChange | null> {
  if (before.join() === now.join()) return null
  const known = new Map(before.map(part => part.split('/') as [string, string])) // written by findTable
  const found = new Map(now.map(part => part.split('/') as [string, string])) // as above
  const left = [...known.keys()].filter(oid => !found.has(oid))
  const joined = [...found.keys()].filter(oid => !known.has(oid))
  const rewritten = [...found].flatMap(([oid, file]) => (known.has(oid) && known.get(oid) !== file ? [oid] : []))
  const filled = await listFilled(session, joined)
  if (filled.length > 0)
    return {
      untold: { rows: 'other', text: `Partitions joined the table with rows of their own: ${filled.join(', ')}.` },
    }
  if (left.length > 0)
    return { untold: { rows: 'gone', text: `${left.length} partitions left the table with their rows.` } }
  const emptied = await listEmptied(session, rewritten)
  if (emptied.length === 0) return null
  return { untold: { rows: 'gone', text: `Partitions of the table were emptied at once: ${emptied.join(', ')}.` } }
}

/** Attached as tables of their own, and not empty. A part made by `create table … partition of` began empty. */
async function listFilled(session: Session, oids: readonly string[]): Promise<string[]> {
  const attached = await session.query(
    `select c.oid::regclass::text from pg_class c
     join pg_inherits i on i.inhrelid = c.oid join pg_attribute a on a.attrelid = c.oid and a.attname = 'ctid'
     where c.oid = any($1::oid[]) and i.xmin <> a.xmin`,
    [`{${oids.join(',')}}`],
  )
  return keep(attached, async name => {
    const [row] = await session.query(`select exists (select from only ${name})`)
    return row?.[0] === 't'
  })
}

/** Rows that were only written anew are older than their new file, or as old. */
async function listEmptied(session: Session, oids: readonly string[]): Promise<string[]> {
  const names = await session.query('select o::regclass::text from unnest($1::oid[]) o', [`{${oids.join(',')}}`])
  return keep(names, async name => {
    const [row] = await session.query(
      `select exists (select from only ${name} r where age(r.xmin) >=
         (select age(c.xmin) from pg_class c where c.oid = $1::regclass))`,
      [name],
    )
    return row?.[0] !== 't'
  })
}

async function keep(
  rows: readonly (readonly (string | null)[])[],
  test: (name: string) => Promise<boolean>,
): Promise<string[]> {
  const kept: string[] = []
  for (const [name] of rows) if (name && (await test(name))) kept.push(name)
  return kept
}
