export { changeQuota } from './change-quota.ts'
export { type CreatedTenant, createTenant, hasTenant, type NewTenant } from './create-tenant.ts'
export { listPermissions, listPresetRoles } from './preset-roles.ts'
export { findFirstUser } from './store.ts'
