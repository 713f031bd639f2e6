import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { sharedData, strategyDetail } from './pages.ts'
import { Passport } from './records/passport.tsx'
import { RecordView } from './records/record-view.tsx'
import './list.css'
import './strategy.css'
import { useText } from './texts/use-text.ts'

/** One record as a page of its own, for a colleague who was sent the link. */
export default function SharedData() {
  const text = useText().record
  const params = sharedData.useParams()
  const { data, error, refetch } = useQuery(api.strategyData.get.query({ params }))
  const record = data?.content
  return (
    <main className="st-shared">
      {error && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {!error && record === undefined && <Skeleton active paragraph={{ rows: 12 }} />}
      {record && (
        <>
          <PageHeader
            title={text.title(record.number ?? record.key)}
            text={record.strategy_name}
            actions={<Link to={strategyDetail.href({ params: { id: params.strategy } })}>{text.openStrategy}</Link>}
          />
          <RecordView
            record={record}
            onDone={() => void refetch()}
            passport={
              <Passport
                strategyId={params.strategy}
                recordId={params.id}
                hrefOf={place => sharedData.href({ params: place })}
              />
            }
          />
        </>
      )}
    </main>
  )
}
