import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useLanguage } from '../../../../lib/i18n.ts'

/** Every platform, stopped ones too; names come in the current language. */
export function usePlatforms() {
  const language = useLanguage()
  const query = api.platform.list.query({ query: { group: '1', all: '1' } })
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, language],
    select: answer =>
      Object.values(answer.content)
        .flat()
        .toSorted((a, b) => Number(b.is_own) - Number(a.is_own)),
  })
}

export function useCollections(platformId: string | undefined) {
  const query = api.collection.list.query({ query: platformId === undefined ? {} : { platform_id: platformId } })
  return useQuery({ ...query, enabled: platformId !== undefined, select: answer => answer.content })
}

/** After a change: what screens show of assets, categories and platforms is asked again. */
export async function refreshAssets(client: QueryClient): Promise<void> {
  const keys = [
    api.apiAsset.list.key(),
    api.apiAsset.get.key(),
    api.apiAsset.versions.key(),
    api.collection.list.key(),
    api.collection.get.key(),
    api.platform.list.key(),
    api.platform.template.key(),
    // A platform may name another one now.
    api.adapter.inherited.key(),
    // What connectors offer to strategies.
    api.catalogue.get.key(),
  ]
  await Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
}
