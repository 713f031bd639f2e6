import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { strategyCreate } from '../pages.ts'
import { beginSide } from '../parts/begin-side.ts'
import { usePlatforms } from '../parts/use-platforms.ts'
import type { Draft } from '../types.ts'

/**
 * A strategy that is begun from a connector has it as its source, or as its target where nothing can be read of it. It is
 * put in once and where nothing is chosen: what was entered before stays. Returns how to have it put in again.
 */
export function useBegunFrom(draft: Draft, onChange: (change: Partial<Draft>) => void): () => void {
  const [{ connector: id }] = strategyCreate.useSearch()
  const [takenId, setTakenId] = useState<string>()
  const isWanted = id !== undefined && id !== takenId
  const { data } = useQuery({ ...api.connector.get.query({ params: { id: id ?? '' } }), enabled: isWanted })
  const platforms = usePlatforms()
  const connector = data?.content
  const platform = connector && platforms.get(connector.platform_id)
  const take = useEffectEvent(() => {
    if (!connector || !platform) return
    setTakenId(connector.id)
    const part = connector.roles.includes('source') ? 'source' : 'target'
    if (draft[part].connector_id !== null) return
    onChange({ [part]: { ...draft[part], ...beginSide(part, connector.id, platform) } })
  })
  const isKnown = isWanted && platform !== undefined
  useEffect(() => {
    if (isKnown) take()
  }, [isKnown])
  return () => setTakenId(undefined)
}
