export { readChanges } from './change-text.ts'
export { createReplayRoutes } from './routes.ts'
