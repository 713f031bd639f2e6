import { Failure, type FailureDetail, type Statement, toFailure } from '@sluice/contract'
import type { Confirm, Target, TargetRecord, WriteGuarantee, WriteOutcome } from '../../connector.ts'
import {
  type CompiledStatement,
  compileStatement,
  type StatementDialect,
  type StatementWork,
  toCells,
} from './statement.ts'

/** Runs a statement for each record, one transaction per batch; a refused record does not undo its neighbours. */
export class StatementTarget<S> implements Target {
  readonly guarantee: WriteGuarantee
  readonly #compiled: CompiledStatement
  readonly #openWork: () => Promise<StatementWork>
  #work: StatementWork

  constructor(statement: Statement, dialect: StatementDialect<S>, session: S, openSession: () => Promise<S>) {
    this.guarantee = statement.isRepeatable ? 'upsert' : 'none'
    this.#compiled = compileStatement(statement, dialect)
    this.#work = dialect.work(session)
    this.#openWork = async () => dialect.work(await openSession())
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    signal.throwIfAborted()
    if (this.#work.isBroken) this.#work = await this.#openWork()
    const work = this.#work
    const cut = () => work.destroy()
    signal.addEventListener('abort', cut, { once: true })
    try {
      return await writeAll(work, this.#compiled, batch, confirm)
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  close(): Promise<void> {
    return this.#work.close()
  }
}

async function writeAll(
  work: StatementWork,
  compiled: CompiledStatement,
  batch: readonly TargetRecord[],
  confirm: Confirm | undefined,
): Promise<WriteOutcome[]> {
  await ours(work, work.begin)
  const outcomes: WriteOutcome[] = []
  try {
    for (const { data } of batch) outcomes.push(await writeOne(work, compiled, data))
    await confirm?.()
  } catch (error) {
    await undo(work)
    throw error
  }
  return (await commit(work)) ? outcomes : outcomes.map(each => (each.kind === 'failed' ? each : UNKNOWN))
}

/** A statement of the transaction itself: its failure ends the batch. */
async function ours(work: StatementWork, sql: string): Promise<void> {
  try {
    await work.exec(sql)
  } catch (error) {
    work.destroy()
    throw work.toFailure(error)
  }
}

async function undo(work: StatementWork): Promise<void> {
  await work.exec('rollback').catch(() => work.destroy())
}

/** false: nobody knows whether the rows are there. */
async function commit(work: StatementWork): Promise<boolean> {
  try {
    await work.exec('commit')
    return true
  } catch {
    work.destroy()
    return false
  }
}

async function writeOne(
  work: StatementWork,
  { sql, slots }: CompiledStatement,
  data: TargetRecord['data'],
): Promise<WriteOutcome> {
  let cells: ReturnType<typeof toCells>
  try {
    cells = toCells(data, slots)
  } catch (error) {
    return { kind: 'failed', failure: toFailure(error).toDetail() }
  }
  await ours(work, 'savepoint sluice')
  try {
    return outcomeOf(await work.run(sql, cells))
  } catch (error) {
    const failure = work.toSessionFailure(error)
    if (failure) throw failure
    await ours(work, 'rollback to savepoint sluice')
    return { kind: 'failed', failure: work.explain(error) }
  }
}

const outcomeOf = (changed: number | null): WriteOutcome =>
  changed === 0 ? { kind: 'failed', failure: untouched } : { kind: 'written' }

const untouched: FailureDetail = new Failure({
  code: 'target.notTaken',
  message: 'The statement changed no row.',
  advice: 'Look at its condition. Where this is meant, add an ignore rule for the message.',
  retry: 'skip',
}).toDetail()

const lost: FailureDetail = new Failure({
  code: 'target.unanswered',
  message: 'The connection broke while the rows were being committed; nobody knows whether they are there.',
  advice: 'Look the records up in the target before writing them again.',
}).toDetail()
const UNKNOWN: WriteOutcome = { kind: 'unknown', failure: lost }

/** The statement for one record, taken back at once. What was changed; null where the database does not say. */
export async function rehearse<S>(
  statement: Statement,
  dialect: StatementDialect<S>,
  session: S,
  data: TargetRecord['data'],
): Promise<number | null> {
  const { sql, slots } = compileStatement(statement, dialect)
  const work = dialect.work(session)
  const cells = toCells(data, slots)
  await ours(work, work.begin)
  try {
    return await work.run(sql, cells)
  } catch (error) {
    throw work.toSessionFailure(error) ?? new Failure(work.explain(error))
  } finally {
    await undo(work)
  }
}
