export { describeContents, describeParameters } from './describe-market.ts'
export { listRights } from './list-rights.ts'
export { type FoundPackage, findNewer, locatePackage } from './locate-package.ts'
export { createMarketRoutes } from './routes.ts'
