import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Radio } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { toInstant } from '../../../../lib/day.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { StrategyUse } from '../types.ts'
import { useText } from '../use-text.ts'

const kinds = ['page', 'record', 'log', 'run', 'rejected', 'attempt'] as const
const states = [2, 3, 1, 7, 8, 10] as const

export interface CleanUpDialogProps {
  readonly use: StrategyUse
  onClose(): void
}

/** A condition, the number it finds, and only then, after the strategy's name has been typed, the deed. */
export function CleanUpDialog({ use, onClose }: CleanUpDialogProps) {
  const text = useText().clean
  const zone = useTimeZone()
  const client = useQueryClient()
  const [what, setWhat] = useState<(typeof kinds)[number]>('page')
  const [day, setDay] = useState('')
  const [statuses, setStatuses] = useState<readonly (typeof states)[number][]>([2])
  const [isSure, setSure] = useState(false)
  const preview = useMutation(api.storage.preview.mutation())
  const clean = useMutation({
    ...api.storage.cleanUp.mutation(),
    onSuccess: async () => {
      message.success(text.asked)
      onClose()
      await client.invalidateQueries({ queryKey: api.storage.jobs.key() })
    },
  })
  const before = toInstant(day, zone, 0)
  const body = {
    strategy_id: use.strategy_id,
    what,
    before: before ?? '',
    ...(what === 'record' && { statuses: [...statuses] }),
  }
  const problem =
    before === undefined ? text.chooseDay : what === 'record' && statuses.length === 0 ? text.chooseState : null
  const found = preview.data?.content
  const error = preview.error ?? clean.error
  // A number counted for another condition must not be agreed to.
  const change = (apply: () => void) => {
    apply()
    preview.reset()
  }
  return (
    <>
      <Dialog
        open={!isSure}
        width={560}
        title={text.title(use.strategy_name)}
        okText={text.action}
        okButtonProps={{ danger: true, disabled: !found || found.count === 0 }}
        onOk={() => setSure(true)}
        onCancel={onClose}
      >
        <Form layout="vertical" component="div">
          <Form.Item label={text.what}>
            <Radio.Group
              aria-label={text.what}
              value={what}
              onChange={event => change(() => setWhat(kinds.find(kind => kind === event.target.value) ?? 'page'))}
              vertical
              options={kinds.map(kind => ({ value: kind, label: text.kinds[kind] }))}
            />
          </Form.Item>
          {what === 'record' && (
            <Form.Item label={text.statuses}>
              <Checkbox.Group
                value={[...statuses]}
                onChange={chosen => change(() => setStatuses(states.filter(state => chosen.includes(state))))}
                options={states.map(state => ({ value: state, label: text.states[state] }))}
              />
            </Form.Item>
          )}
          <BeforeField value={day} onChange={next => change(() => setDay(next))} />
        </Form>
        <Button
          loading={preview.isPending}
          disabled={problem !== null}
          title={problem ?? undefined}
          onClick={() => preview.mutate({ body })}
        >
          {text.preview}
        </Button>
        <Found found={found} />
        {error && <Alert type="error" showIcon title={describeError(error).message} />}
      </Dialog>
      <ConfirmDanger
        open={isSure}
        title={text.title(use.strategy_name)}
        text={
          <>
            <Found found={found} />
            <p>{text.word}</p>
            {clean.error && <Alert type="error" showIcon title={describeError(clean.error).message} />}
          </>
        }
        action={text.action}
        word={use.strategy_name}
        isBusy={clean.isPending}
        onConfirm={() => clean.mutate({ body: { ...body, confirm: use.strategy_name } })}
        onCancel={() => setSure(false)}
      />
    </>
  )
}

/** Everything before this day. */
export function BeforeField({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  const text = useText().clean
  const id = useId()
  return (
    <Form.Item label={text.before} htmlFor={id}>
      <DayField id={id} value={value} onChange={day => onChange(day ?? '')} />
    </Form.Item>
  )
}

function Found({ found }: { readonly found: { readonly count: number; readonly bytes: number | null } | undefined }) {
  const text = useText().clean
  const { number, bytes } = useFormat()
  if (!found) return null
  const sentence = text.found(number(found.count), found.bytes === null ? null : bytes(found.bytes))
  return <p role="status">{found.count === 0 ? text.none : sentence}</p>
}
