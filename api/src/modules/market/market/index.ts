export { describeParameters } from './describe-market.ts'
export { type FoundPackage, findNewer, locatePackage } from './locate-package.ts'
export { createMarketRoutes } from './routes.ts'
