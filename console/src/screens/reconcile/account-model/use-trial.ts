import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import type { ModelConfig } from './types.ts'

/** Rules are tried once nobody has moved a slider for so long. */
const REST_MS = 350

export type Trial = ReturnType<typeof useTrial>

/** What the rules as they stand would change, on real lines. Nothing is kept. */
export function useTrial(accountId: string, config: ModelConfig, hasFlow: boolean) {
  const settled = useSettled(config)
  return useQuery({
    queryKey: ['accountModel', 'test', accountId, settled],
    queryFn: () => api.accountModel.test({ params: { id: accountId }, body: { config: settled } }),
    ...keepRows,
    enabled: hasFlow && settled.rules.some(({ is_on }) => is_on),
    retry: false,
  })
}

/** A value once it has not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
