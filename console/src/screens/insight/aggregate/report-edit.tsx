import { SaveOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Skeleton, Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message, notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { isComplete } from './model.ts'
import { reportEdit, reportList } from './pages.ts'
import { KeptResult } from './parts/kept-result.tsx'
import { isOpen } from './parts/report-state.tsx'
import type { Saved } from './parts/save-dialog.tsx'
import './report.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Report } from './types.ts'
import { useText } from './use-text.ts'

const Designer = lazyPart(async () => ({ default: (await import('./parts/designer.tsx')).Designer }))
const SaveDialog = lazyPart(async () => ({ default: (await import('./parts/save-dialog.tsx')).SaveDialog }))

const BUSY_MS = 1000

/** One report: the result that is kept, and its design. */
export default function ReportEdit() {
  const { id } = reportEdit.useParams()
  const { data, error, refetch } = useQuery({
    ...api.aggregate.get.query({ params: { id } }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.content) ? BUSY_MS : false),
  })
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 10 }} />
  return <Loaded key={id} report={data.content} />
}

function Loaded({ report }: { readonly report: Report }) {
  const text = useText()
  const [{ view }, setSearch] = reportEdit.useSearch()
  const [definition, setDefinition] = useState(report.definition)
  const isChanged = JSON.stringify(definition) !== JSON.stringify(report.definition)
  return (
    <>
      <PageHeader
        title={report.name}
        backTo={reportList.href({ params: { strategy: report.strategy_id } })}
        tags={report.is_shared && <span className="sl-tag">{text.shared}</span>}
        text={`${report.strategy_name} · ${text.columns.owner} ${report.owner}`}
        actions={<SaveButton report={report} definition={definition} isChanged={isChanged} />}
      />
      <Tabs
        activeKey={view}
        onChange={key => setSearch({ view: key === 'design' ? 'design' : 'result', page: 1 })}
        items={(['result', 'design'] as const).map(key => ({ key, label: text.views[key] }))}
      />
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        {view === 'result' ? (
          <KeptResult report={report} />
        ) : (
          <Designer strategyId={report.strategy_id} definition={definition} onChange={setDefinition} />
        )}
      </Suspense>
    </>
  )
}

interface SaveButtonProps {
  readonly report: Report
  readonly definition: Report['definition']
  readonly isChanged: boolean
}

/** One's own report is changed; what others share is kept as one's own. */
function SaveButton({ report, definition, isChanged }: SaveButtonProps) {
  const text = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const { id, strategy_id: strategy, is_own: isOwn } = report
  const save = useMutation({
    mutationFn: (values: Saved) => {
      const body = { ...values, definition }
      return isOwn
        ? api.aggregate.update({ params: { id }, body })
        : api.aggregate.create({ params: { strategy }, body })
    },
    onSuccess: async ({ content }) => {
      message.success(text.saved)
      setSaving(false)
      await client.invalidateQueries({ queryKey: ['aggregate'] })
      if (content.id !== id) await navigate(reportEdit.href({ params: { strategy, id: content.id } }))
    },
    onError: error => {
      const { title, message: why } = describeError(error)
      notification.error({ title, description: why })
    },
  })
  return (
    <>
      <CanButton
        type={isChanged ? 'primary' : 'default'}
        icon={<SaveOutlined />}
        authority="strategy:query"
        reason={isComplete(definition) ? undefined : text.previewWait}
        onClick={() => setSaving(true)}
      >
        {isOwn ? text.save : text.saveAs}
      </CanButton>
      <Suspense>
        {isSaving && (
          <SaveDialog
            initial={{ name: report.name, is_shared: isOwn && report.is_shared }}
            isBusy={save.isPending}
            onSave={values => save.mutate(values)}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </>
  )
}
