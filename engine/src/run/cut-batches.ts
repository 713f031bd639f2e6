import { type Data, type TargetConfig, toJson } from '@sluice/contract'
import { joinKeys, valueKey } from '../map/value-key.ts'
import { readPath } from '../stage/read-path.ts'

/** Records of a batch where the strategy does not say. */
export const USUAL_BATCH = 1000

/**
 * Which records of a page go to the target together, by their places in `data`: as many as the strategy allows, together
 * no longer than it allows, and of one value of the field by which it keeps them apart. A record that is too long by
 * itself goes alone. Records of one value keep their order; a key comes once in a page, so no order between values matters.
 */
export function cutBatches(
  indexes: readonly number[],
  data: readonly (Data | null)[],
  { batchSize = USUAL_BATCH, batch }: Pick<TargetConfig, 'batchSize' | 'batch'>,
): number[][] {
  const { apart, maxBytes = Number.POSITIVE_INFINITY } = batch ?? {}
  const groups =
    apart === undefined
      ? [indexes]
      : Map.groupBy(indexes, index => joinKeys([valueKey(readPath(data[index] ?? {}, apart))])).values()
  const batches: number[][] = []
  for (const group of groups) {
    let last: number[] | null = null
    let bytes = 0
    for (const index of group) {
      const size = maxBytes === Number.POSITIVE_INFINITY ? 0 : Buffer.byteLength(toJson(data[index] ?? null))
      if (last && last.length < batchSize && bytes + size <= maxBytes) {
        last.push(index)
        bytes += size
      } else {
        last = [index]
        bytes = size
        batches.push(last)
      }
    }
  }
  return batches
}
