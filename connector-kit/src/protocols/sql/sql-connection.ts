import {
  type Adapter,
  Failure,
  type FieldSpec,
  type ParamValues,
  type Resource,
  readStatementResource,
  type SourceConfig,
  type TablePlan,
  type TargetConfig,
  type TestStep,
} from '@sluice/contract'
import type { Connection, ConnectorContext, Replacement, ResourcePart, Source, Target } from '../../connector.ts'
import type { Closable, SqlDriver } from './sql-driver.ts'
import { describeStatement, listStatements, loadQuery } from './statement.ts'
import { StatementTarget } from './statement-target.ts'
import { type Table, toResource } from './table.ts'
import { tryStatement } from './try-statement.ts'

interface Written {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly doc: Adapter
}

const wrongDirection = (resource: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: 'The SQL adapter is for the other side of a strategy.',
    value: resource,
    advice: 'Choose another resource.',
  })

/** A connection to an SQL database. Each use has a session of its own, so a source and a target share no transaction. */
export class SqlConnection<S extends Closable> implements Connection {
  readonly #driver: SqlDriver<S>
  readonly #context: Pick<ConnectorContext, 'adapters' | 'notes' | 'now'>
  readonly #open = new Set<Closable>()
  readonly openReplacement?: (config: TargetConfig, id: string) => Promise<Replacement>
  readonly tryStatement?: NonNullable<Connection['tryStatement']>
  readonly discoverPart?: NonNullable<Connection['discoverPart']>

  constructor(driver: SqlDriver<S>, context: Pick<ConnectorContext, 'adapters' | 'notes' | 'now'>) {
    this.#driver = driver
    this.#context = context
    const { makeReplacement, statements, listPart } = driver
    if (listPart)
      this.discoverPart = (after, limit) =>
        this.#use('read', async session =>
          toPart(await listPart(session, after, limit), limit, after, () => this.#listWritten()),
        )
    if (statements)
      this.tryStatement = (statement, input, signal) =>
        this.#use(statement.direction === 'source' ? 'read' : 'write', session =>
          tryStatement({ driver, statements, session, now: context.now }, statement, input, signal),
        )
    if (makeReplacement)
      this.openReplacement = (config, id) =>
        this.#start('write', async session =>
          makeReplacement(await driver.load(session, config.resource), config, session, id),
        )
  }

  test(): AsyncIterable<TestStep> {
    return this.#driver.test()
  }

  discover(): Promise<readonly Resource[]> {
    return this.#use('read', async session => [...(await this.#listWritten()), ...(await this.#driver.list(session))])
  }

  #listWritten(): Promise<readonly Resource[]> {
    return this.#driver.statements ? listStatements(this.#context.adapters) : Promise.resolve([])
  }

  async describe(resourceId: string, options: ParamValues): Promise<Resource> {
    const written = await this.#findStatement(resourceId)
    if (written?.doc.sql.direction === 'target') return describeStatement(written.id, written.name, written.doc.sql)
    return this.#use('read', async session => {
      const table = await this.#load(session, resourceId, options)
      return { ...toResource(table), ...(await this.#driver.describe?.(session, table)) }
    })
  }

  openSource(config: SourceConfig): Promise<Source> {
    return this.#start('read', async session => {
      const table = await this.#load(session, config.resource, config.options)
      return this.#driver.makeSource(table, config, session)
    })
  }

  async openTarget(config: TargetConfig): Promise<Target> {
    const { statements } = this.#driver
    const written = await this.#findStatement(config.resource)
    if (written && statements) {
      if (written.doc.sql.direction !== 'target') throw wrongDirection(config.resource)
      this.#note(written)
      const open = () => this.#openSession('write')
      return this.#start('write', async session => new StatementTarget(written.doc.sql, statements, session, open))
    }
    return this.#start('write', async session => {
      const table = await this.#driver.load(session, config.resource)
      return this.#driver.makeTarget(table, config, session)
    })
  }

  /** What a tenant wrote down under this id; null for a table. @throws Failure `adapter.missing` */
  async #findStatement(resource: string): Promise<Written | null> {
    const id = readStatementResource(resource)
    if (id === null) return null
    const found = this.#driver.statements && (await this.#context.adapters?.find(id))
    if (found?.doc.kind === 'sql') return { id, ...found }
    throw new Failure({
      code: 'adapter.missing',
      message: 'The SQL adapter of this resource is not published on this platform.',
      value: resource,
      advice: 'Publish it, or choose another resource.',
    })
  }

  async #load(session: S, resource: string, options: ParamValues): Promise<Table> {
    const { statements } = this.#driver
    const written = await this.#findStatement(resource)
    if (!written || !statements) return this.#driver.load(session, resource)
    if (written.doc.sql.direction !== 'source') throw wrongDirection(resource)
    this.#note(written)
    return loadQuery(session, statements, { ...written, statement: written.doc.sql, options })
  }

  #note({ doc, ...written }: Written): void {
    this.#context.notes?.adapter({ ...written, level: 'strategy', kind: doc.kind })
  }

  planResource(name: string, fields: readonly FieldSpec[], key: readonly string[]): Promise<TablePlan> {
    return this.#use('write', async session => this.#driver.planTable(session, name, fields, key))
  }

  createResource(name: string, fields: readonly FieldSpec[], key: readonly string[]): Promise<string> {
    return this.#use('write', session => this.#driver.createTable(session, name, fields, key))
  }

  async close(): Promise<void> {
    const open = [...this.#open]
    this.#open.clear()
    await Promise.all(open.map(each => each.close()))
  }

  async #use<T>(use: 'read' | 'write', work: (session: S) => Promise<T>): Promise<T> {
    const session = await this.#openSession(use)
    try {
      return await work(session)
    } catch (error) {
      throw this.#driver.toFailure(error)
    } finally {
      this.#open.delete(session)
      await session.close()
    }
  }

  /** The session goes over to what is made; it is closed here only when that fails. */
  async #start<T extends Closable>(use: 'read' | 'write', make: (session: S) => Promise<T>): Promise<T> {
    const session = await this.#openSession(use)
    try {
      const made = await make(session)
      this.#open.add(made)
      return made
    } catch (error) {
      await session.close()
      throw this.#driver.toFailure(error)
    } finally {
      this.#open.delete(session)
    }
  }

  async #openSession(use: 'read' | 'write'): Promise<S> {
    const session = await this.#driver
      .open(use)
      .catch((error: unknown) => Promise.reject(this.#driver.toFailure(error)))
    this.#open.add(session)
    return session
  }
}

/** What tenants wrote down comes with the first part. */
async function toPart(
  tables: readonly Resource[],
  limit: number,
  after: string | null,
  listWritten: () => Promise<readonly Resource[]>,
): Promise<ResourcePart> {
  const next = tables.length < limit ? null : (tables.at(-1)?.id ?? null)
  return { resources: after === null ? [...(await listWritten()), ...tables] : tables, next }
}
