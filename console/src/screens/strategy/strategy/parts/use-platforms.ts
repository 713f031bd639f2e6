import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'

/** Platforms by id. They change only with the product, so they are asked for once. */
export function usePlatforms() {
  const { data } = useQuery({
    ...api.platform.list.query({ query: { group: '1' } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const all = Object.values(data?.content ?? {}).flat()
  return new Map(all.map(platform => [platform.id, platform]))
}
