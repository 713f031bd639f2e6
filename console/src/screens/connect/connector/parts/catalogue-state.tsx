import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { Catalogue } from '../types.ts'
import { useCatalogueText } from '../use-catalogue-text.ts'
import { isListing } from './use-catalogue.ts'

export interface CatalogueStateProps {
  readonly catalogue: Catalogue | undefined
  refresh(): void
  cancel(): void
}

/** How old the list is, or how far it has come; listing again, or stopping. */
export function CatalogueState({ catalogue, refresh, cancel }: CatalogueStateProps) {
  const text = useCatalogueText()
  const isBusy = isListing(catalogue)
  const { discovery } = catalogue ?? {}
  return (
    <div className="cn-catalogue-state sl-muted">
      <span role="status">
        <Progress catalogue={catalogue} />
      </span>
      {isBusy ? (
        <Button size="small" type="link" disabled={discovery?.cancelling === true} onClick={cancel}>
          {discovery?.cancelling ? text.cancelling : text.cancel}
        </Button>
      ) : (
        <Button size="small" type="link" icon={<ReloadOutlined />} disabled={!catalogue} onClick={refresh}>
          {text.refresh}
        </Button>
      )}
      {discovery?.state === 'failed' && (
        <p className="cn-danger" role="alert">
          {text.failed([discovery.failure?.message, discovery.failure?.advice].filter(Boolean).join(' '))}
        </p>
      )}
      {discovery?.state === 'cancelled' && <p>{text.stopped}</p>}
      {catalogue?.is_cut && <p>{text.cut}</p>}
    </div>
  )
}

function Progress({ catalogue }: Pick<CatalogueStateProps, 'catalogue'>) {
  const text = useCatalogueText()
  const format = useFormat()
  if (!catalogue) return null
  const { discovery, listed_at } = catalogue
  if (discovery?.state === 'queued') return text.waiting
  if (discovery?.state === 'running')
    return discovery.phase === 'list'
      ? text.listing(format.number(discovery.found))
      : text.describing(format.number(discovery.described))
  if (listed_at === null) return text.never
  return (
    <>
      {text.listed} <RelativeTime value={listed_at} />
    </>
  )
}
