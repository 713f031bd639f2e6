export { describeRuns, tellWaiting } from './describe-run.ts'
export { createRunRoutes } from './routes.ts'
export { searchRuns } from './store.ts'
