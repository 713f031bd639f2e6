import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useLifeText } from '../texts/use-life-text.ts'
import type { StrategyRow } from '../types.ts'
import { FormRow } from './form-row.tsx'
import { GroupField } from './group-field.tsx'
import { TagsField } from './tags-field.tsx'

export interface RenameDialogProps {
  readonly strategy: Pick<StrategyRow, 'id' | 'name' | 'group' | 'remark' | 'tags'>
  onClose(): void
}

/** What a strategy is called, where it stands and what is said of it. */
export function RenameDialog({ strategy, onClose }: RenameDialogProps) {
  const { rename: text, cancel, nameRequired, group: groupLabel, tags: words } = useLifeText()
  const field = useId()
  const [name, setName] = useState(strategy.name)
  const [group, setGroup] = useState(strategy.group)
  const [tags, setTags] = useState<readonly string[]>(strategy.tags)
  const [remark, setRemark] = useState(strategy.remark)
  const isNameless = name.trim() === ''
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), group, tags: [...tags], remark }
      return api.strategy.rename({ params: { id: strategy.id }, body })
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['strategy'] })
      void message.success(text.done)
      onClose()
    },
  })
  const problem = isNameless ? nameRequired : save.error ? describeError(save.error).message : undefined
  return (
    <Dialog
      open
      width={520}
      title={text.title}
      okText={text.save}
      cancelText={cancel}
      okButtonProps={{ disabled: isNameless }}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      <Form layout="vertical" component="div">
        <FormRow isRequired label={text.name} htmlFor={`${field}-name`} problem={problem}>
          <Input
            id={`${field}-name`}
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={event => setName(event.target.value)}
            onPressEnter={() => !isNameless && save.mutate()}
          />
        </FormRow>
        <FormRow label={groupLabel} htmlFor={`${field}-group`}>
          <GroupField id={`${field}-group`} value={group} onChange={setGroup} />
        </FormRow>
        <FormRow label={words.label} htmlFor={`${field}-tags`}>
          <TagsField id={`${field}-tags`} value={tags} onChange={setTags} />
        </FormRow>
        <FormRow label={text.remark} htmlFor={`${field}-remark`}>
          <Input.TextArea
            id={`${field}-remark`}
            maxLength={1000}
            rows={3}
            value={remark}
            onChange={event => setRemark(event.target.value)}
          />
        </FormRow>
      </Form>
    </Dialog>
  )
}
