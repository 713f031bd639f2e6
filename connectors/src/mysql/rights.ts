import { listFew, makeRight } from '@sluice/connector-kit'
import type { Right } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import { quoteAccount } from './quote-account.ts'
import type { Session } from './session.ts'

/** Names that are shown of what lacks a right. */
const SHOWN = 5

export interface Rights {
  readonly rights: readonly Right[]
  /** Tables and views that the user sees: the server hides those it may do nothing with. */
  readonly visible: number
  readonly readable: number
  readonly writable: number
  readonly mayCreate: boolean
  /** What an administrator runs so that the user may read and write. */
  readonly repair: string
}

/** What an account has beyond these is not looked at: a server says whatever it likes. */
const MAX_LINES = 5000
const MAX_OF_ONE = 20
/** Names have 64 characters, and each may stand escaped. */
const MAX_PATTERN = 256

/** One line of SHOW GRANTS. */
interface GrantLine {
  readonly privileges: ReadonlySet<string>
  /** As a pattern of SQL: `%` and `_` stand for anything unless a backslash is in front. `*` is every database. */
  readonly database: string
  readonly table: string
}

/** What the user may do in the database, by its own grants and those of its active roles, without doing any of it. */
export async function readRights(session: Session): Promise<Rights> {
  const [[database, account] = []] = await session.query('select database(), current_user()')
  const name = String(database ?? '')
  const lines = (await showGrants(session)).slice(0, MAX_LINES).flatMap(parseGrant)
  const may = sumUp(lines, name)
  const tables = await session.query(
    `select table_name, table_type = 'BASE TABLE' from information_schema.tables where table_schema = database() order by table_name`,
  )
  const all = tables.map(([table]) => String(table))
  const base = tables.flatMap(([table, isBase]) => (Number(isBase) === 1 ? [String(table)] : []))
  const unread = all.filter(table => !may('SELECT', table))
  const unwritten = base.filter(table => !['SELECT', 'INSERT', 'UPDATE'].every(each => may(each, table)))
  const grant = (privileges: string, on = `${quoteName(name)}.*`) =>
    `GRANT ${privileges} ON ${on} TO ${quoteAccount(String(account ?? ''))};`
  return {
    rights: [
      judge('read', all, unread, may('SELECT'), grant('SELECT')),
      judge('write', base, unwritten, may('INSERT') && may('UPDATE'), grant('SELECT, INSERT, UPDATE, DELETE')),
      may('CREATE')
        ? makeRight('create', 'yes')
        : makeRight('create', 'no', {
            advice: 'If tables are to be created from here, an administrator of the database runs this.',
            repair: grant('SELECT, INSERT, UPDATE, CREATE'),
          }),
      judgeFollow(lines, session, grant),
    ],
    visible: all.length,
    readable: all.length - unread.length,
    writable: base.length - unwritten.length,
    mayCreate: may('CREATE'),
    repair: grant('SELECT, INSERT, UPDATE, DELETE'),
  }
}

function judge(
  name: 'read' | 'write',
  tables: readonly string[],
  lacking: readonly string[],
  isWhole: boolean,
  repair: string,
): Right {
  const what = name === 'read' ? 'tables and views' : 'tables'
  const advice =
    name === 'read'
      ? 'If they are to be read, an administrator of the database runs this.'
      : 'If they are to be written, an administrator of the database runs this.'
  if (isWhole && lacking.length === 0)
    return makeRight(name, tables.length === 0 ? 'unknown' : 'yes', {
      detail: tables.length === 0 ? 'there are no tables yet' : `all ${tables.length} ${what}`,
    })
  const done = tables.length - lacking.length
  if (lacking.length === 0 && done > 0)
    return makeRight(name, 'yes', { detail: `all ${done} ${what} that the user sees` })
  return makeRight(name, done === 0 ? 'no' : 'part', {
    ...(tables.length === 0
      ? {}
      : { detail: `${done} of ${tables.length} ${what}; not: ${listFew(lacking.slice(0, SHOWN), lacking.length)}` }),
    advice,
    repair,
  })
}

