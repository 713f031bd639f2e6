import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { billingList } from '../../billing/pages.ts'
import type { ImportDetail, ImportFile } from '../types.ts'
import { useText } from '../use-text.ts'
import { PasswordForm } from './password-form.tsx'
import { Progress } from './progress.tsx'
import { isUnderWay, refreshFiles } from './queries.ts'

// Opened by few.
const MappingDialog = lazy(async () => ({ default: (await import('./mapping-dialog.tsx')).MappingDialog }))

/** Nobody knows its kind, or people taught it. */
const mayBeMapped = ({ state, format, failure }: ImportFile): boolean =>
  state !== 'loaded' && (failure?.code === 'bill.unknown' || (format?.startsWith('profile:') ?? false))

interface Control {
  readonly rows: number
  readonly in: string
  readonly out: string
}

/** Load it, take it back, look at its lines or at the file itself. */
export function FileActions({ detail }: { readonly detail: ImportDetail }) {
  const text = useText().detail
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isReverting, setReverting] = useState(false)
  const [isMapping, setMapping] = useState(false)
  const { file } = detail
  const params = { id: file.id }
  const load = useMutation({
    mutationFn: (control: Control | null) => api.billImport.load({ params, body: control ? { control } : {} }),
    onSuccess: () => refreshFiles(client),
  })
  const revert = useMutation({
    mutationFn: () => api.billImport.revert({ params }),
    onSuccess: async () => {
      message.success(text.reverted)
      setReverting(false)
      await refreshFiles(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  const download = useMutation({
    mutationFn: async () => saveFile(await api.billImport.download({ params }), file.name),
    onError: error => message.error(describeError(error).message),
  })
  const cancel = useMutation({
    mutationFn: () => api.billImport.cancel({ params }),
    onSuccess: () => refreshFiles(client),
    onError: error => message.error(describeError(error).message),
  })
  const isBusy = isUnderWay(file)
  const canLoad = !isBusy && (file.state === 'checked' || file.state === 'reverted')
  return (
    <>
      {isBusy && (
        <Alert
          type="info"
          showIcon
          title={<Progress file={file} />}
          description={text.goesOn}
          action={
            <CanButton
              size="small"
              authority="reconciliation:import"
              loading={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              {text.cancel}
            </CanButton>
          }
        />
      )}
      {load.error && <Alert type="error" showIcon title={describeError(load.error).message} />}
      {canLoad && detail.proof === 'control' && (
        <ControlForm file={file} isBusy={load.isPending} onControl={control => load.mutate(control)} />
      )}
      {!isBusy && file.state === 'rejected' && file.failure?.code === 'bill.password' && <PasswordForm file={file} />}
      <Space wrap className="bi-actions">
        {!isBusy && mayBeMapped(file) && (
          <CanButton
            {...(file.state === 'rejected' && { type: 'primary' as const })}
            authority="reconciliation:import"
            onClick={() => setMapping(true)}
          >
            {text.map}
          </CanButton>
        )}
        {canLoad && detail.proof !== 'control' && (
          <CanButton
            type="primary"
            authority="reconciliation:import"
            loading={load.isPending}
            onClick={() => load.mutate(null)}
          >
            {text.loadCount(file.rows_total)}
          </CanButton>
        )}
        {file.state === 'loaded' && (
          <>
            <Button type="primary" onClick={() => navigate(billingList.href({ search: { file_id: file.id } }))}>
              {text.lines}
            </Button>
            <CanButton danger authority="reconciliation:import" onClick={() => setReverting(true)}>
              {text.revert}
            </CanButton>
          </>
        )}
        <CanButton authority="reconciliation:export" loading={download.isPending} onClick={() => download.mutate()}>
          {text.download}
        </CanButton>
      </Space>
      <Suspense>{isMapping && <MappingDialog file={file} onClose={() => setMapping(false)} />}</Suspense>
      {isReverting && (
        <ConfirmDanger
          open
          title={text.revertTitle}
          text={text.revertText}
          action={text.revert}
          isBusy={revert.isPending}
          onConfirm={() => revert.mutate()}
          onCancel={() => setReverting(false)}
        />
      )}
    </>
  )
}

interface ControlFormProps {
  readonly file: ImportFile
  readonly isBusy: boolean
  onControl(control: Control): void
}

/** The figures that a bill does not state. They are not filled in: whoever copies what was read proves nothing. */
function ControlForm({ file, isBusy, onControl }: ControlFormProps) {
  const text = useText().detail
  const amount = { pattern: /^\d{1,16}(\.\d{1,4})?$/, required: true, message: '1234.50' }
  const finish = ({ rows, ...sums }: { rows: string; in: string; out: string }) =>
    onControl({ rows: Number(rows), ...sums })
  return (
    <>
      <Alert type="info" showIcon title={text.unproved} />
      <Form layout="inline" onFinish={finish} className="bi-actions">
        <Form.Item
          name="rows"
          label={text.controlRows}
          rules={[{ pattern: /^\d{1,7}$/, required: true, message: '123' }]}
        >
          <Input inputMode="numeric" />
        </Form.Item>
        <Form.Item name="in" label={text.controlIn} rules={[amount]}>
          <Input inputMode="decimal" />
        </Form.Item>
        <Form.Item name="out" label={text.controlOut} rules={[amount]}>
          <Input inputMode="decimal" />
        </Form.Item>
        <CanButton type="primary" htmlType="submit" authority="reconciliation:import" loading={isBusy}>
          {text.loadCount(file.rows_total)}
        </CanButton>
      </Form>
    </>
  )
}
