import { checkFollowed, runSessionSteps, type Table } from '@sluice/connector-kit/sql'
import { Failure, type SourceConfig, type TestStep } from '@sluice/contract'
import type { Session } from '../session.ts'
import { refuseFilters } from './binlog-filters.ts'
import { decoderOf } from './binlog-layout.ts'
import { makeNoLog, readFacts, readVariable, withLog } from './binlog-server.ts'

/** Server settings, rights and the table's key, each with its way out. Changes nothing. */
export function checkFollow(
  table: Table,
  config: SourceConfig,
  database: string,
  open: () => Promise<Session>,
): AsyncIterable<TestStep> {
  return runSessionSteps(open, use => {
    // Every question may be the one at which the connection breaks.
    const ask = (work: (session: Session) => Promise<string>) => use(session => withLog(() => work(session)))
    return [
      { name: 'followTable', run: async () => checkFollowed(table, config) },
      { name: 'followLog', run: () => ask(each => checkLog(each, database)) },
      { name: 'followRights', run: () => ask(checkRights) },
      { name: 'followRetention', run: () => ask(describeRetention) },
      { name: 'followIdentity', run: () => ask(each => checkKey(each, table, config.key)) },
    ]
  })
}

async function checkLog(session: Session, database: string): Promise<string> {
  if ((await readVariable(session, 'log_bin')) !== 'ON') throw makeNoLog()
  await refuseFilters(session, database)
  const format = await readVariable(session, 'binlog_format')
  // MySQL 9 knows rows only and has no such variable.
  if (format !== null && format !== 'ROW')
    throw makeSetting(
      `The server logs statements and not rows (binlog_format is ${format}).`,
      "set global binlog_format = 'ROW'",
    )
  for (const name of ['log_bin_compress', 'binlog_transaction_compression'])
    if ((await readVariable(session, name)) === 'ON')
      throw makeSetting('The server compresses its binary log, which cannot be read.', `set global ${name} = off`)
  const partial = await readVariable(session, 'binlog_row_value_options')
  if (partial)
    throw makeSetting(
      'The server logs parts of JSON values only, which cannot be read.',
      "set global binlog_row_value_options = ''",
    )
  // Servers that are older have no such variable, and stop a follower at the first change of the table.
  const names = await readVariable(session, 'binlog_row_metadata')
  if (names !== null && names !== 'FULL')
    throw makeSetting(
      `The server logs rows without the names of their columns (binlog_row_metadata is ${names}), so those of a table that is altered could be taken for others.`,
      'set global binlog_row_metadata = FULL',
    )
  const image = (await readVariable(session, 'binlog_row_image')) ?? 'FULL'
  return image === 'FULL' ? 'ROW, FULL' : `ROW, ${image}: changed rows are read again by key`
}

const makeSetting = (message: string, sql: string): Failure =>
  new Failure({
    code: 'follow.setting',
    message,
    advice: `Run: ${sql}; write it into the configuration of the server too, and let applications connect anew.`,
  })

async function checkRights(session: Session): Promise<string> {
  return withLog(async () => {
    const files = await session.query('show binary logs')
    const grants = (await session.query('show grants')).map(([grant]) => String(grant)).join('\n')
    // Rights may also come through a role, which shows no word here.
    const isShown = !/GRANT [`'][^`']+[`'](?:@\S+)? TO/i.test(grants)
    if (isShown && !/REPLICATION SLAVE|REPLICATION_SLAVE|ALL PRIVILEGES ON \*\.\*/i.test(grants))
      throw new Failure({
        code: 'follow.permission',
        message: 'The user may not read the binary log.',
        advice: 'An administrator runs: grant replication slave, replication client, process on *.* to the user.',
      })
    return `${files.length} files`
  })
}

async function describeRetention(session: Session): Promise<string> {
  const seconds = Number((await readVariable(session, 'binlog_expire_logs_seconds')) ?? 0)
  const days = Number((await readVariable(session, 'expire_logs_days')) ?? 0)
  const hours = seconds > 0 ? seconds / 3600 : days * 24
  if (hours > 0 && hours < 24)
    throw new Failure({
      code: 'follow.retention',
      message: `The server keeps its binary log for ${Math.round(hours * 10) / 10} hours only; a longer stop would lose changes.`,
      advice: 'Set binlog_expire_logs_seconds to a week (604800) or at least a day.',
    })
  return hours === 0 ? 'kept until removed by hand' : `${Math.round(hours)} hours`
}

async function checkKey(session: Session, table: Table, key: readonly string[]): Promise<string> {
  const isWhole = table.uniqueKeys.some(unique => unique.every(name => key.includes(name)))
  if (!isWhole)
    throw new Failure({
      code: 'follow.identity',
      message: `The key of the strategy (${key.join(', ')}) is not unique in ${table.label}, so a change does not say which row it is about.`,
      advice: 'Choose the primary key or the columns of a unique index.',
    })
  const facts = await readFacts(session, table.id)
  const unread = key.find(name => {
    const fact = facts.find(each => each.name === name)
    if (!fact) return false
    return /^(?:uuid|inet)/.test(fact.nativeType) || (fact.charset !== null && decoderOf(fact.charset) === null)
  })
  if (unread === undefined) return key.join(', ')
  throw new Failure({
    code: 'follow.key',
    message: `The key column "${unread}" has a type or a character set that cannot be read from the binary log.`,
    advice: 'Choose a key of numbers, or of text in utf8, ascii or latin1.',
  })
}
