export { coversRole, findExcess, requireAdministrator } from './guard.ts'
export { createRoleRoutes } from './routes.ts'
