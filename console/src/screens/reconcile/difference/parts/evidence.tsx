import { PaperClipOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'

import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useAct } from '../../flow/public.ts'
import type { EvidenceFile } from '../types.ts'
import { useText } from '../use-text.ts'

const ACCEPT = '.pdf,.png,.jpg,.jpeg,.webp,.xlsx,.docx,.csv,.txt'

/** Files that prove something of a line or a match. */
export function Evidence({ subject }: { readonly subject: string }) {
  const text = useText().evidence
  const can = useCan()
  const [removed, setRemoved] = useState<EvidenceFile | null>(null)
  const params = { key: subject }
  const { data } = useQuery(api.difference.evidence.query({ params }))
  const attach = useAct(
    async (file: File) => {
      await api.difference.attach({ params, file, filename: file.name })
      return text.attached
    },
    () => undefined,
  )
  const detach = useAct(
    async (id: string) => {
      await api.difference.detach({ params: { id } })
      return null
    },
    () => setRemoved(null),
  )
  return (
    <Section
      title={text.title}
      text={text.text}
      extra={
        can('reconciliation:update') && (
          <FileButton label={text.attach} accept={ACCEPT} onFile={file => attach.mutate(file)} />
        )
      }
    >
      {data?.content.length === 0 && <span className="sl-muted">{text.none}</span>}
      <ul className="rd-files">
        {data?.content.map(file => (
          <OneFile key={file.id} file={file} onRemove={() => setRemoved(file)} />
        ))}
      </ul>
      <ConfirmDanger
        open={removed !== null}
        title={text.removeTitle(removed?.name ?? '')}
        text={text.removeText}
        action={text.remove}
        isBusy={detach.isPending}
        onConfirm={() => removed && detach.mutate(removed.id)}
        onCancel={() => setRemoved(null)}
      />
    </Section>
  )
}

function OneFile({ file, onRemove }: { readonly file: EvidenceFile; onRemove(): void }) {
  const text = useText().evidence
  const { time, bytes } = useFormat()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await api.difference.download({ params: { id: file.id } }), file.name),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <li>
      <CanButton
        type="link"
        size="small"
        icon={<PaperClipOutlined />}
        authority="reconciliation:export"
        loading={isPending}
        onClick={() => mutate()}
      >
        {file.name}
      </CanButton>
      <span className="sl-muted">
        {bytes(file.size_bytes)} · {file.created_by} · {time(file.created_at)}
      </span>
      <CanButton
        type="link"
        size="small"
        danger
        authority="reconciliation:update"
        reason={file.is_own ? undefined : text.notOwn(file.created_by)}
        onClick={onRemove}
      >
        {text.remove}
      </CanButton>
    </li>
  )
}
