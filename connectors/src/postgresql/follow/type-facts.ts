import type { Session } from '../session.ts'

export interface TypeFacts {
  readonly name: string
  readonly isList: boolean
  /** Of a domain. */
  readonly modifier: number | null
}

/** A domain counts as its base type, an array as its elements: as the catalogue of tables says it. */
export async function loadTypes(session: Session, ids: readonly number[]): Promise<ReadonlyMap<number, TypeFacts>> {
  const rows = await session.query(
    `select t.oid, coalesce(e.typname, b.typname, t.typname), t.typelem <> 0 and t.typcategory = 'A',
       case when t.typtype = 'd' then t.typtypmod end
     from pg_type t left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
     left join pg_type e on t.typcategory = 'A' and e.oid = t.typelem
     where t.oid = any($1::oid[])`,
    [`{${[...new Set(ids)].join(',')}}`],
  )
  return new Map(
    rows.map(([id, name, isList, modifier]) => [
      Number(id),
      {
        name: name ?? '',
        isList: isList === 't',
        modifier: modifier === null || modifier === undefined ? null : Number(modifier),
      },
    ]),
  )
}
