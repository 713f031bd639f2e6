import { SaveOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useLifeText } from '../texts/use-life-text.ts'
import type { Strategy } from '../types.ts'

export interface KeepAssetProps {
  readonly strategy: Strategy
  readonly kind: 'source' | 'target'
}

/** An interface as this strategy calls it, kept for others as an API asset of its own. */
export function KeepAsset({ strategy, kind }: KeepAssetProps) {
  const text = useLifeText().asset
  const { cancel, nameRequired } = useLifeText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState(strategy.name.slice(0, 100))
  const [problem, setProblem] = useState<string | undefined>()
  const keep = useMutation({
    mutationFn: () => api.strategyAct.toApi({ params: { kind, id: strategy.id }, body: { name: name.trim() } }),
    onSuccess({ content }) {
      void message.success(text.done(content.name))
      setOpen(false)
    },
    onError: error => setProblem(describeError(error).message),
  })
  return (
    <>
      <CanButton icon={<SaveOutlined />} authority="asset:add" onClick={() => setOpen(true)}>
        {text.action}
      </CanButton>
      {isOpen && (
        <Dialog
          open
          width={440}
          title={text.action}
          okText={text.keep}
          cancelText={cancel}
          confirmLoading={keep.isPending}
          onOk={() => (name.trim() === '' ? setProblem(nameRequired) : keep.mutate())}
          onCancel={() => setOpen(false)}
        >
          <p>{text.text}</p>
          <Form layout="vertical" component="div">
            <FormRow label={text.name} htmlFor={id} problem={problem}>
              <Input
                id={id}
                maxLength={100}
                autoComplete="off"
                value={name}
                onChange={event => {
                  setName(event.target.value)
                  setProblem(undefined)
                }}
              />
            </FormRow>
          </Form>
        </Dialog>
      )}
    </>
  )
}
