import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { useSession } from '../lib/session.ts'

const HOUR_MS = 3_600_000

const nothing = {
  short_name: 'Sluice',
  host: '',
  record_number: '',
  authorized_company: '',
  community_url: '',
  privacy_url: '',
  terms_url: '',
  spreadsheet_url: '',
  version: '',
}

/**
 * Names and links: before the sign-in those of the host, after it those of the user's tenant, and the installation's where
 * it says nothing. Until they are known the texts are empty, so nothing jumps.
 */
export function useWebsite(): typeof nothing {
  const isSignedIn = useSession(session => session.profile !== null)
  const { data } = useQuery({ ...api.website.attributes.query(), staleTime: HOUR_MS })
  const own = useQuery({ ...api.website.own.query(), staleTime: HOUR_MS, enabled: isSignedIn })
  if (!isSignedIn || !own.data) return { ...nothing, ...data?.content }
  const { defaults, ...website } = own.data.content
  const given = Object.entries(website).filter(([, value]) => value !== '')
  return { ...nothing, ...defaults, ...Object.fromEntries(given) }
}
