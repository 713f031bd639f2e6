/** What the other screens of the market draw alike. */
export { ParameterFields } from './parts/parameter-fields.tsx'
export { PlatformPair } from './parts/platform-pair.tsx'
