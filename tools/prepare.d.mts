/** Builds the console unless the build is newer than everything it is made from. */
export function ensureBuilt(): void
