export type { PermissionCatalogue, Role } from '@sluice/api/modules/role/contract.ts'
