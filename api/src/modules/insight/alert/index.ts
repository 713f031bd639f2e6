export { type AlertWatch, type AlertWatchDeps, createAlertWatch } from './alert-watch.ts'
export { createAlertRoutes } from './routes.ts'
