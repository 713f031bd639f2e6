import type { ContentOut } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useText } from '../use-text.ts'

type Tenant = ContentOut<typeof import('@sluice/api/modules/admin/tenant-end/contract.ts')['tenantEnd']['get']>

/** Asks for the end of the tenant by its name, and takes it back while it waits. */
export function TenantEndSection({ tenant }: { readonly tenant: Tenant }) {
  const text = useText().end
  const [isAsking, setAsking] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: api.tenantEnd.get.key() })
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const ask = useMutation({
    ...api.tenantEnd.ask.mutation(),
    onSuccess: async ({ content }) => {
      setAsking(false)
      setLink(`${location.origin}${content.proof_path}`)
      await refresh()
    },
    onError,
  })
  const withdraw = useMutation({
    ...api.tenantEnd.withdraw.mutation(),
    onSuccess: async () => {
      message.success(text.withdrawn)
      await refresh()
    },
    onError,
  })
  const open = tenant.ends.find(({ state }) => state === 'waiting' || state === 'removing')
  return (
    <Section title={text.title} text={text.text(tenant.wait_days)}>
      <EndState tenant={tenant} />
      {open === undefined && (
        <CanButton danger authority="tenant:delete" onClick={() => setAsking(true)}>
          {text.ask}
        </CanButton>
      )}
      {open?.state === 'waiting' && (
        <CanButton
          type="primary"
          authority="tenant:delete"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate({})}
        >
          {text.withdraw}
        </CanButton>
      )}
      <ConfirmDanger
        open={isAsking}
        title={text.askTitle(tenant.name)}
        text={text.askText(tenant.wait_days)}
        action={text.ask}
        word={tenant.name}
        isBusy={ask.isPending}
        onConfirm={() => ask.mutate({ body: { name: tenant.name } })}
        onCancel={() => setAsking(false)}
      />
      <ProofLink link={link} onClose={() => setLink(null)} />
    </Section>
  )
}

function EndState({ tenant }: { readonly tenant: Tenant }) {
  const text = useText().end
  const format = useFormat()
  const [last] = tenant.ends
  if (last?.state === 'waiting')
    return <Alert type="warning" showIcon message={text.waiting(format.time(last.due_at), last.asked_by)} />
  if (last?.state === 'removing') return <Alert type="error" showIcon message={text.removing} />
  if (last?.state === 'withdrawn')
    return <p className="sl-muted">{text.history(last.withdrawn_by ?? '–', format.time(last.withdrawn_at))}</p>
  return null
}

function ProofLink({ link, onClose }: { readonly link: string | null; onClose(): void }) {
  const text = useText().end
  return (
    <Dialog
      open={link !== null}
      width={520}
      title={text.keyTitle}
      okText={text.keyDone}
      cancelButtonProps={{ hidden: true }}
      closable={false}
      keyboard={false}
      maskClosable={false}
      onOk={onClose}
    >
      <p>{text.keyText}</p>
      {link !== null && <CopyText isShown value={link} label={text.keyLabel} />}
    </Dialog>
  )
}
