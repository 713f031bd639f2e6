import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { Removal } from '../../../../parts/removal.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { marketList } from '../pages.ts'
import type { Detail } from '../types.ts'
import { useText } from '../use-text.ts'

/** Forgets a file that was uploaded. */
export function DiscardButton({ detail }: { readonly detail: Detail }) {
  const text = useText()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const id = detail.ref.slice(detail.ref.indexOf(':') + 1)
  return (
    <>
      <CanButton danger authority="market:install" onClick={() => setAsked(true)}>
        {text.discard}
      </CanButton>
      <Removal
        row={isAsked ? { id, name: detail.title } : null}
        text={{ removed: text.discarded, removeText: text.discardText, removeTitle: text.discardTitle }}
        action={text.discard}
        remove={each => api.market.discard({ params: { id: each } })}
        refresh={client => client.invalidateQueries({ queryKey: api.market.search.key() })}
        onRemoved={() => void navigate(marketList.href())}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
