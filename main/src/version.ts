import manifest from '../package.json' with { type: 'json' }

/** Of the product as a whole. */
export const version: string = manifest.version
