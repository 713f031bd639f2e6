import { LinkOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { copyToClipboard } from '../../../ui/copy-text.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { dataDetail, sharedData, strategyDetail } from './pages.ts'
import { Passport } from './records/passport.tsx'
import { RecordActions } from './records/record-actions.tsx'
import { RecordView } from './records/record-view.tsx'
import './list.css'
import './strategy.css'
import { useText } from './texts/use-text.ts'

/** One record inside its strategy. */
export default function DataDetailPage() {
  const text = useText().record
  const params = dataDetail.useParams()
  const { data, error, refetch } = useQuery(api.strategyData.get.query({ params }))
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 12 }} />
  const record = data.content
  const share = async () => {
    await copyToClipboard(location.origin + sharedData.href({ params }))
    void message.success(text.linkCopied)
  }
  return (
    <>
      <PageHeader
        title={text.title(record.number ?? record.key)}
        text={record.strategy_name}
        backTo={strategyDetail.href({ params: { id: params.strategy }, search: { tab: 'data' } })}
        actions={
          <Button size="small" icon={<LinkOutlined />} onClick={() => void share()}>
            {text.copyLink}
          </Button>
        }
      />
      <RecordView
        record={record}
        onDone={() => void refetch()}
        actions={
          <RecordActions
            strategyId={params.strategy}
            ids={[params.id]}
            state={record.status}
            onDone={() => void refetch()}
          />
        }
        passport={
          <Passport
            strategyId={params.strategy}
            recordId={params.id}
            hrefOf={place => dataDetail.href({ params: place })}
          />
        }
      />
    </>
  )
}
