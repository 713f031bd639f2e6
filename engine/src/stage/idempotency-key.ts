import type { Hashed } from './hash-bytes.ts'

/** One write of a record, whoever tries it and however often. */
export interface Written extends Pick<Hashed, 'hash'> {
  readonly key: string
  readonly generation: number
}

/**
 * The key under which a target does a write once: the same over all attempts, another one when the content changes, also
 * when it changes back. What a changed mapping makes of the same content has the key it had, so that no target doubles it.
 */
export const makeIdempotencyKey = (strategyId: string, { key, hash, generation }: Written): string =>
  `${strategyId}:${key}:${hash}${generation === 0 ? '' : `:${generation}`}`
