export { createStrategyCursorRoutes } from './routes.ts'
export { forgetCursor } from './store.ts'
