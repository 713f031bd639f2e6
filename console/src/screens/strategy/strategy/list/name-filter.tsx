import { useMutation } from '@tanstack/react-query'
import { Checkbox, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useFilterText } from '../texts/use-filter-text.ts'
import type { Values } from './saved-filters.tsx'

export interface NameFilterProps {
  readonly list: string
  readonly filter: Values
  onClose(): void
}

/** Asks under which name a filter is kept, and for whom. */
export function NameFilter({ list, filter, onClose }: NameFilterProps) {
  const text = useFilterText()
  const id = useId()
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const save = useMutation({
    mutationFn: () =>
      api.savedFilter.create({
        body: {
          list,
          name: name.trim(),
          filter: Object.fromEntries(
            Object.entries(filter).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
          ) as Record<string, string | string[]>, // lists are copied, the rest is as it was
          is_default: isDefault,
          is_shared: isShared,
        },
      }),
    onSuccess() {
      void message.success(text.kept)
      void queryClient.invalidateQueries({ queryKey: api.savedFilter.list.key() })
      onClose()
    },
    onError: failure => setProblem(describeError(failure).message),
  })
  const submit = () => (name.trim() === '' ? setProblem(text.nameRequired) : save.mutate())
  return (
    <Dialog
      open
      width={440}
      title={text.keep}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={save.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <FormRow label={text.name} htmlFor={id} problem={problem}>
          <Input
            id={id}
            autoFocus
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={event => {
              setName(event.target.value)
              setProblem(undefined)
            }}
            onPressEnter={submit}
          />
        </FormRow>
        <div className="st-choices">
          <Checkbox checked={isDefault} onChange={event => setDefault(event.target.checked)}>
            {text.makeDefault}
          </Checkbox>
          <Checkbox checked={isShared} onChange={event => setShared(event.target.checked)}>
            {text.share}
          </Checkbox>
        </div>
      </Form>
    </Dialog>
  )
}
