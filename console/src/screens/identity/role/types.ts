export type { PermissionCatalogue, Role } from '@sluice/api/modules/identity/role/contract.ts'
