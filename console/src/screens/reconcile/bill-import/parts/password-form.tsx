import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import type { ImportFile } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshFiles } from './queries.ts'

/** Opens a locked archive. The password goes with one request and is kept nowhere, not even in a draft. */
export function PasswordForm({ file }: { readonly file: ImportFile }) {
  const text = useText().detail
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      api.billImport.unlock({ params: { id: file.id }, body: { password } }),
    onSuccess: () => refreshFiles(client),
  })
  return (
    <>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Form layout="inline" className="bi-actions" onFinish={mutate}>
        <Form.Item
          name="password"
          label={text.password}
          extra={text.passwordHint}
          rules={[{ required: true, message: text.passwordMissing }]}
        >
          <Input.Password autoComplete="off" maxLength={200} />
        </Form.Item>
        <CanButton type="primary" htmlType="submit" authority="reconciliation:import" loading={isPending}>
          {text.unlock}
        </CanButton>
      </Form>
    </>
  )
}
