import type { Confirm, FoundRow, Target, TargetRecord, WriteGuarantee, WriteOutcome } from '@sluice/connector-kit'
import { makeValueFailure, Refusal } from '@sluice/connector-kit/sql'
import { type Data, Failure, type FailureDetail, toJson, toText } from '@sluice/contract'
import type { AnyBulkWriteOperation, Collection, Document, Filter } from 'mongodb'
import { explainDocument, stopped } from './failure.ts'
import type { Session } from './session.ts'
import { decodeValue, encodeValue, type FieldKind, readDocument } from './values.ts'

/** Documents that are looked for in one request. */
const FIND_AT_ONCE = 100
/** Deletes under way at the same time. */
const DELETES_AT_ONCE = 8

export interface TargetPlan {
  readonly key: readonly string[]
  readonly mode: 'upsert' | 'insert'
  readonly kinds: ReadonlyMap<string, FieldKind>
}

interface Planned {
  readonly index: number
  readonly document: Document
  readonly filter: Filter<Document>
  readonly keyText: string
}

/** Documents by key: `$set` of the mapped fields, made where there is none. Fields that are not mapped stay. */
export class CollectionTarget implements Target {
  readonly guarantee: WriteGuarantee
  readonly isCounted = true
  readonly findsAtOnce = true
  readonly canDelete = true
  readonly key: readonly string[]
  readonly #collection: Collection
  readonly #plan: TargetPlan
  readonly #session: Session

  constructor(collection: Collection, plan: TargetPlan, session: Session) {
    this.#collection = collection
    this.#plan = plan
    this.#session = session
    this.key = plan.key
    this.guarantee = plan.mode === 'upsert' ? 'upsert' : 'none'
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    const outcomes = new Array<WriteOutcome>(batch.length)
    for (const run of this.#cutRuns(batch, outcomes)) {
      if (signal.aborted) throw stopped(signal.reason)
      await confirm?.()
      if (run.isDelete) await this.#remove(run.planned, outcomes)
      else await this.#writeRun(run.planned, outcomes)
    }
    return outcomes
  }

  async find(records: readonly TargetRecord[]): Promise<readonly FoundRow[]> {
    const { bson } = this.#session
    const found: FoundRow[] = records.map(() => ({ kind: 'missing' }))
    const refused = new Array<WriteOutcome>(records.length)
    const planned = records.flatMap((record, index) => this.#planOne(record, index, refused) ?? [])
    refused.forEach((outcome, index) => {
      if (outcome.kind === 'failed') found[index] = { kind: 'unclear', reason: outcome.failure.message }
    })
    for (let start = 0; start < planned.length; start += FIND_AT_ONCE) {
      const some = planned.slice(start, start + FIND_AT_ONCE)
      const filter = { $or: some.map(each => each.filter) } as Filter<Document> // its parts are filters
      const there = await this.#session.run(() => this.#collection.find(filter, { raw: true }).toArray())
      const plain = (value: unknown) => toJson(decodeValue(value, bson, false))
      const byKey = new Map(
        there.map(bytes => {
          const document = readDocument(bytes as unknown as Buffer, bson) // raw
          return [toJson(this.key.map(name => decodeValue(document[name] ?? null, bson, false))), document]
        }),
      )
      for (const { index, document } of some) {
        const stored = byKey.get(toJson(this.key.map(name => decodeValue(document[name], bson, false))))
        if (records[index]?.change === 'delete') {
          found[index] = stored ? { kind: 'different', fields: [] } : { kind: 'equal' }
        } else if (stored) {
          const fields = Object.keys(document).filter(
            name => !(name in stored) || plain(stored[name]) !== plain(document[name]),
          )
          found[index] = fields.length === 0 ? { kind: 'equal' } : { kind: 'different', fields: fields.slice(0, 20) }
        }
      }
    }
    return found
  }

  async close(): Promise<void> {}

  /** Neighbours of one kind without a repeated key: what a run holds may be done in any order. */
  #cutRuns(batch: readonly TargetRecord[], outcomes: WriteOutcome[]): { isDelete: boolean; planned: Planned[] }[] {
    const runs: { isDelete: boolean; planned: Planned[]; keys: Set<string> }[] = []
    for (const [index, record] of batch.entries()) {
      const planned = this.#planOne(record, index, outcomes)
      if (!planned) continue
      const isDelete = record.change === 'delete'
      const last = runs.at(-1)
      const isRepeat = this.#plan.mode === 'upsert' && last?.keys.has(planned.keyText)
      if (last && last.isDelete === isDelete && !isRepeat) {
        last.planned.push(planned)
        last.keys.add(planned.keyText)
      } else runs.push({ isDelete, planned: [planned], keys: new Set([planned.keyText]) })
    }
    return runs
  }

