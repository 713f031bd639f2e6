import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { accountList } from '../../recon-account/pages.ts'
import { useText } from '../use-text.ts'
import { refreshFiles } from './queries.ts'

export interface UploadDialogProps {
  readonly accountId?: string | undefined
  onClose(): void
  /** It was read, whatever came out of it. */
  onUploaded(id: string): void
}

/** Which account, which file. The rest is found in the file. */
export function UploadDialog({ accountId, onClose, onUploaded }: UploadDialogProps) {
  const all = useText()
  const text = all.dialog
  const client = useQueryClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(accountId)
  const { data } = useQuery(api.reconAccount.list.query({ query: { pageSize: 500, status: 'active' } }))
  const accounts = data?.content.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ id, file }: { id: string; file: File }) =>
      api.billImport.upload({ params: { id }, file, filename: file.name }),
    onSuccess: async ({ content }) => {
      await refreshFiles(client)
      onUploaded(content.id)
    },
  })
  return (
    <Dialog open width={520} title={text.title} footer={null} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      {accounts?.length === 0 && (
        <Alert
          type="info"
          showIcon
          title={text.noAccount}
          action={
            <Button size="small" onClick={() => navigate(accountList.href())}>
              {text.toAccounts}
            </Button>
          }
        />
      )}
      <Form layout="vertical">
        <Form.Item label={text.account}>
          <Select
            aria-label={text.account}
            placeholder={text.choose}
            value={chosen ?? null}
            options={accounts ?? []}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(id: string | null) => setChosen(id ?? undefined)}
          />
        </Form.Item>
        <Form.Item extra={text.hint}>
          {chosen === undefined || isPending ? (
            <Button loading={isPending} disabled>
              {text.file}
            </Button>
          ) : (
            <FileButton
              label={text.file}
              accept=".csv,.tsv,.txt,.xlsx,.xls,.sta,.mt940,.940,.xml,.ofx,.qfx,.zip,.gz"
              onFile={file => mutate({ id: chosen, file })}
            />
          )}
        </Form.Item>
      </Form>
    </Dialog>
  )
}
