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

export const contentOf = (failure: Failure): readonly unknown[] | undefined => contents.get(failure)
