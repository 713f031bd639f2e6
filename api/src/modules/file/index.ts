export { createFileRoutes } from './routes.ts'
export { createTenantFiles, type TenantFiles } from './tenant-files.ts'
export { createUploadStore, type UploadStore } from './upload-store.ts'
