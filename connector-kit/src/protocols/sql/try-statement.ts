import { type Statement, type StatementTrial, toFailure, toJson } from '@sluice/contract'
import type { StatementTrialInput } from '../../asset-store.ts'
import type { SqlDriver } from './sql-driver.ts'
import { compileStatement, loadQuery, type StatementDialect } from './statement.ts'
import { rehearse } from './statement-target.ts'
import { toResource } from './table.ts'

const TRIAL = '00000000-0000-0000-0000-000000000000'

interface Place<S extends { close(): Promise<void> }> {
  readonly driver: SqlDriver<S>
  readonly statements: StatementDialect<S>
  readonly session: S
  now(): number
}

/** A statement once. A refusal is a finding, not a failure. */
export async function tryStatement<S extends { close(): Promise<void> }>(
  place: Place<S>,
  statement: Statement,
  input: StatementTrialInput,
  signal: AbortSignal,
): Promise<StatementTrial> {
  const { driver, statements, session, now } = place
  const startedMs = now()
  const { sql } = compileStatement(statement, statements)
  const nothing = { sql, fields: [], rows: [], changed: null, problem: null }
  const finish = (found: Partial<StatementTrial>): StatementTrial => ({
    ...nothing,
    ...found,
    elapsedMs: Math.round(now() - startedMs),
  })
  const cut = () => void session.close()
  signal.addEventListener('abort', cut, { once: true })
  try {
    if (statement.direction === 'target')
      return finish({ changed: await rehearse(statement, statements, session, input.record) })
    return finish(await readSome(place, statement, input, signal))
  } catch (error) {
    const { code, message, field, advice } = toFailure(driver.toFailure(error))
    return finish({
      problem: {
        code,
        message,
        ...(field === undefined ? {} : { field }),
        ...(advice === undefined ? {} : { advice }),
      },
    })
  } finally {
    signal.removeEventListener('abort', cut)
  }
}

async function readSome<S extends { close(): Promise<void> }>(
  { driver, statements, session }: Place<S>,
  statement: Statement,
  { options, limit }: StatementTrialInput,
  signal: AbortSignal,
): Promise<Partial<StatementTrial>> {
  const table = await loadQuery(session, statements, { id: TRIAL, name: 'trial', statement, options })
  const resource = { ...toResource(table), ...(await driver.describe?.(session, table)) }
  const config = { connector_id: '', resource: '', options: {}, key: [...table.key], idCheck: false, pageSize: limit }
  const source = driver.makeSource(table, config, session)
  const rows: string[] = []
  for await (const page of source.read({ cursor: null, window: null, pageSize: limit, signal })) {
    for (const { data } of page.records) if (data !== null) rows.push(toJson(data))
    if (rows.length >= limit || page.cursor === null) break
  }
  return { fields: resource.fields, rows: rows.slice(0, limit) }
}