  #planOne({ data, change }: TargetRecord, index: number, outcomes: WriteOutcome[]): Planned | null {
    const refuse = (failure: FailureDetail): null => {
      outcomes[index] = { kind: 'failed', failure }
      return null
    }
    const isKeyed = change === 'delete' || this.#plan.mode === 'upsert'
    const empty = isKeyed ? this.key.find(name => data[name] === undefined || data[name] === null) : undefined
    if (empty !== undefined)
      return refuse(makeValueFailure(empty, data[empty] ?? null, 'is null, a key must have a value'))
    const names = change === 'delete' ? this.key : Object.keys(data)
    const document: Document = {}
    for (const name of names) {
      if (name === '' || name.startsWith('$') || name.includes('.')) return refuse(badName(name))
      const encoded = encodeValue(data[name]!, this.#session.bson, this.#plan.kinds.get(name)) // a name of the record
      if (encoded instanceof Refusal) return refuse(makeValueFailure(name, data[name]!, encoded.reason))
      Object.defineProperty(document, name, { value: encoded, enumerable: true, writable: true, configurable: true })
    }
    const filter = Object.fromEntries(this.key.map(name => [name, { $eq: document[name] }])) as Filter<Document> // fields of it
    return { index, document, filter, keyText: textOfKey(this.key, data) }
  }

  async #writeRun(planned: readonly Planned[], outcomes: WriteOutcome[]): Promise<void> {
    const operations = planned.map(
      ({ document, filter }): AnyBulkWriteOperation =>
        this.#plan.mode === 'insert'
          ? { insertOne: { document } }
          : { updateOne: { filter, update: { $set: document }, upsert: true } },
    )
    const failures = new Map<number, FailureDetail>()
    try {
      const { insertedCount, matchedCount, upsertedCount } = await this.#collection.bulkWrite(operations, {
        ordered: false,
      })
      const taken = insertedCount + matchedCount + upsertedCount
      // It does not say which: none is called written.
      if (taken < planned.length) return markUntold(taken, planned, outcomes)
    } catch (error) {
      const errors = this.#session.isBulkError(error) ? [error.writeErrors].flat() : []
      if (errors.length === 0) return this.#settleLost(error, planned, outcomes)
      for (const each of errors) failures.set(each.index, explainDocument(each.code, each.errmsg ?? ''))
    }
    planned.forEach(({ index, keyText }, at) => {
      const failure = failures.get(at)
      outcomes[index] = failure ? { kind: 'failed', failure } : { kind: 'written', targetKey: keyText }
    })
  }

  /** Documents by key may be written again; what was appended, nobody knows. @throws Failure where it may be repeated */
  #settleLost(error: unknown, planned: readonly Planned[], outcomes: WriteOutcome[]): void {
    const failure = this.#session.explain(error)
    if (this.guarantee !== 'none' || this.#session.isUnsent(error) || failure.retry === 'never') throw failure
    for (const { index } of planned) outcomes[index] = { kind: 'unknown', failure: failure.toDetail() }
  }

  async #remove(planned: readonly Planned[], outcomes: WriteOutcome[]): Promise<void> {
    for (let start = 0; start < planned.length; start += DELETES_AT_ONCE)
      await Promise.all(
        planned.slice(start, start + DELETES_AT_ONCE).map(async ({ index, filter }) => {
          const { deletedCount } = await this.#session.run(() => this.#collection.deleteOne(filter))
          outcomes[index] =
            deletedCount > 0
              ? { kind: 'written' }
              : { kind: 'skipped', reason: 'There is no document with this key any more.' }
        }),
      )
  }
}

function markUntold(taken: number, planned: readonly Planned[], outcomes: WriteOutcome[]): void {
  const failure = new Failure({
    code: 'target.notTaken',
    message: `The database took ${taken} of ${planned.length} documents and reported no error.`,
    advice: 'Look the documents up in the target before writing them again.',
  }).toDetail()
  for (const { index } of planned) outcomes[index] = { kind: 'unknown', failure }
}

const textOfKey = (key: readonly string[], data: Data): string =>
  key.length === 1 ? toText(data[key[0]!]) : toJson(key.map(name => data[name] ?? null)) // length is 1

const badName = (name: string): FailureDetail =>
  new Failure({
    code: 'target.column',
    message: `The field name "${name}" cannot be written: MongoDB reads "$" as a command and "." as a path.`,
    advice: 'Map to another name.',
    field: name,
    retry: 'skip',
  }).toDetail()
