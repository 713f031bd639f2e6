export {
  type Binding,
  type Bound,
  type BoundObject,
  bindPackage,
  bindPlatforms,
  chooseFlows,
  fillParams,
  listParams,
  readParams,
} from './bind-package.ts'
export { checkPackage, type PackageTrouble } from './check-package.ts'
export { comparePackages, compareVersions, type PackageChange, proposeVersion } from './compare-packages.ts'
export { listPlatforms, listWords, makeCard, type PackageCard, sayPackage } from './make-card.ts'
export { draftManifest, type Packed, packStrategies } from './pack-strategies.ts'
export {
  isPackageKind,
  mapTexts,
  type PackageKind,
  type PackageObject,
  packageKinds,
  readObjects,
  writeObjects,
} from './package-objects.ts'
export { readPackage, writePackage } from './read-package.ts'
export { runSamples, type SampleOutcome } from './run-samples.ts'
export { createPublisherKey, hashPackage, type Publisher, requireSigned, signPackage } from './seal-package.ts'
