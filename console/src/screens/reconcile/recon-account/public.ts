export { useAccountOptions, usePlatformNames } from './parts/queries.ts'
