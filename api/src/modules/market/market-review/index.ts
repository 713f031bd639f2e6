export {
  insertMirrored,
  listMirrored,
  type MirroredRow,
  moveMirrored,
  renewSource,
} from './mirror-store.ts'
export { judgeByCommand, listWaiting, reviewPackage } from './review-releases.ts'
export { createMarketReviewRoutes } from './routes.ts'
