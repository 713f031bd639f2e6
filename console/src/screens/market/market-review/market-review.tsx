import { Tabs } from 'antd'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { marketList } from '../market/pages.ts'
import { marketReview, reviewTabs } from './pages.ts'
import { CollectionTable } from './parts/collection-table.tsx'
import { FeedPanel } from './parts/feed-panel.tsx'
import { OfferedTable } from './parts/offered-table.tsx'
import { SourceTable } from './parts/source-table.tsx'
import { useText } from './use-text.ts'
import './market-review.css'

/** What the operator lets into the market, and how it is put together there. */
export default function MarketReview() {
  const text = useText()
  const [{ tab }, setSearch] = marketReview.useSearch()
  return (
    <>
      <PageHeader backTo={marketList.href()} title={text.label} text={text.intro} />
      <Section isFlush>
        <Tabs
          className="mr-tabs"
          activeKey={tab}
          onChange={key => setSearch({ tab: reviewTabs.find(each => each === key) ?? 'waiting', page: 1 })}
          items={reviewTabs.map(key => ({ key, label: text.tabs[key] }))}
        />
        {tab === 'collections' ? (
          <CollectionTable />
        ) : tab === 'sources' ? (
          <SourceTable />
        ) : tab === 'feed' ? (
          <FeedPanel />
        ) : (
          <OfferedTable key={tab} state={tab} />
        )}
      </Section>
    </>
  )
}
