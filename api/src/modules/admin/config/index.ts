export { diffSpecs, findNaming } from './diff-specs.ts'
export { type Complain, type ConfigDocument, readFiles, writeFiles } from './files.ts'
export { isObject, type Json, type JsonObject, ownField } from './json.ts'
export { listReferences, renameConfig, resolveConfig } from './port-strategy.ts'
export {
  type ConfigRouteDeps,
  type ConfigService,
  type ConfigWish,
  createConfigRoutes,
  createConfigService,
} from './routes.ts'
export type { ConfigObject } from './service.ts'
export { nameOf, splitReportKey } from './world.ts'
