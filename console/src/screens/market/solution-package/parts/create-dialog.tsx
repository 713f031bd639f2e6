import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, Tag } from 'antd'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError, readRefusedField } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { type Findable, FindSelect } from '../../../../parts/find-select.tsx'
import { Row } from '../../../../parts/row.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { packageEdit } from '../pages.ts'
import { useText } from '../use-text.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const strategies: Findable<Named> = {
  key: ['strategy', 'of-package'],
  list: query => api.strategy.search({ body: { ...query, sort: 'name' } }),
  get: id => api.strategy.get({ params: { id } }),
  labelOf: ({ name }) => name,
}

interface Choice {
  readonly chosen: readonly Named[]
  readonly name: string
  readonly title: string
}

const ABOUT = 'package/new'
const NAME = /^[a-z][a-z0-9-]{1,59}$/

/** A package of strategies; what they need comes along by itself. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const text = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const kept = useDraftState<Choice>(ABOUT, { chosen: [], name: '', title: '' })
  const { chosen, name, title } = kept.value
  const set = (patch: Partial<Choice>) => kept.set(before => ({ ...before, ...patch }))
  const create = useMutation({
    mutationFn: () =>
      api.solutionPackage.create({
        body: { strategy_ids: chosen.map(({ id }) => id), name: name.trim(), title: title.trim() },
      }),
    onSuccess: async ({ content }) => {
      dropDraft(ABOUT)
      message.success(text.created)
      onClose()
      await client.invalidateQueries({ queryKey: api.solutionPackage.list.key() })
      await navigate(packageEdit.href({ params: { id: content.id } }))
    },
  })
  const refused = readRefusedField(create.error)
  const isReady = chosen.length > 0 && NAME.test(name.trim()) && title.trim() !== ''
  const problem = name !== '' && !NAME.test(name.trim()) ? text.nameWrong : undefined
  return (
    <Dialog
      open
      about={ABOUT}
      width={560}
      title={text.newTitle}
      okText={text.create}
      cancelText={text.cancel}
      confirmLoading={create.isPending}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => create.mutate()}
      onCancel={onClose}
    >
      <RestoredNote typed={kept} />
      {create.error && <Alert type="error" showIcon title={describeError(create.error).message} />}
      <Form layout="vertical" onFinish={() => isReady && create.mutate()}>
        <Row label={text.strategies} hint={text.strategiesHint} isRequired>
          <FindSelect
            of={strategies}
            value={null}
            placeholder={text.addStrategy}
            onChange={(_, row) =>
              row && !chosen.some(({ id }) => id === row.id) && set({ chosen: [...chosen, row].map(toNamed) })
            }
          />
        </Row>
        {chosen.length > 0 && (
          <p>
            {chosen.map(each => (
              <Tag
                key={each.id}
                closable={{ 'aria-label': text.dropStrategy(each.name) }}
                onClose={() => set({ chosen: chosen.filter(({ id }) => id !== each.id) })}
              >
                {each.name}
              </Tag>
            ))}
          </p>
        )}
        <Row label={text.fields.title} isRequired>
          <Input
            maxLength={60}
            autoComplete="off"
            value={title}
            onChange={event => set({ title: event.target.value })}
          />
        </Row>
        <Row
          label={text.fields.name}
          hint={text.nameHint}
          isRequired
          problem={problem ?? (refused?.field === 'name' ? refused.message : undefined)}
        >
          <Input maxLength={60} autoComplete="off" value={name} onChange={event => set({ name: event.target.value })} />
        </Row>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

const toNamed = ({ id, name }: Named): Named => ({ id, name })
