export { judgeByCommand, listWaiting } from './review-releases.ts'
export { createMarketReviewRoutes } from './routes.ts'
