import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useId } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { queryClient } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useTemplateText } from '../texts/use-template-text.ts'
import type { Template } from '../types.ts'

export type TemplateFormProps = {
  onClose(): void
} & ({ readonly template: Template } | { readonly strategy: { readonly id: string; readonly name: string } })

const LONGEST_NAME = 60

/** What a template is called: of one that is there, or of a strategy that becomes one. */
export function TemplateForm(props: TemplateFormProps) {
  const { onClose } = props
  const text = useTemplateText()
  const field = useId()
  const begun =
    'template' in props ? props.template : { name: props.strategy.name.slice(0, LONGEST_NAME), description: '' }
  const about = 'template' in props ? `template/${props.template.id}` : `template/of/${props.strategy.id}`
  const typed = useDraftState(about, { name: begun.name, description: begun.description })
  const { name, description } = typed.value
  const isNameless = name.trim() === ''
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), description: description.trim() }
      if ('template' in props) return api.strategyTemplate.update({ params: { id: props.template.id }, body })
      return api.strategyTemplate.create({ body: { ...body, strategy_id: props.strategy.id } })
    },
    onSuccess({ content }) {
      dropDraft(about)
      void message.success('template' in props ? text.renamed : text.kept(content.name))
      void queryClient.invalidateQueries({ queryKey: api.strategyTemplate.list.key() })
      onClose()
    },
  })
  const problem = isNameless ? text.nameRequired : save.error ? describeError(save.error).message : undefined
  return (
    <Dialog
      open
      about={about}
      width={520}
      title={'template' in props ? text.renameTitle : text.keepTitle}
      okText={text.save}
      cancelText={text.cancel}
      okButtonProps={{ disabled: isNameless }}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      {'strategy' in props && <p>{text.keepText}</p>}
      <RestoredNote typed={typed} isNew={!('template' in props)} />
      <Form layout="vertical" component="div">
        <FormRow isRequired label={text.name} htmlFor={`${field}-name`} problem={problem}>
          <Input
            id={`${field}-name`}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            value={name}
            onChange={event => {
              save.reset()
              typed.set({ ...typed.value, name: event.target.value })
            }}
          />
        </FormRow>
        <FormRow label={text.description} htmlFor={`${field}-text`}>
          <Input.TextArea
            id={`${field}-text`}
            maxLength={500}
            rows={3}
            value={description}
            onChange={event => typed.set({ ...typed.value, description: event.target.value })}
          />
        </FormRow>
      </Form>
    </Dialog>
  )
}
