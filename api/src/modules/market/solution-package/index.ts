export { judgeRelease, listWaiting } from './review-releases.ts'
export { createSolutionPackageRoutes } from './routes.ts'
export { describePlatform } from './service.ts'
