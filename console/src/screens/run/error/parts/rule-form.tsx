import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Radio, Select, Switch } from 'antd'
import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import type { IgnoreRule } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshErrors } from './refresh-errors.ts'

export interface RuleFormProps {
  /** Absent: a new one. */
  readonly rule?: IgnoreRule
  /** What a new one starts with. */
  readonly draft?: { readonly strategyId: string; readonly contains: string }
  onClose(): void
}

const EVERYWHERE = ''
const SHORTEST = 2
const outcomes = ['ignored', 'finished'] as const

interface Typed extends Pick<IgnoreRule, 'contains' | 'outcome' | 'enabled' | 'remark'> {
  readonly strategy: string
}

const begin = (rule: RuleFormProps['rule'], draft: RuleFormProps['draft']): Typed => ({
  contains: rule?.contains ?? draft?.contains ?? '',
  strategy: (rule ? rule.strategy?.id : draft?.strategyId) ?? EVERYWHERE,
  outcome: rule?.outcome ?? 'finished',
  enabled: rule?.enabled ?? true,
  remark: rule?.remark ?? '',
})

/** Which failures are none, and what their records count as. */
export function RuleForm({ rule, draft, onClose }: RuleFormProps) {
  const all = useText()
  const text = all.rule
  const id = useId()
  const strategies = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  // A proposal made from an error begins as it says.
  const about = draft ? undefined : `ignoreRule/${rule?.id ?? 'new'}`
  const typed = useDraftState<Typed>(about, () => begin(rule, draft))
  const { contains, strategy, outcome, enabled, remark } = typed.value
  const patch = (change: Partial<Typed>) => typed.set({ ...typed.value, ...change })
  const [isTried, setTried] = useState(false)
  const isShort = contains.trim().length < SHORTEST
  const save = useMutation({
    mutationFn: () => {
      const strategy_id = strategy === EVERYWHERE ? null : strategy
      const body = { strategy_id, contains: contains.trim(), outcome, enabled, remark }
      if (!rule) return api.ignoreRule.create({ body })
      return api.ignoreRule.update({ params: { id: rule.id }, body: { ...body, version: rule.version } })
    },
    async onSuccess() {
      if (about) dropDraft(about)
      void message.success(text.saved)
      onClose()
      await refreshErrors()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const submit = () => {
    setTried(true)
    if (!isShort) save.mutate()
  }
  return (
    <Dialog
      open
      about={about}
      title={rule ? text.edit : text.create}
      okText={all.save}
      cancelText={all.cancel}
      confirmLoading={save.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <RestoredNote typed={typed} isNew={!rule} />
        <Form.Item
          label={text.contains}
          htmlFor={`${id}-contains`}
          required
          {...(isTried && isShort
            ? { validateStatus: 'error' as const, help: text.containsShort }
            : { extra: text.containsHint })}
        >
          <Input
            id={`${id}-contains`}
            maxLength={200}
            autoComplete="off"
            value={contains}
            onChange={event => patch({ contains: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={text.scope} htmlFor={`${id}-scope`}>
          <Select
            id={`${id}-scope`}
            showSearch={{ optionFilterProp: 'label' }}
            value={strategy}
            onChange={next => patch({ strategy: next })}
            options={[
              { value: EVERYWHERE, label: text.everywhere },
              ...(strategies.data?.content ?? []).map(each => ({ value: each.id, label: each.name })),
            ]}
          />
        </Form.Item>
        <Form.Item label={text.outcome}>
          <Radio.Group
            aria-label={text.outcome}
            value={outcome}
            onChange={event => patch({ outcome: event.target.value as Typed['outcome'] })} // its own options
            options={outcomes.map(value => ({ value, label: text.outcomes[value] }))}
          />
        </Form.Item>
        <Form.Item label={text.enabled} htmlFor={`${id}-enabled`}>
          <Switch id={`${id}-enabled`} checked={enabled} onChange={next => patch({ enabled: next })} />
        </Form.Item>
        <Form.Item label={text.remark} htmlFor={`${id}-remark`}>
          <Input
            id={`${id}-remark`}
            maxLength={500}
            autoComplete="off"
            value={remark}
            onChange={event => patch({ remark: event.target.value })}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
