import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { useSession } from '../../../../lib/session.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { groupScopes, readingScopes } from '../scopes.ts'
import { useText } from '../use-text.ts'

interface Values {
  readonly name: string
  readonly days: number
  readonly permissions: string[]
}

export interface TokenFormProps {
  onMade(token: string): void
  onClose(): void
}

const DAYS = [7, 30, 90, 180, 365, 730] as const
const FIRST: Values = { name: '', days: 90, permissions: [] }
/** What the server takes where nothing else is said. */
const USUAL_MAX_DAYS = 365

/** Asks for name, life and scopes of a new token. */
export function TokenForm({ onMade, onClose }: TokenFormProps) {
  const text = useText().token
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Values) => api.account.createToken({ body: { ...body, name: body.name.trim() } }),
    onSuccess: async ({ content }) => {
      dropDraft('token/new')
      onMade(content.token)
      await client.invalidateQueries({ queryKey: api.account.tokens.key() })
    },
    onError: error => {
      const { code, message } = describeError(error)
      // Another administrator may have changed the policy meanwhile.
      if (code === 'invalid.tokenDays') form.setFields([{ name: 'days', errors: [message] }])
      else setFailure(message)
    },
  })
  const policy = useQuery(api.account.tokenPolicy.query())
  const most = policy.data?.content.max_days ?? USUAL_MAX_DAYS
  const lives = [...DAYS.filter(days => days < most), most]
  const submit = (values: Values) => {
    setFailure(null)
    mutate(values)
  }
  return (
    <Dialog
      open
      about="token/new"
      width={560}
      title={text.create}
      okText={text.make}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {failure !== null && <Alert type="error" showIcon title={failure} className="sl-form-notice" />}
      <Form form={form} layout="vertical" initialValues={FIRST} onFinish={submit}>
        <FormDraft about="token/new" />
        <Form.Item
          name="name"
          label={text.name}
          rules={[{ required: true, whitespace: true, message: text.nameRequired }]}
        >
          <Input maxLength={60} autoComplete="off" placeholder={text.namePlaceholder} />
        </Form.Item>
        <Form.Item
          name="days"
          label={text.life}
          extra={text.lifeMost(most)}
          rules={[{ required: true, type: 'integer', max: most, message: text.lifeMost(most) }]}
        >
          <Select options={lives.map(days => ({ value: days, label: text.days(days) }))} />
        </Form.Item>
        <Form.Item
          name="permissions"
          label={text.permissions}
          extra={text.permissionsHint}
          rules={[{ required: true, type: 'array', min: 1, message: text.permissionsRequired }]}
        >
          <ScopeChoice />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

interface ScopeChoiceProps {
  readonly value?: readonly string[]
  onChange?(value: string[]): void
}

/** The user's own permissions by module; a token is given a part of them. */
function ScopeChoice({ value = [], onChange = () => undefined }: ScopeChoiceProps) {
  const text = useText().token
  const held = useSession(session => session.permissions)
  const groups = groupScopes(held)
  const modules: Readonly<Record<string, string>> = text.modules
  const operations: Readonly<Record<string, string>> = text.operations
  const patch = (scopes: readonly string[], chosen: readonly string[]) =>
    onChange([...value.filter(scope => !scopes.includes(scope)), ...chosen].sort())
  return (
    <div className="ac-scopes">
      <div className="ac-scopes-head">
        <Button size="small" onClick={() => onChange(readingScopes(groups))}>
          {text.readOnly}
        </Button>
        <Button size="small" type="text" onClick={() => onChange([])}>
          {text.none}
        </Button>
        <span className="sl-muted">{text.chosen(value.length)}</span>
      </div>
      {groups.map(({ module, scopes }) => (
        <fieldset key={module}>
          <legend>{modules[module] ?? module}</legend>
          <Checkbox.Group
            value={scopes.filter(scope => value.includes(scope))}
            options={scopes.map(scope => {
              const operation = scope.split(':')[1] ?? ''
              return { value: scope, label: <span title={scope}>{operations[operation] ?? operation}</span> }
            })}
            onChange={chosen => patch(scopes, chosen)}
          />
        </fieldset>
      ))}
    </div>
  )
}
