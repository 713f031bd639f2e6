import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useWords } from '../../../../lib/i18n.ts'

/** All accounts, for a choice. */
export function useAccountOptions(): { readonly value: string; readonly label: string }[] {
  const { data } = useQuery(api.reconAccount.list.query({ query: { pageSize: 500 } }))
  return data?.content.map(({ id, name }) => ({ value: id, label: name })) ?? []
}

/** Platforms by their code, in the reader's language. */
export function usePlatformNames(): Readonly<Record<string, string>> {
  const say = useWords()
  const { data } = useQuery({ ...api.reconAccount.platforms.query(), staleTime: Number.POSITIVE_INFINITY })
  return Object.fromEntries(data?.content.map(({ code, name }) => [code, say(name)]) ?? [])
}

/** Everything that shows accounts, after one of them changed. */
export const refreshAccounts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'reconAccount' })
