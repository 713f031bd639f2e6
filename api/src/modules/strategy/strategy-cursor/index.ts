export { createStrategyCursorRoutes } from './routes.ts'
export { findCursor, forgetCursor } from './store.ts'
