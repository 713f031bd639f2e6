export { describeFinds, describeLookups } from './describe-preview.ts'
export { findGate, requireNoCanary, saveParts, setRequired } from './draft-store.ts'
export { createStrategyLife, type StrategyLife, tryOne } from './life.ts'
export { applyParts, listChanged, replaceConfig } from './plan-save.ts'
export { createStrategyRoutes } from './routes.ts'
export {
  createStrategyService,
  orRefuse,
  publishIn,
  requireScript,
  type StrategyDeps,
  type StrategyService,
} from './service.ts'
export { addVersion, findConfig, findHead, findPlatforms, lockStrategy, type StrategyHead } from './store.ts'
export { openPlaces, readDocuments, type StrategyDocument } from './strategy-document.ts'
