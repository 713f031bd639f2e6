export { createCollectionRoutes, requireParent } from './routes.ts'
export { insertCollection, listCollections } from './store.ts'
