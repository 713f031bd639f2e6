import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { gatherReaders, Readers } from '../../../../parts/readers.tsx'
import { useReaderText } from '../../../../parts/use-reader-text.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { linkOfReader, livingPicture } from '../../../insight/lineage/pages.ts'
import { useLineageText } from '../texts/use-lineage-text.ts'

/** A field of a strategy's records, as they are read or as they are mapped. */
export interface LineageField {
  readonly strategy: string
  readonly side: 'source' | 'mapped'
  readonly field: string
}

export interface WhereItGoesProps {
  readonly of: LineageField
  onClose(): void
}

/** Where the value of a field comes from and where it goes, beside the mapping: nothing of what is edited is left. */
export function WhereItGoes({ of, onClose }: WhereItGoesProps) {
  const text = useLineageText()
  // What the value is made of can be followed in its turn.
  const [at, setAt] = useState(of)
  return (
    <Drawer open size={560} title={text.title(at.field)} onClose={onClose}>
      <div className="sl-stack">
        <p className="sl-muted">{text.saved}</p>
        {at !== of && (
          <p>
            <Button type="link" size="small" onClick={() => setAt(of)}>
              {text.back(of.field)}
            </Button>
          </p>
        )}
        <Origins of={at} onFollow={setAt} />
        <Goes of={at} />
        <Link to={livingPicture.href({ search: { ...at } })}>{text.picture}</Link>
      </div>
    </Drawer>
  )
}

function Origins({ of, onFollow }: { readonly of: LineageField; onFollow(field: LineageField): void }) {
  const text = useLineageText()
  const words = useReaderText()
  const { data, error, refetch } = useQuery({ ...api.lineage.origin.query({ query: of }), staleTime: 0 })
  const found = data?.content
  return (
    <Section title={text.from}>
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : found === undefined ? (
        <Skeleton rows={2} />
      ) : found.origins.length === 0 ? (
        <p className="sl-muted">{of.side === 'mapped' ? text.noOrigin : text.noWriter}</p>
      ) : (
        <ol className="st-origins">
          {found.origins.map(each => (
            <li key={`${each.strategy_id} ${each.side} ${each.field}`}>
              <Button
                type="link"
                size="small"
                aria-label={text.follow(each.field === '' ? text.any : each.field)}
                disabled={each.field === ''}
                onClick={() => onFollow({ strategy: each.strategy_id, side: each.side, field: each.field })}
              >
                {each.field === '' ? text.any : each.field}
              </Button>{' '}
              <span className="sl-muted">
                {text.sides[each.side]} · {each.strategy_name} · {words.uses[each.use]}
              </span>
              {!each.is_sure && <Tag color="warning">{words.perhaps}</Tag>}
            </li>
          ))}
        </ol>
      )}
      {found?.is_cut && <p className="sl-muted">{words.cut}</p>}
    </Section>
  )
}

function Goes({ of }: { readonly of: LineageField }) {
  const text = useLineageText()
  const words = useReaderText()
  const { list } = useFormat()
  const { data, error, refetch } = useQuery({ ...api.lineage.trace.query({ query: of }), staleTime: 0 })
  const found = data?.content
  // That the strategy itself maps it is told by its own mapping.
  const rows = found && gatherReaders(found.entries.filter(({ kind }) => kind !== 'dashboard'))
  return (
    <Section title={text.to}>
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : rows === undefined ? (
        <Skeleton rows={3} />
      ) : rows.length === 0 ? (
        <p className="sl-muted">{text.nobody}</p>
      ) : (
        <Readers rows={rows} linkOf={linkOfReader} />
      )}
      {found?.is_cut && <p className="sl-muted">{words.cut}</p>}
      {found && (found.is_partial || found.unseen.length > 0) && <p className="sl-muted">{text.unseen}</p>}
      {found && found.unread.length > 0 && <p className="sl-muted">{words.unread(list(found.unread))}</p>}
    </Section>
  )
}
