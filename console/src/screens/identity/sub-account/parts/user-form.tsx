import { ApiError } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { findPasswordProblems } from '../../../../lib/password-rules.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import type { SubAccount } from '../types.ts'
import { useText } from '../use-text.ts'
import { OneTimePassword } from './one-time-password.tsx'
import { useRoles } from './use-roles.ts'

interface Values {
  readonly username: string
  readonly nickname: string
  readonly phone: string
  readonly email: string
  readonly role_id: string
  readonly remark: string
  readonly mode: 'oneTime' | 'given'
  readonly password?: string
  readonly password2?: string
}

export interface UserFormProps {
  /** Absent: a new one. */
  readonly user?: SubAccount
  onClose(): void
}

const USERNAME = /^(?!.*@[^.]*$)[A-Za-z0-9][A-Za-z0-9._@-]{2,59}$/
const PHONE = /^\+[1-9]\d{6,14}$|^1[3-9]\d{9}$/

/** Stays out of what the browser keeps. */
const SECRET = ['password', 'password2'] as const
const aboutOf = (user?: SubAccount) => `subAccount/${user?.id ?? 'new'}`

/** Makes a sub-account, or changes one. */
export function UserForm({ user, onClose }: UserFormProps) {
  const text = useText().form
  const say = useWords()
  const [form] = Form.useForm<Values>()
  const [failure, setFailure] = useState<string | null>(null)
  const [made, setMade] = useState<{ username: string; password: string } | null>(null)
  const save = useSave(user, onClose, setMade, error => {
    const fields = readFields(error)
    if (fields.length > 0) form.setFields(fields)
    else setFailure(describeError(error).message)
  })
  const submit = async () => {
    setFailure(null)
    const values = await form.validateFields().catch(() => null)
    if (!values) return
    const problems = !user && values.mode === 'given' ? findProblems(values) : []
    if (problems.length > 0)
      return form.setFields(problems.map(({ field, words }) => ({ name: field, errors: [say(words)] })))
    save.mutate(values)
  }
  if (made) return <OneTimePassword {...made} onClose={onClose} />
  const initial = user
    ? { ...user, phone: user.phone ?? '', email: user.email ?? '' }
    : { nickname: '', phone: '', email: '', remark: '', mode: 'oneTime' as const }
  return (
    <Dialog
      open
      about={aboutOf(user)}
      width={520}
      title={user ? text.editTitle(user.username) : text.createTitle}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={save.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {failure !== null && <Alert type="error" showIcon title={failure} className="sl-form-notice" />}
      <Form form={form} layout="vertical" initialValues={initial} onFinish={() => void submit()}>
        <FormDraft about={aboutOf(user)} without={SECRET} />
        <Fields {...(user && { user })} />
        {!user && <Passwords />}
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

function findProblems({ password = '', password2 = '' }: Values) {
  return findPasswordProblems({ oldPassword: null, password, password2 }).map(problem => ({
    field: problem.field === 'password2' ? ('password2' as const) : ('password' as const),
    words: problem.text,
  }))
}

/** What the server said of single fields. */
function readFields(error: unknown): { name: keyof Values; errors: string[] }[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.body?.content)) return []
  const known: readonly string[] = [
    'username',
    'nickname',
    'phone',
    'email',
    'role_id',
    'remark',
    'password',
    'password2',
  ]
  return (error.body.content as { field?: string; message?: string }[]).flatMap(({ field, message: told }) =>
    field !== undefined && known.includes(field)
      ? [{ name: field as keyof Values, errors: [told ?? error.message] }]
      : [],
  )
}

function Fields({ user }: { readonly user?: SubAccount }) {
  const text = useText().form
  const roles = useRoles()
  // Who may not look at roles still sees the one that is set.
  const known = user && !roles.some(role => role.value === user.role_id)
  const options = known ? [{ value: user.role_id, label: user.role_name }, ...roles] : roles
  return (
    <>
      <Form.Item
        name="username"
        label={text.username}
        {...(!user && { extra: text.usernameHint })}
        rules={user ? [] : [{ required: true, pattern: USERNAME, message: text.usernameRule }]}
      >
        <Input maxLength={60} autoComplete="off" disabled={user !== undefined} />
      </Form.Item>
      <Form.Item name="nickname" label={text.nickname}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="role_id"
        label={text.role}
        {...(user?.is_own && { extra: text.roleOwn })}
        rules={[{ required: true, message: text.roleRequired }]}
      >
        <Select options={options} disabled={user?.is_own ?? false} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="phone" label={text.phone} rules={[{ pattern: PHONE, message: text.phoneRule }]}>
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label={text.email} rules={[{ type: 'email', message: text.emailRule }]}>
        <Input maxLength={120} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={text.remark}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </>
  )
}

function Passwords() {
  const text = useText().form
  const mode = Form.useWatch('mode')
  return (
    <>
      <Form.Item name="mode" label={text.passwordMode}>
        <Radio.Group
          options={[
            { value: 'oneTime', label: text.oneTime },
            { value: 'given', label: text.given },
          ]}
        />
      </Form.Item>
      {mode === 'given' && (
        <>
          <Form.Item name="password" label={text.password} required>
            <Input.Password autoComplete="new-password" />
          </Form.Item>
          <Form.Item name="password2" label={text.password2} required>
            <Input.Password autoComplete="new-password" />
          </Form.Item>
        </>
      )}
    </>
  )
}

function useSave(
  user: SubAccount | undefined,
  onDone: () => void,
  onMade: (made: { username: string; password: string }) => void,
  onError: (error: unknown) => void,
) {
  const text = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (values: Values): Promise<{ username: string; password: string } | null> => {
      const { nickname, phone, email, role_id, remark } = values
      const body = { nickname, phone: phone.trim(), email: email.trim(), role_id, remark }
      if (user) {
        await api.subAccount.update({ params: { id: user.id }, body })
        return null
      }
      const given =
        values.mode === 'given' ? { password: values.password ?? '', password2: values.password2 ?? '' } : {}
      const { content } = await api.subAccount.save({ body: { ...body, username: values.username.trim(), ...given } })
      const { sign_in_name: username, one_time_password: password } = content
      return username !== null && password !== null ? { username, password } : null
    },
    onSuccess: async made => {
      dropDraft(aboutOf(user))
      await client.invalidateQueries({ queryKey: ['subAccount'] })
      void client.invalidateQueries({ queryKey: ['role'] })
      if (made !== null) return onMade(made)
      message.success(text.done.save)
      onDone()
    },
    onError,
  })
}
