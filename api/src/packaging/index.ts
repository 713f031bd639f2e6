/** Packages as documents: made, checked, signed, compared, and bound to a tenant. It knows no table. */
export {
  type Bound,
  type BoundObject,
  bindPackage,
  bindPlatforms,
  chooseFlows,
  fillParams,
  listShared,
  readParams,
} from './bind-package.ts'
export { checkMappings } from './check-mappings.ts'
export { checkPackage, type PackageTrouble } from './check-package.ts'
export { comparePackages, compareVersions, type PackageChange, proposeVersion } from './compare-packages.ts'
export { listPlatforms, listWords, makeCard, type PackageCard, sayPackage } from './make-card.ts'
export {
  digestOf,
  fingerprintOf,
  type IndexEntry,
  MAX_INDEX_BYTES,
  type MarketIndex,
  MOST_INDEXED,
  type OpenedIndex,
  openIndex,
  signIndex,
} from './market-index.ts'
export { draftManifest, packStrategies } from './pack-strategies.ts'
export {
  closeOverFlows,
  isAlong,
  isPackageKind,
  listNamed,
  mapTexts,
  type PackageKind,
  type PackageObject,
  packageKinds,
  readObjects,
  type Seed,
  writeObjects,
} from './package-objects.ts'
export { readKept, readPackage, writePackage } from './read-package.ts'
export { bindRules, runSamples } from './run-samples.ts'
export { createPublisherKey, hashPackage, requireSigned, signPackage } from './seal-package.ts'
