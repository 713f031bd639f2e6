import { hash } from 'node:crypto'
import { Failure, type TargetConfig } from '@sluice/contract'
import type { Confirm, Replacement, Target, TargetRecord, WriteGuarantee, WriteOutcome } from '../../connector.ts'
import type { Column } from './column.ts'
import type { Table } from './table.ts'
import { checkTargetKey } from './target-rules.ts'

/** What an exchange needs of a dialect; every statement stands alone and takes no values. */
export interface ExchangeSession {
  run(sql: string): Promise<void>
  count(sql: string): Promise<number>
  /** Begins the transaction of the exchange and keeps other writers of the table out; readers go on. */
  begin(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
  /** `update t set … from shadow`, for rows of equal key that differ. */
  makeUpdate(target: string, shadow: string, sets: readonly Column[], joined: string): string
  /** True where two columns hold the same, null included. */
  same(left: string, right: string, column: Column): string
  /** `delete from t … where not exists`. */
  makeDelete?(target: string, shadow: string, joined: string): string
  /** Stands behind INSERT's column list: `overriding system value`. */
  readonly overriding?: string
  toFailure(error: unknown): Failure
}

/** `sluice_new_1a2b3c4d_0123456789ab`: the table, then the run; so what an earlier run left behind is found by name. */
export function shadowNames(tableId: string, id: string): { readonly prefix: string; readonly name: string } {
  const prefix = `sluice_new_${hash('sha256', tableId, 'hex').slice(0, 8)}_`
  return { prefix, name: `${prefix}${hash('sha256', id, 'hex').slice(0, 12)}` }
}

/**
 * Rows go to a table of the same shape; at the end one transaction makes the target equal to it: rows that are not in
 * the new set go, rows that differ change, new ones come. Readers see the set before or after that commit. The table
 * itself stays, so its indexes, privileges, triggers, views and references stay too, which a renamed copy would lose.
 * Columns that the mapping does not write keep their values.
 */
export class ShadowReplacement implements Replacement {
  readonly guarantee: WriteGuarantee = 'upsert'
  readonly key: readonly string[]
  readonly #table: Table
  readonly #shadow: string
  readonly #inner: Target
  readonly #session: ExchangeSession
  readonly #written = new Set<string>()

  constructor(table: Table, key: readonly string[], shadow: string, inner: Target, session: ExchangeSession) {
    this.key = key
    this.#table = table
    this.#shadow = shadow
    this.#inner = inner
    this.#session = session
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    for (const { data } of batch) for (const name of Object.keys(data)) this.#written.add(name)
    return this.#inner.write(batch, signal, confirm)
  }

  async swap(count: number): Promise<void> {
    const session = this.#session
    try {
      await session.begin()
      await this.#exchange(count)
      await session.commit()
    } catch (error) {
      await session.rollback().catch(() => undefined)
      throw session.toFailure(error)
    }
    // The exchange is done; a copy that stays behind is taken away by the next run.
    await this.discard().catch(() => undefined)
  }

  async #exchange(count: number): Promise<void> {
    const { sqlName, columns } = this.#table
    const session = this.#session
    const held = await session.count(`select count(*) from ${this.#shadow}`)
    if (held !== count) throw miscounted(held, count)
    const key = columns.filter(column => this.key.includes(column.name))
    const written = columns.filter(column => this.#written.has(column.name) || this.key.includes(column.name))
    const sets = written.filter(column => !this.key.includes(column.name))
    const joined = key.map(({ sqlName: name }) => `t.${name} = s.${name}`).join(' and ')
    const shadow = this.#shadow
    const gone = session.makeDelete?.(sqlName, shadow, joined)
    await session.run(
      gone ?? `delete from ${sqlName} as t where not exists (select 1 from ${shadow} s where ${joined})`,
    )
    const same = sets.map(column => session.same(`t.${column.sqlName}`, `s.${column.sqlName}`, column)).join(' and ')
    if (sets.length > 0) await session.run(session.makeUpdate(sqlName, shadow, sets, `${joined} and not (${same})`))
    const names = written.map(column => column.sqlName).join(', ')
    const from = written.map(column => `s.${column.sqlName}`).join(', ')
    await session.run(
      `insert into ${sqlName} (${names}) ${session.overriding ?? ''} select ${from} from ${shadow} s
       where not exists (select 1 from ${sqlName} t where ${joined})`,
    )
  }

  async discard(): Promise<void> {
    await this.#session.run(`drop table if exists ${this.#shadow}`)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}

const miscounted = (held: number, count: number): Failure =>
  new Failure({
    code: 'target.count',
    message: `The new set holds ${held} rows and should hold ${count}. The target keeps its old rows.`,
    advice: 'Start the strategy again; check that the key of the target tells all records apart.',
  })

export const cannotReplace = (reason: string, advice: string): Failure =>
  new Failure({ code: 'target.replace', message: `This table cannot be exchanged: ${reason}.`, field: 'mode', advice })

/** The key by which rows are exchanged: the strategy's, else the table's. @throws Failure `target.replace` for a view */
export function exchangeKey(table: Table, config: TargetConfig): readonly string[] {
  if (table.kind !== 'table') throw cannotReplace('it is a view', 'Choose the table behind it.')
  const key = config.key.length > 0 ? config.key : table.key
  checkTargetKey(table, key, 'upsert')
  return key
}
