import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Radio, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { useTemplateText } from '../texts/use-template-text.ts'
import type { Template } from '../types.ts'
import { TemplateForm } from './template-form.tsx'

export interface TemplateListProps {
  readonly templates: readonly Template[]
  readonly chosen: Template | null
  onChoose(template: Template | null): void
}

/** What there is to choose from; the tenant's own can be renamed and deleted. */
export function TemplateList({ templates, chosen, onChoose }: TemplateListProps) {
  const text = useTemplateText()
  const [opened, setOpened] = useState<{ readonly what: 'rename' | 'remove'; readonly template: Template } | null>(null)
  const remove = useMutation({
    mutationFn: (template: Template) => api.strategyTemplate.remove({ params: { id: template.id } }),
    onSuccess(_answer, template) {
      void message.success(text.removed)
      if (chosen?.id === template.id) onChoose(null)
      setOpened(null)
      void queryClient.invalidateQueries({ queryKey: api.strategyTemplate.list.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
  if (templates.length === 0) return <Empty isSmall title={text.none} />
  return (
    <>
      <Radio.Group
        className="st-templates"
        aria-label={text.list}
        value={chosen?.id ?? null}
        onChange={event => onChoose(templates.find(each => each.id === event.target.value) ?? null)}
      >
        {templates.map(template => (
          <div key={template.id} className="st-template-row">
            <Radio value={template.id}>
              <strong>{template.name}</strong> {template.is_delivered && <Tag>{text.delivered}</Tag>}
              <Places template={template} />
              <span className="sl-muted">{template.description}</span>
              {template.username !== '' && <span className="sl-muted"> {text.by(template.username)}</span>}
            </Radio>
            {!template.is_delivered && (
              <span>
                <CanButton
                  type="text"
                  size="small"
                  icon={<EditOutlined />}
                  authority="strategy:update"
                  aria-label={`${text.rename} ${template.name}`}
                  onClick={() => setOpened({ what: 'rename', template })}
                />
                <CanButton
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  authority="strategy:delete"
                  aria-label={`${text.remove} ${template.name}`}
                  onClick={() => setOpened({ what: 'remove', template })}
                />
              </span>
            )}
          </div>
        ))}
      </Radio.Group>
      {opened?.what === 'rename' && <TemplateForm template={opened.template} onClose={() => setOpened(null)} />}
      <ConfirmDanger
        open={opened?.what === 'remove'}
        title={text.removeTitle(opened?.template.name ?? '')}
        text={text.removeText}
        action={text.remove}
        isBusy={remove.isPending}
        onConfirm={() => opened && remove.mutate(opened.template)}
        onCancel={() => setOpened(null)}
      />
    </>
  )
}

function Places({ template: { source, target } }: { readonly template: Template }) {
  const text = useTemplateText()
  return (
    <span className="st-template-places">
      {[source, target].map((place, at) => (
        // Two places, always in this order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={at}>
          {at === 1 && '→ '}
          {place.platform_icon && <PlatformIcon icon={place.platform_icon} size={16} />}{' '}
          {place.platform_id === null ? text.anyPlatform : place.platform_name} · {place.resource ??
            text.openResource}{' '}
        </span>
      ))}
    </span>
  )
}
