import { EyeOutlined, SaveOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message, notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError, readRefusedField } from '../../../lib/describe-error.ts'
import { isStale, readStale } from '../../../lib/read-stale.ts'
import { type EditedRules, useEdited } from '../../../lib/use-edited.ts'
import { CanButton } from '../../../ui/can.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StaleNote } from '../../../ui/stale-note.tsx'
import { dashboardDesign, dashboardList, dashboardView } from './pages.ts'
import { Editor } from './parts/editor.tsx'
import { NoteInput, VersionsButton } from './parts/version-bar.tsx'
import type { Dashboard, Draft } from './types.ts'
import { useHistory } from './use-history.ts'
import { useText } from './use-text.ts'

/** One dashboard, to be laid out. */
export default function DashboardDesign() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = dashboardDesign.useParams()
  const { data, error, refetch } = useQuery(api.digraph.get.query({ params: { id } }))
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title={text.viewer.gone}
        text={text.viewer.goneText}
        action={<Button onClick={() => navigate(dashboardList.href())}>{text.viewer.back}</Button>}
      />
    )
  if (data) return <Loaded key={id} latest={data.content} />
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return (
    <Section>
      <Skeleton rows={10} hasTitle />
    </Section>
  )
}

const begin = ({ name, refresh_seconds, design }: Dashboard): Draft => ({ name, refresh_seconds, design })
const rules: EditedRules<Dashboard, Draft> = {
  begin,
  isSame: (draft, other) => JSON.stringify(draft) === JSON.stringify(other),
  versionOf: ({ version }) => version,
}

function Loaded({ latest }: { readonly latest: Dashboard }) {
  const text = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const params = { id: latest.id }
  const edited = useEdited(latest, { ...rules, about: `dashboard/${latest.id}` })
  const { base, draft, isDirty, newer } = edited
  const history = useHistory(draft, edited.change)
  const [note, setNote] = useState('')
  const save = useMutation({
    mutationFn: (sent: Draft) => api.digraph.update({ params, body: { ...sent, version: base.version, note } }),
    onSuccess: ({ content }, sent) => {
      message.success(text.saved)
      setNote('')
      edited.begin(content, sent)
      void client.invalidateQueries({ queryKey: ['digraph'] })
    },
    onError: error => {
      // Who was first is shown below, over what they saved.
      if (isStale(error)) return void client.invalidateQueries({ queryKey: api.digraph.get.key() })
      const { title, message: why } = describeError(error)
      notification.error({ title, description: readRefusedField(error)?.message ?? why })
      return undefined
    },
  })
  return (
    <>
      <PageHeader
        backTo={dashboardList.href()}
        title={draft.name}
        tags={
          <>
            <Tag>{text.templates[latest.template]}</Tag>
            {isDirty && <Tag color="warning">{text.editor.unsaved}</Tag>}
          </>
        }
        actions={
          <>
            <Button icon={<EyeOutlined />} onClick={() => void navigate(dashboardView.href({ params }))}>
              {text.view}
            </Button>
            <VersionsButton id={latest.id} name={draft.name} />
            <NoteInput value={note} onChange={setNote} isShown={isDirty} />
            <CanButton
              type="primary"
              icon={<SaveOutlined />}
              authority="digraph:update"
              reason={isDirty ? undefined : text.editor.same}
              loading={save.isPending}
              onClick={() => save.mutate(draft)}
            >
              {text.save}
            </CanButton>
          </>
        }
      />
      <RestoredNote typed={edited} isOverOlder={newer !== null} />
      {isStale(save.error) && (
        <StaleNote
          saved={readStale(save.error)}
          onReload={() => {
            save.reset()
            history.clear()
            edited.discard()
          }}
          onGoOn={() => {
            save.reset()
            // Another object than what is typed: that stays, over the newest version.
            edited.begin(newer ?? latest, begin(base))
          }}
        />
      )}
      {newer !== null && !isStale(save.error) && (
        <p role="status" className="sl-muted">
          {text.editor.newer(newer.updated_by ?? text.editor.somebody)}
        </p>
      )}
      <Editor draft={draft} history={history} />
    </>
  )
}
