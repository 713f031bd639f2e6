/**
 * What the caller may do about a failure.
 * never: the same request fails again; later: it may heal by itself; skip: this record only, go on with the next.
 */
export type Retry = 'never' | 'later' | 'skip'

export interface FailureDetail {
  /** Stable, dotted: `connector.auth`, `mapping.required`. Texts of the console are keyed by it. */
  readonly code: string
  /** One public sentence: what is wrong and the way out. No internals. */
  readonly message: string
  readonly retry: Retry
  /** Path of the field or setting that is wrong, where one is. */
  readonly field?: string
  /** The offending value, shortened to 200 characters, never a secret. */
  readonly value?: string
  /** What to do about it, one sentence. */
  readonly advice?: string
  /** A statement or a line of a configuration that mends it, to be copied as it is. Never a secret. */
  readonly repair?: string
  /** Codes and addresses as whoever mends it needs them: folded away until asked for. Never a secret. */
  readonly technical?: string
  /** Wait at least this long before the next try (Retry-After). */
  readonly retryAfterMs?: number
}

export type FailureInit = Omit<FailureDetail, 'retry'> & { readonly retry?: Retry; readonly cause?: unknown }

/** The one error class. `cause` is for the log only; everything else is fit for a user's eyes. */
export class Failure extends Error implements FailureDetail {
  readonly code: string
  readonly retry: Retry
  readonly field?: string
  readonly value?: string
  readonly advice?: string
  readonly repair?: string
  readonly technical?: string
  readonly retryAfterMs?: number

  constructor(init: FailureInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'Failure'
    this.code = init.code
    this.retry = init.retry ?? 'never'
    if (init.field !== undefined) this.field = init.field
    if (init.value !== undefined) this.value = init.value.length > 200 ? `${init.value.slice(0, 200)}…` : init.value
    if (init.advice !== undefined) this.advice = init.advice
    if (init.repair !== undefined) this.repair = init.repair
    if (init.technical !== undefined) this.technical = init.technical
    if (init.retryAfterMs !== undefined) this.retryAfterMs = init.retryAfterMs
  }

  /** The public part, for a database row or an answer. */
  toDetail(): FailureDetail {
    const { code, message, retry, field, value, advice, repair, technical, retryAfterMs } = this
    return {
      code,
      message,
      retry,
      ...(field === undefined ? {} : { field }),
      ...(value === undefined ? {} : { value }),
      ...(advice === undefined ? {} : { advice }),
      ...(repair === undefined ? {} : { repair }),
      ...(technical === undefined ? {} : { technical }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
  }
}

/** A `Failure` as it is; anything else becomes `internal` with the original as cause. */
export function toFailure(error: unknown, fallback: Partial<FailureInit> = {}): Failure {
  if (error instanceof Failure) return error
  return new Failure({
    code: 'internal',
    message: 'Something went wrong inside Sluice. The log has the details.',
    ...fallback,
    cause: error,
  })
}
