/** Builds the console unless the build is newer than everything it is made from. */
export function ensureBuilt(): void

/** Installs the locked dependencies unless exactly these are installed already. */
export function ensureInstalled(): void
