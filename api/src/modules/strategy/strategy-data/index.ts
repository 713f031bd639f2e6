export { IdSet, readMoment, readMoved } from './read-moved.ts'
export { createStrategyDataRoutes } from './routes.ts'
export { describeRow, readCursor, readFilter, toCursor, writeCursor } from './search.ts'
export { findStrategyName, isByTime, searchRecords } from './store.ts'
