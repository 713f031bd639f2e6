/** What the statement raises when it must not go on; the column follows. */
export const LOSSY = 'sluice:lossy:'
export const SAME_UNDER_COLLATION = 'sluice:collation:'
export const MISSING_ROW = 'sluice:missing:'