function judgeFollow(
  lines: readonly GrantLine[],
  session: Session,
  grant: (privileges: string, on: string) => string,
): Right {
  const everywhere = (privilege: string): boolean =>
    lines.some(line => line.database === '*' && line.table === '*' && has(line, privilege))
  const mayAsk = ['REPLICATION CLIENT', 'BINLOG MONITOR', 'SUPER'].some(everywhere)
  const mayRead = ['REPLICATION SLAVE', 'REPLICATION REPLICA'].some(everywhere)
  if (mayAsk && mayRead) return makeRight('follow', 'yes')
  return makeRight('follow', 'no', {
    detail: 'the user has no replication right',
    advice: 'If changes are to be followed, an administrator of the server runs this.',
    repair: grant(`REPLICATION SLAVE, ${session.isMariaDb ? 'BINLOG MONITOR' : 'REPLICATION CLIENT'}`, '*.*'),
  })
}

/** Roles of MySQL stand in it only when they are named; MariaDB shows those of the active one by itself. */
async function showGrants(session: Session): Promise<string[]> {
  const [[roles] = []] = session.isMariaDb ? [] : await session.query('select current_role()').catch(() => [])
  const active = typeof roles === 'string' && roles.startsWith('`') ? ` for current_user() using ${roles}` : ''
  return (await session.query(`show grants${active}`)).map(([line]) => String(line))
}

const GRANT =
  /^GRANT (?<privileges>.+?) ON (?:(?:TABLE|SEQUENCE) )?(?<database>\*|`(?:[^`]|``)+`)\.(?<table>\*|`(?:[^`]|``)+`) TO /i

function parseGrant(line: string): GrantLine[] {
  const found = GRANT.exec(line)?.groups
  if (!found) return []
  // Rights on single columns, which stand in brackets behind them, are none on the table.
  const privileges = (found['privileges'] ?? '').replace(/\([^()]*\)/g, '()').split(',')
  return [
    {
      privileges: new Set(privileges.map(each => each.trim().toUpperCase()).filter(each => !each.endsWith(')'))),
      database: unquote(found['database'] ?? ''),
      table: unquote(found['table'] ?? ''),
    },
  ]
}

const has = ({ privileges }: Pick<GrantLine, 'privileges'>, privilege: string): boolean =>
  privileges.has(privilege) || privileges.has('ALL PRIVILEGES') || privileges.has('ALL')

/** Without a table: on all tables of the database, those to come too. Each line is looked at once, however many tables there are. */
function sumUp(lines: readonly GrantLine[], database: string): (privilege: string, table?: string) => boolean {
  const everywhere: GrantLine[] = []
  const byTable = new Map<string, GrantLine[]>()
  for (const line of lines) {
    const isAll = line.database === '*' || (line.table === '*' && isLike(database, line.database))
    if (line.table === '*' && isAll) everywhere.push(line)
    else if (line.table !== '*' && (isAll || line.database === database))
      byTable.set(line.table, [...(byTable.get(line.table) ?? []), line].slice(-MAX_OF_ONE))
  }
  const all = joinRights(everywhere)
  const each = new Map(Array.from(byTable, ([table, its]) => [table, joinRights(its)]))
  return (privilege, table) => {
    const own = table === undefined ? undefined : each.get(table)
    return has(all, privilege) || (own !== undefined && has(own, privilege))
  }
}

const joinRights = (lines: readonly GrantLine[]): Pick<GrantLine, 'privileges'> => ({
  privileges: new Set(lines.flatMap(line => [...line.privileges])),
})

/** By LIKE of SQL. A pattern of the server's choice made into an expression could take any time. */
function isLike(name: string, pattern: string): boolean {
  if (Math.max(name.length, pattern.length) > MAX_PATTERN) return false
  const signs = [...pattern.matchAll(/\\([\s\S])|[\s\S]/gu)].map(([sign, escaped]) => escaped ?? (WILD[sign] || sign))
  const letters = [...name]
  let [at, sign, restAt, restSign] = [0, 0, -1, 0]
  while (at < letters.length) {
    if (signs[sign] === MANY) [restAt, restSign, sign] = [at, sign + 1, sign + 1]
    else if (sign < signs.length && (signs[sign] === ONE || signs[sign] === letters[at]))
      [at, sign] = [at + 1, sign + 1]
    else if (restAt < 0) return false
    else [restAt, at, sign] = [restAt + 1, restAt + 1, restSign]
  }
  return signs.slice(sign).every(each => each === MANY)
}

/** Longer than one letter, so that nothing escaped is taken for them. */
const MANY = '%many'
const ONE = '_one'
const WILD: Readonly<Record<string, string>> = { '%': MANY, _: ONE }

const unquote = (name: string): string => (name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name)
