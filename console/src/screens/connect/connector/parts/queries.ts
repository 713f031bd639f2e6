import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { useCan } from '../../../../lib/session.ts'
import { listPlatforms } from '../model.ts'

/** Every platform of the product; their names come in the current language. */
export function usePlatforms() {
  const language = useLanguage()
  const can = useCan()
  const query = api.platform.list.query({ query: { group: '1' } })
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, language],
    select: answer => listPlatforms(answer.content),
    enabled: can('platform:query'),
  })
}

/** After a change or a test: what lists show of connectors is asked again. */
export async function refreshConnectors(client: QueryClient): Promise<void> {
  const keys = [
    api.connector.list.key(),
    api.connector.get.key(),
    // A test may be what finds out that access has ended.
    api.connectorGrant.get.key(),
    api.platform.list.key(),
  ]
  await Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
}
