export { createFileRoutes } from './routes.ts'
export type { UploadStore } from './upload-store.ts'
