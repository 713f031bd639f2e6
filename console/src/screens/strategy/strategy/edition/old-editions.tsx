import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useListText } from '../texts/use-list-text.ts'

// Few have any, and those who have look rarely.
const OldDrawer = lazyPart(async () => ({ default: (await import('./old-drawer.tsx')).OldDrawer }))

/** How many strategies are in an older edition, and which; nothing where there is none. */
export function OldEditions() {
  const text = useListText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { data } = useQuery(api.strategyPublish.listEditions.query({ query: { page: '1', pageSize: '1' } }))
  const count = data?.total ?? 0
  if (count === 0 && !isOpen) return null
  return (
    <>
      <Button
        type="link"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {text.oldEditions(format.number(count))}
      </Button>
      {wasOpened && (
        <Suspense>
          <OldDrawer isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
