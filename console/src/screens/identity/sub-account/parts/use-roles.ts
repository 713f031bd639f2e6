import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useCan } from '../../../../lib/session.ts'

/** The tenant's roles to choose from; none for who may not see roles. */
export function useRoles(): { value: string; label: string }[] {
  const can = useCan()
  const { data } = useQuery({
    ...api.role.list.query({ query: { pageSize: 500, sort: 'created_at' } }),
    enabled: can('role:query'),
  })
  return data?.content.map(role => ({ value: role.id, label: role.name })) ?? []
}
