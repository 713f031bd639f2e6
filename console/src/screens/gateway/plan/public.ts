import type { Plan } from '@sluice/api/modules/gateway/plan/contract.ts'
import { api } from '../../../lib/api.ts'
import type { Findable } from '../../../parts/find-select.tsx'

/** Plans to choose from. */
export const plans: Findable<Plan> = {
  key: ['gateway-plans'],
  list: query => api.plan.list({ query: { ...query, sort: 'name' } }),
  get: id => api.plan.get({ params: { id } }),
  labelOf: plan => plan.name,
}
