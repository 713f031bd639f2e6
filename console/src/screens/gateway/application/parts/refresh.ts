import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'

export const refreshApplications = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: api.application.list.key() }),
    client.invalidateQueries({ queryKey: api.application.get.key() }),
  ])
}
