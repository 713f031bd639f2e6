import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'

/** Who may be given a group. */
export function usePeople(): readonly { readonly id: string; readonly name: string }[] {
  const { data } = useQuery({ ...api.errorGroup.people.query(), staleTime: 60_000 })
  return data?.content ?? []
}
