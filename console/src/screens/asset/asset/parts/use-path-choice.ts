import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useCan } from '../../../../lib/session.ts'
import type { Parsed } from '../types.ts'

/**
 * Whether the paths of interfaces begin with that of their server. They do not where connectors of the platform have
 * it at the end of their address: it would be there twice.
 */
export function usePathChoice(platformId: string | undefined, found: Parsed | undefined) {
  const can = useCan()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const path = found?.base.path ?? ''
  const query = { platform_id: platformId ?? '', pageSize: 500 }
  const connectors = useQuery({
    ...api.connector.list.query({ query }),
    enabled: can('connector:query') && platformId !== undefined && path !== '',
    select: answer => answer.content,
  })
  const isInAddress = (connectors.data ?? []).some(({ params }) =>
    Object.values(params).some(value => typeof value === 'string' && endsWith(value, path)),
  )
  const isKept = chosen ?? !isInAddress
  return { path, isInAddress, isKept, choose: setChosen, items: dropPath(found?.items ?? [], isKept ? '' : path) }
}

const endsWith = (value: string, path: string): boolean =>
  /^https?:\/\//i.test(value) && value.replace(/\/+$/, '').endsWith(path)

function dropPath(items: Parsed['items'], path: string): Parsed['items'] {
  if (path === '') return items
  return items.map(item =>
    item.doc.api.startsWith(`${path}/`)
      ? { ...item, doc: { ...item.doc, api: item.doc.api.slice(path.length) } }
      : item,
  )
}
