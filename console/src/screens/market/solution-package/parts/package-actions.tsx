import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { Removal } from '../../../../parts/removal.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { packageEdit } from '../pages.ts'
import type { Row } from '../types.ts'
import { useText } from '../use-text.ts'

/** What is done with one package. */
export function PackageActions({ row }: { readonly row: Row }) {
  const text = useText()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  return (
    <span className="sl-row-actions">
      <CanButton
        type="link"
        size="small"
        authority="package:query"
        onClick={() => void navigate(packageEdit.href({ params: { id: row.id } }))}
      >
        {text.edit}
      </CanButton>
      <CanButton type="link" size="small" danger authority="package:delete" onClick={() => setAsked(true)}>
        {text.remove}
      </CanButton>
      <Removal
        row={isAsked ? { id: row.id, name: row.title } : null}
        text={text}
        action={text.remove}
        remove={id => api.solutionPackage.remove({ params: { id } })}
        refresh={client => client.invalidateQueries({ queryKey: api.solutionPackage.list.key() })}
        onClose={() => setAsked(false)}
      />
    </span>
  )
}
