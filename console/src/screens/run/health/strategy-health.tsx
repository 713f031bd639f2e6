import { Tabs } from 'antd'
import { Suspense } from 'react'
import { useCan } from '../../../lib/session.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import './health.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { healthTabs, strategyHealth } from './pages.ts'
import { HealthTab } from './parts/health-tab.tsx'
import { useText } from './use-text.ts'

const EventTab = lazyPart(async () => ({ default: (await import('./parts/event-tab.tsx')).EventTab }))
const RuleTab = lazyPart(async () => ({ default: (await import('./parts/rule-tab.tsx')).RuleTab }))
const ChannelTab = lazyPart(async () => ({ default: (await import('./parts/channel-tab.tsx')).ChannelTab }))
const DeliveryTab = lazyPart(async () => ({ default: (await import('./parts/delivery-tab.tsx')).DeliveryTab }))

/** How the strategies do, and who is told when one does not do well. */
export default function StrategyHealth() {
  const text = useText()
  const can = useCan()
  const [{ tab }, setSearch] = strategyHealth.useSearch()
  const panels = {
    health: <HealthTab />,
    event: <EventTab />,
    rule: <RuleTab />,
    channel: <ChannelTab />,
    delivery: <DeliveryTab />,
  }
  const shown = healthTabs.filter(key => key === 'health' || can('alert:query'))
  return (
    <>
      <PageHeader title={text.title} text={text.intro} />
      <Tabs
        activeKey={shown.find(key => key === tab) ?? 'health'}
        onChange={key => setSearch({ tab: shown.find(name => name === key) ?? 'health', page: 1 })}
        destroyOnHidden
        items={shown.map(key => ({
          key,
          label: text.tabs[key],
          children: <Suspense fallback={<Skeleton rows={8} />}>{panels[key]}</Suspense>,
        }))}
      />
    </>
  )
}
