export { type CreatedTenant, createTenant, hasTenant, type NewTenant } from './create-tenant.ts'
export { findFirstUser } from './store.ts'
