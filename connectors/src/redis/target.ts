import type { Confirm, Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { refuseStopped } from '@sluice/connector-kit/queue'
import { Bytes, type Data, Failure, toFailure, toJson, toText, type Value } from '@sluice/contract'
import { toReplyFailure } from './failure.ts'
import { type Reply, ReplyError } from './reply-parser.ts'
import type { Command, Session } from './session.ts'

export interface WritePlan {
  /** stream: one entry each; hash: a field per field; value: the record as JSON. */
  readonly kind: 'stream' | 'hash' | 'value'
  readonly key: string
  readonly keyFields: readonly string[]
  readonly maxLength: number | null
}

/** Streams are appended to, so a lost answer is unknown; hashes and values are written by key, so a repeat changes nothing. */
export class RedisTarget implements Target {
  readonly guarantee: 'none' | 'upsert'
  readonly canDelete: boolean
  readonly #plan: WritePlan
  readonly #open: () => Promise<Session>
  #session: Session

  constructor(plan: WritePlan, session: Session, open: () => Promise<Session>) {
    this.#plan = plan
    this.#session = session
    this.#open = open
    this.guarantee = plan.kind === 'stream' ? 'none' : 'upsert'
    this.canDelete = plan.kind !== 'stream'
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    refuseStopped(signal)
    if (this.#session.isBroken) this.#session = await this.#open()
    const planned = batch.map(record => planOne(this.#plan, record))
    await confirm?.()
    const answers = this.#session.pipeline(planned.flatMap(each => (each instanceof Failure ? [] : each)))
    const settled = await Promise.allSettled(answers)
    let at = 0
    return planned.map((each, index) => {
      if (each instanceof Failure) return { kind: 'failed', failure: each.toDetail() }
      const own = settled.slice(at, at + each.length)
      at += each.length
      return this.#judge(own, batch[index]?.change === 'delete')
    })
  }

  #judge(answers: readonly PromiseSettledResult<Reply>[], isDeletion: boolean): WriteOutcome {
    const replies: Reply[] = []
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        const failure = toFailure(answer.reason)
        if (this.guarantee === 'upsert') throw failure
        return { kind: 'unknown', failure: failure.toDetail() }
      }
      replies.push(answer.value)
    }
    const refused = replies.flat().find(reply => reply instanceof ReplyError)
    if (refused instanceof ReplyError) return { kind: 'failed', failure: toReplyFailure(refused).toDetail() }
    if (isDeletion && replies[0] === 0) return { kind: 'skipped', reason: 'The key was gone already.' }
    const id = replies[0]
    return this.#plan.kind === 'stream' ? { kind: 'written', targetKey: String(id) } : { kind: 'written' }
  }

  async close(): Promise<void> {
    await this.#session.close()
  }
}

/** The commands of one record. */
function planOne(plan: WritePlan, { data, change }: TargetRecord): readonly Command[] | Failure {
  if (plan.kind === 'stream') {
    const limit = plan.maxLength === null ? [] : ['MAXLEN', '~', String(plan.maxLength)]
    return [['XADD', plan.key, ...limit, '*', 'data', toJson(data)]]
  }
  const key = makeKey(plan, data)
  if (key instanceof Failure) return key
  if (change === 'delete') return [['DEL', key]]
  return plan.kind === 'value' ? [['SET', key, toJson(data)]] : writeHash(key, data)
}

/** null removes its field, what is missing stays as it is. Both in one transaction, so that no reader sees half of it. */
function writeHash(key: string, data: Data): readonly Command[] {
  const set = Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [name, toField(value)]))
  const gone = Object.keys(data).filter(name => data[name] === null)
  const commands = [
    ...(set.length > 0 ? [['HSET', key, ...set]] : []),
    ...(gone.length > 0 ? [['HDEL', key, ...gone]] : []),
  ]
  return commands.length > 1 ? [['MULTI'], ...commands, ['EXEC']] : commands
}

const toField = (value: Value): string | Buffer => (value instanceof Bytes ? value.toBuffer() : toText(value))

/** `orders:17`; parts of a key of several fields are told apart whatever they hold. */
function makeKey({ key, keyFields }: WritePlan, data: Data): string | Failure {
  const parts = keyFields.map(field => toText(data[field]))
  const empty = keyFields.find((_, index) => parts[index] === '')
  if (empty !== undefined)
    return new Failure({
      code: 'target.key',
      message: `The key field "${empty}" has no value.`,
      advice: 'Map a field to it.',
      field: empty,
      retry: 'skip',
    })
  const names = parts.length === 1 ? parts : parts.map(part => part.replaceAll('%', '%25').replaceAll(':', '%3A'))
  return [key, ...names].join(':')
}
