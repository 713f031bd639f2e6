export { compareCallers, createStrategyCallersRoutes } from './routes.ts'
export { sayBreaks } from './say-breaks.ts'
