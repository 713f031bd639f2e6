import type { Column } from '@sluice/connector-kit/sql'
import type { ServerTable } from './catalog.ts'
import { quoteText } from './dialect.ts'
import { LOSSY, MISSING_ROW, SAME_UNDER_COLLATION } from './refusal.ts'
import { convertText } from './types.ts'

export interface RowStatement {
  readonly table: ServerTable
  readonly columns: readonly Column[]
  readonly key: readonly Column[]
  /** false: every row is new. */
  readonly isByKey: boolean
  /** A column that a new row needs and these do not have. */
  readonly missing: Column | undefined
}

/**
 * Rows of `@p1`, a JSON list of lists of texts, into the table. Everything is checked before the first row is touched:
 * `convert` cuts texts and puts a question mark for what a code page lacks, and says nothing. By key the rows are locked
 * from the look to the write, so that two writers do not both insert; MERGE is not used for its known faults.
 */
export function makeRowStatement({ table, columns, key, isByKey, missing }: RowStatement): string {
  const schema = columns.map((_, at) => `r${at} nvarchar(max) '$[${at}]'`).join(', ')
  const terms = columns.map((column, at) => `${toTyped(column, at, table)} as ${column.sqlName}, j.r${at}`)
  const where = (left: string, right: string) =>
    key.map(({ sqlName }) => `${left}.${sqlName} = ${right}.${sqlName}`).join(' and ')
  const names = (prefix: string) => columns.map(({ sqlName }) => `${prefix}${sqlName}`).join(', ')
  const rest = columns.filter(column => !key.includes(column) && column.name !== table.identity)
  const sets = (rest.length === 0 ? key.filter(column => column.name !== table.identity) : rest)
    .map(({ sqlName }) => `t.${sqlName} = s.${sqlName}`)
    .join(', ')
  const isThere = `select 1 from ${table.sqlName} as t with (updlock, holdlock) where ${where('t', 's')}`
  const writesIdentity = columns.some(column => column.name === table.identity)
  const insert = `insert into ${table.sqlName} (${names('')}) select ${names('s.')} from #sluice_rows as s${isByKey ? ` where not exists (${isThere})` : ''}`
  return [
    'set nocount on',
    `select ${terms.join(', ')} into #sluice_rows from openjson(@p1) with (${schema}) as j`,
    ...columns.map((column, at) =>
      refuseWhere(`select 1 from #sluice_rows where ${isLossy(column, at)}`, LOSSY, column),
    ),
    ...(isByKey && missing
      ? [refuseWhere(`select 1 from #sluice_rows as s where not exists (${isThere})`, MISSING_ROW, missing)]
      : []),
    ...(isByKey && sets !== ''
      ? [
          `update t set ${sets} from ${table.sqlName} as t with (updlock, holdlock) inner join #sluice_rows as s on ${where('t', 's')}`,
        ]
      : []),
    ...(isByKey && missing
      ? []
      : [
          writesIdentity ? `set identity_insert ${table.sqlName} on` : '',
          insert,
          writesIdentity ? `set identity_insert ${table.sqlName} off` : '',
        ]),
    ...(isByKey ? key.filter(({ kind }) => kind.is === 'text').map(column => refuseAlike(column, key, table)) : []),
  ]
    .filter(each => each !== '')
    .join(';\n')
}

const toTyped = (column: Column, at: number, { collations }: ServerTable): string => {
  const collation = collations.get(column.name)
  const typed = convertText(`j.r${at}`, column.nativeType)
  return /char|text/.test(column.nativeType) && collation !== undefined ? `${typed} collate ${collation}` : typed
}

/** A value that came out as another one, or as none. */
function isLossy({ sqlName, nativeType }: Column, at: number): string {
  // CHAR fills up with blanks; a text that ends with one is refused before.
  const kept = /^n?char/.test(nativeType) ? `rtrim(${sqlName})` : sqlName
  const differs = /char|text/.test(nativeType)
    ? ` or convert(varbinary(max), convert(nvarchar(max), ${kept})) <> convert(varbinary(max), r${at})`
    : ''
  return `r${at} is not null and (${sqlName} is null${differs})`
}

const refuseWhere = (select: string, word: string, column: Column): string =>
  `if exists (${select}) begin raiserror(${quoteText(`${word}${column.name.replaceAll('%', '%%')}`)}, 16, 1); return end`

/** Keys that differ only under the collation ("a" and "A") would have become one row. */
function refuseAlike(column: Column, key: readonly Column[], table: ServerTable): string {
  const same = key.map(({ sqlName, kind }) =>
    kind.is === 'text'
      ? `convert(varbinary(max), t.${sqlName}) = convert(varbinary(max), s.${sqlName})`
      : `t.${sqlName} = s.${sqlName}`,
  )
  return refuseWhere(
    `select 1 from #sluice_rows as s where not exists (select 1 from ${table.sqlName} as t where ${same.join(' and ')})`,
    SAME_UNDER_COLLATION,
    column,
  )
}
