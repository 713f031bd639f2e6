import { PrinterOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { orderStory } from './pages.ts'
import { OneStory } from './parts/one-story.tsx'
import type { OrderStory } from './types.ts'
import { useText } from './use-text.ts'
import './order-story.css'

/** One order from its payment to its voucher, each currency for itself. */
export default function OrderPage() {
  const text = useText()
  const [search, setSearch] = orderStory.useSearch()
  const { order, key } = search
  const isAsked = order !== undefined || key !== undefined
  const { data, error, refetch } = useQuery({
    ...api.orderStory.get.query({ query: order === undefined ? { ...(key && { key }) } : { order } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const told = isAsked && !error ? data?.content : undefined
  return (
    <div className="ro-sheet">
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <Button icon={<PrinterOutlined />} disabled={!told?.stories.length} onClick={() => window.print()}>
            {text.print}
          </Button>
        }
      />
      <search className="ro-search" aria-label={text.order}>
        <Input.Search
          key={order ?? told?.order ?? ''}
          autoFocus={!isAsked}
          allowClear
          aria-label={text.order}
          placeholder={text.order}
          enterButton={text.find}
          defaultValue={order ?? told?.order ?? ''}
          maxLength={200}
          onSearch={value => setSearch({ order: value.trim() === '' ? undefined : value.trim(), key: undefined })}
        />
      </search>
      {!isAsked ? (
        <Section>
          <Empty title={text.none} text={text.noneText} />
        </Section>
      ) : error ? (
        <ErrorBlock error={error} onRetry={() => void refetch()} />
      ) : told ? (
        <Told told={told} />
      ) : (
        <Skeleton rows={8} />
      )}
    </div>
  )
}

function Told({ told }: { readonly told: OrderStory }) {
  const text = useText()
  if (told.orders.length > 0)
    return (
      <Section title={text.choose}>
        <ul className="ro-orders">
          {told.orders.map(order => (
            <li key={order}>
              <Link to={orderStory.href({ search: { order } })}>{order}</Link>
            </li>
          ))}
        </ul>
      </Section>
    )
  return (
    <>
      <h2 className="ro-title">{told.order ?? text.noOrder}</h2>
      {told.stories.map(story => (
        <OneStory key={`${told.order}${story.currency}`} story={story} isAlone={told.stories.length === 1} />
      ))}
    </>
  )
}
