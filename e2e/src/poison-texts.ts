import pg from 'pg'

/** Something that would do what it says, were it ever a piece of a page. */
export const HOSTILE = '"><img src=x onerror=owned()>'

/**
 * Every text that somebody could have written, wherever it is stored, ends in it from now on.
 * @param host the socket's folder of the product's own database
 * @returns the columns that took it: what a check of the database refuses stays as it was
 */
export async function poisonTexts(host: string): Promise<string[]> {
  const owner = new pg.Client({ host, user: 'sluice', database: 'postgres' })
  await owner.connect()
  const { rows } = await owner.query<{ place: string; set: string; fits: string }>(
    `select c.relname || '.' || a.attname as place,
            case when a.atttypid = 'text'::regtype then format('update %I set %2$I = %2$I || $1', c.relname, a.attname)
                 else format('update %I set %2$I = jsonb_set(%2$I, ''{name}'', to_jsonb(%2$I ->> ''name'' || $1))', c.relname, a.attname) end as set,
            case when a.atttypid = 'text'::regtype then format('%I <> ''''', a.attname)
                 else format('jsonb_typeof(%I -> ''name'') = ''string''', a.attname) end as fits
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (a.atttypid = 'jsonb'::regtype
             or a.atttypid = 'text'::regtype and a.attname ~ '^(name|.*_name|nickname|remark|note|title|describe|text|message|content|reason)$')`,
  )
  const taken: string[] = []
  for (const { place, set, fits } of rows) {
    const done = await owner.query(`${set} where ${fits}`, [HOSTILE]).catch(() => null)
    if (done && (done.rowCount ?? 0) > 0) taken.push(place)
  }
  await owner.end()
  return taken
}

/** Of a page: whether it is seen as it was written, and elements that were made of it. */
export const LOOK_FOR_HOSTILE = `[
  document.body.innerText.includes('<img src=x'),
  [...document.querySelectorAll('img[src=x], [onerror]')].map(element => element.outerHTML.slice(0, 200)),
]`
