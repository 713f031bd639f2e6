export { createPackRoutes } from './routes.ts'
export { sayResource } from './say-resource.ts'
