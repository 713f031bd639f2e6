import { isAssetResource } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { useCatalogueText } from '../use-catalogue-text.ts'
import { CatalogueState } from './catalogue-state.tsx'
import { useCatalogue, useListed } from './use-catalogue.ts'
import '../catalogue.css'

export interface ResourcePickerProps {
  /** Of the input, for its label. */
  readonly id: string
  readonly connectorId: string
  /** What can only be written is no source, and the other way round. */
  readonly role: 'source' | 'target'
  readonly value: string | null
  readonly placeholder: string
  /** Beside the input. */
  readonly extra: ReactNode
  onChange(resource: string | null): void
}

const SHOWN = 50

/** A table, file or endpoint, searched by name in what is listed; a name that is not listed may be typed all the same. */
export function ResourcePicker({ id, connectorId, role, value, placeholder, extra, onChange }: ResourcePickerProps) {
  const text = useCatalogueText()
  const format = useFormat()
  const { catalogue, refresh, cancel } = useCatalogue(connectorId)
  /** null: nothing but what is chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  const keyword = useDeferredValue(typed?.trim() ?? '')
  const query = { keyword, role, limit: SHOWN } as const
  const found = useQuery({ ...api.catalogue.search.query({ params: { id: connectorId }, query }), ...keepRows })
  const { objects = [], total = 0 } = found.data?.content ?? {}
  const listed = useListed(connectorId, value)
  const choose = (name: string) => {
    setTyped(null)
    const next = name.trim() || null
    if (next !== value) onChange(next)
  }
  const only = total === 1 && keyword === '' && catalogue?.discovery?.state === 'done' ? objects[0]?.id : undefined
  const isOffered = useRef(false)
  const offer = useEffectEvent((resource: string) => {
    if (isOffered.current || value !== null || typed !== null || role === 'target') return
    isOffered.current = true
    onChange(resource)
  })
  // Where there is one thing to read, it is what is meant: an uploaded file. Taken away by hand, it does not come again.
  useEffect(() => {
    if (only !== undefined) offer(only)
  }, [only])
  const more = (total ?? 0) - objects.length
  // An HTTP API lists no endpoints: there is nothing to read again, and no list that a typed name could be missing in.
  const listsNothing = catalogue?.discovery?.state === 'done' && catalogue.objects === 0 && !catalogue.is_stale
  return (
    <>
      <div className="cn-picker">
        <AutoComplete
          id={id}
          className="sl-wide"
          placeholder={placeholder}
          value={typed ?? (listed ? nameOf(listed) : (value ?? ''))}
          onChange={setTyped}
          onSelect={choose}
          onBlur={() => typed !== null && choose(objects.find(item => nameOf(item) === typed)?.id ?? typed)}
          notFoundContent={found.isFetching ? text.loading : null}
          options={objects.map(item => ({ value: item.id, label: <Choice {...item} /> }))}
          popupRender={menu => (
            <>
              {menu}
              {more > 0 && <p className="cn-picker-more sl-muted">{text.more(format.number(more))}</p>}
            </>
          )}
        />
        {extra}
      </div>
      {!listsNothing && <CatalogueState catalogue={catalogue} refresh={refresh} cancel={() => cancel()} />}
      {listed === null && !listsNothing && catalogue?.discovery?.state === 'done' && (
        <p className="cn-picker-note">{text.typed}</p>
      )}
      {listed?.gone_at && (
        <p className="cn-picker-note cn-danger" role="alert">
          {text.gone}
        </p>
      )}
    </>
  )
}

interface Named {
  readonly id: string
  readonly label: string
  readonly comment: string
}

/** The id of the one file that was uploaded. */
const UPLOADED = 'file'

/** Ids of API assets and of an uploaded file say nothing to people; tables and paths are known by theirs. */
const nameOf = ({ id, label }: Named): string => (isAssetResource(id) || id === UPLOADED ? label : id)

function Choice(item: Named) {
  const name = nameOf(item)
  const beside = [item.label === name ? item.id : item.label, item.comment].filter(word => word !== '' && word !== name)
  return (
    <>
      {name} {beside.length > 0 && <small className="sl-muted">{beside.join(' · ')}</small>}
    </>
  )
}
