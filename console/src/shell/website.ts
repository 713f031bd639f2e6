import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'

const HOUR_MS = 3_600_000

/** Names and links of this installation. Until they are known the texts are empty, so nothing jumps. */
export function useWebsite() {
  const { data } = useQuery({ ...api.website.attributes.query(), staleTime: HOUR_MS })
  return data?.content ?? { short_name: 'Sluice', host: '', record_number: '', authorized_company: '', version: '' }
}
