import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, Radio, Tag } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Application } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshApplications } from './refresh.ts'

type Certificate = Application['certificates'][number]

interface Change {
  /** Each as PEM or by its fingerprint. */
  readonly certificates: readonly string[]
  readonly use?: Application['certificate_use']
}

function useChange(application: Application, after: () => void) {
  const text = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ certificates, use = application.certificate_use }: Change) =>
      api.application.setCertificates({
        params: { id: application.id },
        body: { certificates: [...certificates], certificate_use: use, version: application.version },
      }),
    onSuccess: async () => {
      message.success(text.saved)
      after()
      await refreshApplications(client)
    },
  })
}

/** Certificates of which every call shows one, and whether one is proof enough beside the key. */
export function Certificates({ application }: { readonly application: Application }) {
  const text = useText().certificates
  const { data: gateway } = useQuery(api.application.gateway.query({}))
  const { certificates } = application
  const names = certificates.map(each => each.fingerprint)
  const [removing, setRemoving] = useState<Certificate | null>(null)
  const change = useChange(application, () => setRemoving(null))
  return (
    <Section title={text.title}>
      <div className="sl-stack">
        <p className="sl-muted">{text.intro}</p>
        {gateway?.content.hears_certificates === false && (
          <Alert type="warning" showIcon title={text.unheard} description={text.unheardText} />
        )}
        {certificates.map(each => (
          <CertificateRow key={each.fingerprint} certificate={each} onRemove={() => setRemoving(each)} />
        ))}
        {certificates.length > 0 && (
          <Radio.Group
            aria-label={text.use}
            value={application.certificate_use}
            disabled={change.isPending}
            onChange={event => change.mutate({ certificates: names, use: event.target.value })}
            options={(['beside', 'alone'] as const).map(value => ({ value, label: text.uses[value] }))}
          />
        )}
        {change.error && <Alert type="error" showIcon title={describeError(change.error).message} />}
        <CertificateForm application={application} />
        {removing && (
          <ConfirmDanger
            open
            title={text.removeTitle(removing.subject || removing.fingerprint)}
            text={certificates.length > 1 ? text.removeText : text.removeLastText}
            action={text.remove}
            isBusy={change.isPending}
            onConfirm={() => change.mutate({ certificates: names.filter(each => each !== removing.fingerprint) })}
            onCancel={() => setRemoving(null)}
          />
        )}
      </div>
    </Section>
  )
}

function CertificateRow({ certificate, onRemove }: { readonly certificate: Certificate; onRemove(): void }) {
  const text = useText().certificates
  const { time } = useFormat()
  const [now] = useState(Date.now)
  const { subject, fingerprint, expires_at: endsAt } = certificate
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= now
  return (
    <div className="gw-scope">
      <div>
        <strong>{subject || text.unnamed}</strong>{' '}
        {endsAt !== null && (
          <Tag color={hasEnded ? 'error' : 'success'}>
            {hasEnded ? text.ended(time(endsAt)) : text.ends(time(endsAt))}
          </Tag>
        )}
      </div>
      <div className="gw-url">
        SHA-256 <CopyText isShown value={fingerprint} label={text.copy} />
      </div>
      <CanButton
        type="link"
        size="small"
        danger
        className="gw-scope-remove"
        authority="gateway:secret"
        onClick={onRemove}
      >
        {text.remove}
      </CanButton>
    </div>
  )
}

function CertificateForm({ application }: { readonly application: Application }) {
  const text = useText().certificates
  const id = useId()
  const [entered, setEntered] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useChange(application, () => setEntered(''))
  const submit = (): void => {
    const wrong = entered.trim() === '' ? text.missing : undefined
    setProblem(wrong)
    const names = application.certificates.map(each => each.fingerprint)
    if (wrong === undefined) add.mutate({ certificates: [...names, entered] })
  }
  const told = problem ?? (add.error ? describeError(add.error).message : undefined)
  return (
    <Form layout="vertical" onFinish={submit}>
      <Form.Item
        label={text.enter}
        htmlFor={id}
        extra={text.enterHint}
        {...(told !== undefined && { validateStatus: 'error', help: <span role="alert">{told}</span> })}
      >
        <Input.TextArea
          id={id}
          className="gw-pem"
          value={entered}
          maxLength={20_000}
          autoSize={{ minRows: 3, maxRows: 10 }}
          autoComplete="off"
          spellCheck={false}
          placeholder="-----BEGIN CERTIFICATE-----"
          onChange={event => {
            setEntered(event.target.value)
            setProblem(undefined)
            add.reset()
          }}
        />
      </Form.Item>
      <CanButton htmlType="submit" authority="gateway:secret" loading={add.isPending}>
        {text.add}
      </CanButton>
    </Form>
  )
}
