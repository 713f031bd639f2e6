import type { FieldSpec, ParamValues, Resource, SourceConfig, TargetConfig, TestStep } from '@sluice/contract'
import type { Connection, Replacement, Source, Target } from '../../connector.ts'
import { cannotReplace } from './replacement.ts'
import { type Table, toResource } from './table.ts'

interface Closable {
  close(): Promise<void>
}

/** What a dialect supplies; `open` makes one session for one use. */
export interface SqlDriver<S extends Closable> {
  open(use: 'read' | 'write'): Promise<S>
  test(): AsyncIterable<TestStep>
  list(session: S): Promise<readonly Resource[]>
  /** @throws Failure `resource.missing` */
  load(session: S, id: string): Promise<Table>
  /** What looking at the rows adds to the catalogue. */
  describe?(session: S, table: Table): Promise<Partial<Resource>>
  makeSource(table: Table, config: SourceConfig, session: S): Source
  makeTarget(table: Table, config: TargetConfig, session: S): Target
  /** Absent where a table cannot be exchanged in one step. */
  makeReplacement?(table: Table, config: TargetConfig, session: S, id: string): Promise<Replacement>
  createTable(session: S, name: string, fields: readonly FieldSpec[], key: readonly string[]): Promise<string>
  /** Any error of the driver as a Failure. */
  toFailure(error: unknown): Error
}

/** A connection to an SQL database. Each use has a session of its own, so a source and a target share no transaction. */
export class SqlConnection<S extends Closable> implements Connection {
  readonly #driver: SqlDriver<S>
  readonly #open = new Set<Closable>()

  constructor(driver: SqlDriver<S>) {
    this.#driver = driver
  }

  test(): AsyncIterable<TestStep> {
    return this.#driver.test()
  }

  discover(): Promise<readonly Resource[]> {
    return this.#use('read', session => this.#driver.list(session))
  }

  describe(resourceId: string, _options: ParamValues): Promise<Resource> {
    return this.#use('read', async session => {
      const table = await this.#driver.load(session, resourceId)
      return { ...toResource(table), ...(await this.#driver.describe?.(session, table)) }
    })
  }

  openSource(config: SourceConfig): Promise<Source> {
    return this.#start('read', async session => {
      const table = await this.#driver.load(session, config.resource)
      return this.#driver.makeSource(table, config, session)
    })
  }

  openTarget(config: TargetConfig): Promise<Target> {
    return this.#start('write', async session => {
      const table = await this.#driver.load(session, config.resource)
      return this.#driver.makeTarget(table, config, session)
    })
  }

  openReplacement(config: TargetConfig, id: string): Promise<Replacement> {
    return this.#start('write', async session => {
      const table = await this.#driver.load(session, config.resource)
      if (!this.#driver.makeReplacement)
        throw cannotReplace('this database cannot do it in one step', 'Write by key instead.')
      return this.#driver.makeReplacement(table, config, session, id)
    })
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
