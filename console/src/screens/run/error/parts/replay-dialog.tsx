import type { ReplayKind } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Form, Radio } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { ErrorGroupDetail } from '../types.ts'
import { useText } from '../use-text.ts'
import { type ChangeDraft, emptyChange, findProblem, toChange } from './change-draft.ts'
import { ChangeRows } from './change-rows.tsx'
import { refreshErrors } from './refresh-errors.ts'
import { ReplayPreview } from './replay-preview.tsx'
import { ReplayProgress } from './replay-progress.tsx'
import type { ReplayScope } from './replay-scope.ts'

const kinds = ['remap', 'correct', 'refetch', 'resend'] as const
type Kind = (typeof kinds)[number] & ReplayKind
const SAMPLE = 5

export interface ReplayDialogProps {
  readonly group: ErrorGroupDetail
  readonly scope: ReplayScope
  onClose(): void
}

/** Chosen, looked at, started, watched. */
export function ReplayDialog({ group, scope, onClose }: ReplayDialogProps) {
  const text = useText()
  const [jobId, setJobId] = useState<string | null>(null)
  if (jobId === null) return <Choice group={group} scope={scope} onClose={onClose} onStarted={setJobId} />
  return (
    <Dialog open width={820} title={text.replay.title} footer={null} onCancel={onClose}>
      <ReplayProgress id={jobId} />
    </Dialog>
  )
}

function Choice({ group, scope, onClose, onStarted }: ReplayDialogProps & { onStarted(id: string): void }) {
  const text = useText()
  const format = useFormat()
  const [kind, setKind] = useState<Kind>(scope.kind ?? 'remap')
  const [rows, setRows] = useState<readonly ChangeDraft[]>(scope.changes ?? [emptyChange])
  const [isTried, setTried] = useState(false)
  const changes = kind === 'correct' ? rows.map(toChange) : []
  const isReady = kind !== 'correct' || rows.every(row => findProblem(row) === null)
  // The preview is of just this choice.
  const choice = JSON.stringify({ kind, changes })
  const [looked, setLooked] = useState<string | null>(null)
  const preview = usePreview(group, scope, { kind, changes }, looked === choice)
  const start = useMutation({
    mutationFn: () =>
      api.replay.create({
        body: {
          group_id: group.id,
          kind,
          changes,
          ...(scope.ids && { ids: [...scope.ids] }),
          ...(scope.keyword !== undefined && { keyword: scope.keyword }),
        },
      }),
    onSuccess({ content }) {
      void message.success(text.replay.started)
      void refreshErrors()
      onStarted(content.id)
    },
    onError: error => void message.error(describeError(error).message),
  })
  const look = () => {
    setTried(true)
    if (isReady) setLooked(choice)
  }
  const isLooked = looked === choice && !preview.isPending
  return (
    <Dialog
      open
      width={820}
      title={text.replay.title}
      onCancel={onClose}
      footer={
        <>
          <CanButton onClick={onClose}>{text.cancel}</CanButton>
          <CanButton type={isLooked ? 'default' : 'primary'} loading={preview.isFetching} onClick={look}>
            {text.replay.look}
          </CanButton>
          <CanButton
            type={isLooked ? 'primary' : 'default'}
            authority="strategy:update"
            reason={isLooked ? undefined : text.replay.lookFirst}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {text.replay.start}
          </CanButton>
        </>
      }
    >
      <Form layout="vertical" component="div">
        <Form.Item label={text.replay.scopeLabel}>{sayScope(text.replay, scope, format)}</Form.Item>
        <Form.Item label={text.replay.kind} extra={text.replay.kindTexts[kind]}>
          <Radio.Group
            className="er-kinds"
            aria-label={text.replay.kind}
            value={kind}
            onChange={event => setKind(event.target.value as Kind)} // its own options
            options={kinds.map(value => ({ value, label: text.replay.kinds[value] }))}
          />
        </Form.Item>
        {kind === 'correct' && <ChangeRows rows={rows} isTried={isTried} onChange={setRows} />}
      </Form>
      <Alert className="er-note er-head" type="info" showIcon title={text.replay.unknown} />
      {looked === choice && <Preview preview={preview} />}
    </Dialog>
  )
}

function sayScope(
  text: ReturnType<typeof useText>['replay'],
  scope: ReplayScope,
  format: ReturnType<typeof useFormat>,
): string {
  if (scope.ids) return text.some(format.number(scope.count))
  return scope.keyword === undefined ? text.scope(format.number(scope.count)) : text.filtered(scope.keyword)
}

interface ChoiceMade {
  readonly kind: Kind
  readonly changes: readonly { readonly field: string; readonly value: string | null }[]
}

/** The first records of the choice, as the replay would write them. */
function usePreview(group: ErrorGroupDetail, scope: ReplayScope, { kind, changes }: ChoiceMade, isEnabled: boolean) {
  const first = useQuery({
    ...api.errorGroup.records.query({
      params: { id: group.id },
      body: { of: 'open', pageSize: SAMPLE, ...(scope.keyword !== undefined && { keyword: scope.keyword }) },
    }),
    enabled: scope.ids === undefined,
  })
  const ids = scope.ids?.slice(0, SAMPLE) ?? first.data?.content.rows.map(row => row.id) ?? []
  return useQuery({
    queryKey: [...api.replay.preview.key(), group.id, kind, changes, ids],
    queryFn: ({ signal }) =>
      api.replay.preview({ body: { strategy_id: group.strategy.id, ids, kind, changes: [...changes] }, signal }),
    enabled: isEnabled && ids.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
}

function Preview({ preview }: { readonly preview: ReturnType<typeof usePreview> }) {
  const text = useText().replay
  const format = useFormat()
  const { data, error, refetch } = preview
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />
  return (
    <div aria-live="polite">
      <p className="sl-muted">{text.previewText(format.number(data.content.length))}</p>
      <ReplayPreview rows={data.content} />
    </div>
  )
}
