import type { Principal } from '../../../http/route-handler.ts'
import { coversRole } from '../role/index.ts'
import type { SubAccount } from './contract.ts'
import type { SubAccountRow } from './store.ts'

/** An account as the caller sees it. */
export const describeUser = ({ permissions, groups, ...user }: SubAccountRow, principal: Principal): SubAccount => ({
  ...user,
  is_own: user.id === principal.userId,
  is_mightier: !coversRole(principal, { permissions, groups }),
})
