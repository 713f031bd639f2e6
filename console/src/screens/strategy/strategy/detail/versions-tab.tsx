import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Space, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { VersionFrame } from '../../../../parts/version-frame.tsx'
import { Section } from '../../../../ui/section.tsx'
import { ConfigChanges } from '../merge/config-changes.tsx'
import { strategyDetail } from '../pages.ts'
import { useCanaryText } from '../texts/use-canary-text.ts'
import { useLifeText } from '../texts/use-life-text.ts'
import type { Strategy } from '../types.ts'

type VersionModule = typeof import('@sluice/api/modules/strategy/strategy-version/contract.ts')['strategyVersion']
type Version = ContentOut<VersionModule['list']>[number]

/** What the strategy was at each save, and what it was made from. */
export function VersionsTab({ strategy }: { readonly strategy: Strategy }) {
  const words = useLifeText().versions
  const { tried, restore } = useCanaryText()
  const navigate = useNavigate()
  const isGated = strategy.gate.required
  const text = isGated ? { ...words, ...restore } : words
  const [page, setPage] = useState({ page: 1, pageSize: 20 })
  const versions = useQuery({
    ...api.strategyVersion.list.query({ params: { id: strategy.id }, query: page }),
    ...keepRows,
  })
  return (
    <>
      {strategy.quote && <QuoteSection quote={strategy.quote} />}
      <VersionFrame<Version, Version['config']>
        id="strategy-versions"
        label={text.label}
        text={text}
        authority="strategy:update"
        versions={versions}
        page={page}
        onPage={setPage}
        newest={{ version: strategy.version, content: strategy.config }}
        columns={[{ key: 'changed', title: text.changed, render: (_, row) => <Changed parts={row.changed} /> }]}
        tagOf={row => row.canary && <Tag>{tried[row.canary]}</Tag>}
        contentOf={row => row.config}
        Difference={ConfigChanges}
        restore={version =>
          api.strategyVersion.restore({ params: { id: strategy.id }, body: { version, newest: strategy.version } })
        }
        refresh={async client => {
          await client.invalidateQueries({ queryKey: ['strategy'] })
          await client.invalidateQueries({ queryKey: api.strategyVersion.list.key() })
          // It waits there as a draft.
          if (isGated) await navigate(strategyDetail.href({ params: { id: strategy.id }, search: { tab: 'publish' } }))
        }}
      />
    </>
  )
}

function Changed({ parts }: { readonly parts: Version['changed'] }) {
  const text = useLifeText().versions
  if (parts === null) return text.first
  if (parts.length === 0) return <span className="sl-muted">{text.unchanged}</span>
  return (
    <Space size={4} wrap>
      {parts.map(part => (
        <Tag key={part}>{text.parts[part]}</Tag>
      ))}
    </Space>
  )
}

/** What it was made from, and what changed there since. */
function QuoteSection({ quote }: { readonly quote: NonNullable<Strategy['quote']> }) {
  const all = useLifeText()
  const text = all.quote
  const { strategy_id: id, name, version, newest_version: newest } = quote
  const [isOpen, setOpen] = useState(false)
  const isNewer = newest !== null && newest > version
  const read = (at: number | null) => ({
    ...api.strategyVersion.get.query({ params: { id, version: String(at ?? 0) } }),
    enabled: isOpen && isNewer,
  })
  const before = useQuery(read(version)).data?.content
  const after = useQuery(read(newest)).data?.content
  return (
    <Section title={text.from(name ?? text.gone, version)}>
      {name !== null && (
        <p>
          <Link to={strategyDetail.href({ params: { id } })}>{name}</Link>{' '}
          {isNewer ? text.newer(newest) : text.isNewest}{' '}
          {isNewer && !isOpen && (
            <Button type="link" size="small" onClick={() => setOpen(true)}>
              {text.compare}
            </Button>
          )}
        </p>
      )}
      {isNewer && before && after && (
        <ConfigChanges
          label={text.diff(version, newest)}
          same={all.versions.same}
          before={before.config}
          after={after.config}
        />
      )}
    </Section>
  )
}
