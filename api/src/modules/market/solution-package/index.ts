export { createSolutionPackageRoutes } from './routes.ts'
export { describePlatform } from './service.ts'
export { renewOffers } from './store.ts'
