import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { marketList, marketPublisher } from './pages.ts'
import { CardList } from './parts/card-list.tsx'
import { Rating, useErrorRate } from './parts/market-card.tsx'
import { PlatformPair } from './parts/platform-pair.tsx'
import type { Publisher } from './types.ts'
import { useText } from './use-text.ts'
import './market.css'

/** Who signs packages: what they offer, and how it does at those who have it. */
export default function MarketPublisher() {
  const text = useText()
  const { id } = marketPublisher.useParams()
  const [{ page, pageSize }, setSearch] = marketPublisher.useSearch()
  const { data, error, refetch } = useQuery(api.market.publisher.query({ params: { id } }))
  const publisher = data?.content
  if (error && !publisher) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!publisher) return <Skeleton rows={8} hasTitle />
  return (
    <>
      <PageHeader backTo={marketList.href()} title={publisher.name} text={text.publisherText} />
      <Facts publisher={publisher} />
      <CardList
        of={{ publisher_id: id, sort: 'used', page, pageSize }}
        empty={<Empty title={text.empty} />}
        onPage={next => setSearch({ page: next })}
      />
    </>
  )
}

function Facts({ publisher }: { readonly publisher: Publisher }) {
  const text = useText()
  const { number, time } = useFormat()
  const rate = useErrorRate()
  return (
    <>
      <div className="sl-figures">
        <Figure label={text.packages} value={number(publisher.packages)} />
        <Figure label={text.installs} value={number(publisher.installs)} hint={text.installsHint} />
        <Figure label={text.records} value={number(publisher.records)} hint={text.recordsHint} />
        <Figure label={text.errorRate} value={rate(publisher)} />
      </div>
      <Section>
        <dl className="sl-facts">
          <div>
            <dt>{text.platformsOf}</dt>
            <dd>
              <PlatformPair platforms={publisher.platforms} size={20} isList />
            </dd>
          </div>
          <div>
            <dt>{text.rating}</dt>
            <dd>
              <Rating of={publisher} />
            </dd>
          </div>
          <div>
            <dt>{text.firstAt}</dt>
            <dd>{publisher.first_at === null ? '–' : time(publisher.first_at)}</dd>
          </div>
          <div>
            <dt>{text.changedAt}</dt>
            <dd>{publisher.changed_at === null ? '–' : time(publisher.changed_at)}</dd>
          </div>
          <div>
            <dt>{text.key}</dt>
            <dd>
              {publisher.key === null ? (
                text.noKey
              ) : (
                <span className="mk-key">
                  <CopyText isShown value={publisher.key} label={text.key} />
                </span>
              )}
            </dd>
          </div>
        </dl>
      </Section>
    </>
  )
}
