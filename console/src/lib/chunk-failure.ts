/** As Chromium, Firefox, Safari and the bundler say it. */
const SAID = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** A part of the page did not arrive: a new version was deployed, or the line is down. Only a reload brings it. */
export const isChunkFailure = (error: Error): boolean => error.name === 'ChunkLoadError' || SAID.test(error.message)
