import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { RetentionField, RetentionRule, StorageOverview, StrategyUse } from '../types.ts'
import { useText } from '../use-text.ts'
import { useDays } from './use-days.ts'

const fields: readonly RetentionField[] = ['finished_days', 'error_days', 'replaced_days', 'log_days', 'run_days']

export interface RetentionDialogProps {
  readonly overview: StorageOverview
  /** null: the tenant's own rule. */
  readonly strategy: StrategyUse | null
  onClose(): void
}

/** How long things are kept; each field says what an empty one takes and what the least is. */
export function RetentionDialog({ overview, strategy, onClose }: RetentionDialogProps) {
  const text = useText().rule
  const [rule, setRule] = useState<RetentionRule>(strategy?.own ?? overview.own)
  const client = useQueryClient()
  const done = async () => {
    message.success(text.saved)
    onClose()
    await client.invalidateQueries({ queryKey: api.storage.overview.key() })
    await client.invalidateQueries({ queryKey: api.storage.strategies.key() })
  }
  const tenant = useMutation({ ...api.storage.keep.mutation(), onSuccess: done })
  const own = useMutation({ ...api.storage.keepStrategy.mutation(), onSuccess: done })
  const { error, isPending } = strategy ? own : tenant
  const wrong = fields.filter(field => isTooFew(rule[field], overview.minimum[field]))
  const save = () => {
    if (wrong.length > 0) return
    if (strategy) own.mutate({ params: { id: strategy.strategy_id }, body: rule })
    else tenant.mutate({ body: rule })
  }
  return (
    <Dialog
      open
      width={560}
      title={text.title(strategy?.strategy_name ?? text.tenant)}
      okText={text.save}
      okButtonProps={{ disabled: wrong.length > 0 }}
      confirmLoading={isPending}
      onOk={save}
      onCancel={onClose}
    >
      <p className="sl-muted">{text.text}</p>
      {strategy !== null && strategy.grouped_by.length > 0 && (
        <Alert className="so-note" type="info" showIcon title={text.grouped(strategy.grouped_by.join(', '))} />
      )}
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Form layout="vertical" component="div">
        {fields.map(field => (
          <DaysField
            key={field}
            field={field}
            value={rule[field]}
            inherited={(strategy ? overview.own[field] : null) ?? overview.defaults[field]}
            least={overview.minimum[field]}
            onChange={value => setRule({ ...rule, [field]: value })}
          />
        ))}
        <ArchiveField
          value={rule.archive}
          inherited={(strategy ? overview.own.archive : null) ?? overview.defaults.archive}
          onChange={archive => setRule({ ...rule, archive })}
        />
      </Form>
    </Dialog>
  )
}

const isTooFew = (value: number | null, least: number): boolean => value !== null && value !== 0 && value < least

interface DaysFieldProps {
  readonly field: RetentionField
  readonly value: number | null
  readonly inherited: number
  readonly least: number
  onChange(value: number | null): void
}

function DaysField({ field, value, inherited, least, onChange }: DaysFieldProps) {
  const text = useText().rule
  const days = useDays()
  const id = useId()
  const isWrong = isTooFew(value, least)
  return (
    <Form.Item
      label={text.fields[field]}
      htmlFor={id}
      validateStatus={isWrong ? 'error' : ''}
      help={isWrong ? text.least(least) : undefined}
    >
      <InputNumber
        id={id}
        className="so-days"
        min={0}
        max={36_500}
        precision={0}
        value={value}
        placeholder={text.inherits(days(inherited))}
        aria-invalid={isWrong}
        onChange={next => onChange(next)}
      />
    </Form.Item>
  )
}

interface ArchiveFieldProps {
  readonly value: boolean | null
  readonly inherited: boolean
  onChange(value: boolean | null): void
}

function ArchiveField({ value, inherited, onChange }: ArchiveFieldProps) {
  const text = useText().rule
  const id = useId()
  const word = (isOn: boolean): string => (isOn ? text.on : text.off)
  return (
    <Form.Item label={text.archive} htmlFor={id}>
      <Select
        id={id}
        value={value === null ? 'inherit' : value ? 'on' : 'off'}
        onChange={next => onChange(next === 'inherit' ? null : next === 'on')}
        options={[
          { value: 'inherit', label: text.archiveInherit(word(inherited)) },
          { value: 'on', label: text.on },
          { value: 'off', label: text.off },
        ]}
      />
    </Form.Item>
  )
}
