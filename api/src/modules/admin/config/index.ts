export { diffSpecs, findNaming } from './diff-specs.ts'
export { type Complain, type ConfigDocument, readFiles, writeFiles } from './files.ts'
export { isObject, type Json, type JsonObject, ownField, toJsonForm } from './json.ts'
export { listReferences, type Rename, renameConfig, resolveConfig } from './port-strategy.ts'
export {
  type ConfigRouteDeps,
  type ConfigService,
  type ConfigWish,
  createConfigRoutes,
  createConfigService,
} from './routes.ts'
export type { ConfigObject, Planned } from './service.ts'
export { toProblems } from './walk.ts'
export { nameOf } from './world.ts'
