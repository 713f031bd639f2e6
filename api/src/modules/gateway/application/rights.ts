/** Who hands out what a strategy reads must be allowed to read it. */
export const READS = 'strategy:query'
/** Who lets others call an asset must be allowed to try one. */
export const CALLS = 'asset:update'
