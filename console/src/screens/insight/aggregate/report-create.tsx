import { SaveOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message, notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { CanButton } from '../../../ui/can.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { freshReport, isComplete } from './model.ts'
import { reportCreate, reportEdit, reportList } from './pages.ts'
import { Designer } from './parts/designer.tsx'
import type { Saved } from './parts/save-dialog.tsx'
import './report.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useText } from './use-text.ts'

const SaveDialog = lazyPart(async () => ({ default: (await import('./parts/save-dialog.tsx')).SaveDialog }))

/** A new report: designed, seen at once, and kept under a name. */
export default function ReportCreate() {
  const text = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { strategy } = reportCreate.useParams()
  const [definition, setDefinition] = useState(freshReport)
  const [isSaving, setSaving] = useState(false)
  const save = useMutation({
    mutationFn: (values: Saved) => api.aggregate.create({ params: { strategy }, body: { ...values, definition } }),
    onSuccess: async ({ content }) => {
      message.success(text.saved)
      setSaving(false)
      await client.invalidateQueries({ queryKey: api.aggregate.list.key() })
      await navigate(reportEdit.href({ params: { strategy, id: content.id } }))
    },
    onError: error => {
      const { title, message: why } = describeError(error)
      notification.error({ title, description: why })
    },
  })
  return (
    <>
      <PageHeader
        title={text.newTitle}
        backTo={reportList.href({ params: { strategy } })}
        actions={
          <CanButton
            type="primary"
            icon={<SaveOutlined />}
            authority="strategy:query"
            reason={isComplete(definition) ? undefined : text.previewWait}
            onClick={() => setSaving(true)}
          >
            {text.save}
          </CanButton>
        }
      />
      <Designer strategyId={strategy} definition={definition} onChange={setDefinition} />
      <Suspense>
        {isSaving && (
          <SaveDialog
            initial={{ name: '', is_shared: false }}
            isBusy={save.isPending}
            onSave={values => save.mutate(values)}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </>
  )
}
