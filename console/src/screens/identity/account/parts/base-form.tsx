import { ApiError } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { useSession } from '../../../../lib/session.ts'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { isEmail, readPhone, showPhone } from '../contact.ts'
import type { Center } from '../types.ts'
import { useText } from '../use-text.ts'

interface Values {
  readonly nickname: string
  readonly email: string
  readonly phone: string
}

/** Nickname, e-mail and phone. */
export function BaseForm({ center }: { readonly center: Center }) {
  const text = useText().base
  const [form] = Form.useForm<Values>()
  const nickname = useSession(session => session.profile?.nickname ?? '')
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useSave(error => {
    const fields = readFields(error)
    if (fields.length > 0) form.setFields(fields)
    else setFailure(describeError(error).message)
  })
  const submit = (values: Values) => {
    setFailure(null)
    mutate(values)
  }
  return (
    <Form
      form={form}
      layout="vertical"
      className="ac-form"
      initialValues={{ nickname, email: center.email ?? '', phone: showPhone(center.phone) }}
      onFinish={submit}
    >
      <FormDraft about="account/base" />
      {failure !== null && <Alert type="error" showIcon title={failure} className="sl-form-notice" />}
      <Form.Item
        name="nickname"
        label={text.nickname}
        rules={[{ required: true, whitespace: true, message: text.nicknameRequired }]}
      >
        <Input maxLength={60} autoComplete="nickname" />
      </Form.Item>
      <Form.Item
        name="email"
        label={text.email}
        rules={[{ validator: (_, value: string) => judge(isEmail(value), text.emailWrong) }]}
      >
        <Input maxLength={200} autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item
        name="phone"
        label={text.phone}
        extra={text.phoneHint}
        rules={[{ validator: (_, value: string) => judge(readPhone(value) !== undefined, text.phoneWrong) }]}
      >
        <Input maxLength={24} autoComplete="tel" inputMode="tel" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isPending}>
        {text.save}
      </Button>
    </Form>
  )
}

const judge = (isGood: boolean, problem: string): Promise<void> =>
  isGood ? Promise.resolve() : Promise.reject(new Error(problem))

/** What the server says about single fields. */
function readFields(error: unknown): { name: keyof Values; errors: string[] }[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.body?.content)) return []
  const problems = error.body.content as { field?: string; message?: string }[] // the envelope of a 422
  return (['nickname', 'email', 'phone'] as const).flatMap(name => {
    const problem = problems.find(({ field }) => field === name)
    return problem ? [{ name, errors: [problem.message ?? ''] }] : []
  })
}

function useSave(onError: (error: unknown) => void) {
  const text = useText().base
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ nickname, email, phone }: Values) =>
      api.account.saveBase({
        body: { nickname: nickname.trim(), email: email.trim() || null, phone: readPhone(phone) ?? null },
      }),
    onSuccess: async () => {
      dropDraft('account/base')
      message.success(text.saved)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['account'] }),
        client.invalidateQueries({ queryKey: api.user.profile.key() }),
        client.invalidateQueries({ queryKey: api.notice.mail.key() }),
      ])
    },
    onError,
  })
}
