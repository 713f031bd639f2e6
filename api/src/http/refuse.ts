import { Failure, type FailureInit } from '@sluice/contract'
import { type MessageCode, writeMessage } from './messages.ts'

export type RefusalInit = Pick<FailureInit, 'field' | 'value' | 'advice' | 'retryAfterMs' | 'retry' | 'cause'> & {
  /** What the envelope's `content` holds beside the message: the strategies in the way, the check-list. */
  readonly content?: readonly unknown[]
}

// One error class for the product: what only an HTTP answer carries is kept beside the failure, not in a subclass.
const contents = new WeakMap<Failure, readonly unknown[]>()

/** A failure whose public sentence comes from the dictionary, so that it can be answered in the caller's language. */
export function refuse(code: MessageCode, init: RefusalInit = {}): Failure {
  const { content, ...rest } = init
  const values = {
    ...(init.field === undefined ? {} : { field: init.field }),
    ...(init.value === undefined ? {} : { value: init.value }),
  }
  const failure = new Failure({ ...rest, code, message: writeMessage(code, 'en', values, code) })
  if (content) contents.set(failure, content)
  return failure
}

/** What stands now, and who put it there. */
export interface Saved {
  readonly version: number
  /** Empty: somebody who is gone, or the product itself. */
  readonly username: string
  readonly created_at: string
  /** The number of a draft behind a gate, where that is what was saved. */
  readonly draft?: number
}

/** A save that was made from something older than `saved`; absent where nobody knows who saved that. */
export function refuseStale(saved?: Saved): Failure {
  if (saved === undefined) return refuse('conflict.version')
  const { version, username, created_at, draft } = saved
  return refuse('conflict.version', { content: [{ version, username, created_at, ...(draft && { draft }) }] })
}

export const contentOf = (failure: Failure): readonly unknown[] | undefined => contents.get(failure)
