import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber, Tag } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { queryClient } from '../../../../lib/query.ts'
import { type Findable, FindSelect } from '../../../../parts/find-select.tsx'
import { Row } from '../../../../parts/row.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import type { Collection } from '../types.ts'
import { useText } from '../use-text.ts'

interface Member {
  readonly name: string
  readonly publisher_key: string
  readonly title: string
}
const idOf = ({ name, publisher_key: key }: Omit<Member, 'title'>): string => `${name} ${key}`

const packages: Findable<Member & { readonly id: string; readonly publisher: string }> = {
  key: ['market', 'of-collection'],
  list: async query => {
    const { content, total } = await api.market.search({ body: { ...query, sort: 'title' } })
    return { content: content.map(each => ({ ...each, id: idOf(each) })), total }
  },
  // Nothing stays chosen in it: what is chosen stands below.
  get: () => Promise.reject(new Error('never asked')),
  labelOf: ({ title, publisher }) => `${title} · ${publisher}`,
}

export interface CollectionDialogProps {
  /** undefined: a new one. */
  readonly collection: Collection | undefined
  onClose(): void
}

/** A collection: its words, its place, and the packages in it. */
export function CollectionDialog({ collection, onClose }: CollectionDialogProps) {
  const text = useText()
  const about = `market-collection/${collection?.id ?? 'new'}`
  const { title = '', summary = '', position = 0, members = [] } = collection ?? {}
  const kept = useDraftState(about, { title, summary, position, members: members.map(toMember) })
  const { value } = kept
  const set = (patch: Partial<typeof value>) => kept.set(before => ({ ...before, ...patch }))
  const save = useMutation({
    mutationFn: () => {
      const body = {
        ...{ title: value.title.trim(), summary: value.summary.trim(), position: value.position },
        members: value.members.map(({ name, publisher_key }) => ({ name, publisher_key })),
      }
      return collection
        ? api.market.saveCollection({ params: { id: collection.id }, body: { ...body, lock: collection.lock } })
        : api.market.addCollection({ body })
    },
    onSuccess: async () => {
      dropDraft(about)
      message.success(text.saved)
      onClose()
      await queryClient.invalidateQueries({ queryKey: api.market.collections.key() })
    },
  })
  const isReady = value.title.trim() !== '' && value.members.length > 0
  return (
    <Dialog
      open
      about={about}
      width={560}
      title={collection ? text.editCollection(collection.title) : text.newCollection}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <RestoredNote typed={kept} />
      {save.error && <Alert type="error" showIcon title={describeError(save.error).message} />}
      <Form layout="vertical" onFinish={() => isReady && save.mutate()}>
        <Row label={text.collection.title} isRequired>
          <Input
            maxLength={60}
            autoComplete="off"
            value={value.title}
            onChange={event => set({ title: event.target.value })}
          />
        </Row>
        <Row label={text.collection.summary} hint={text.collection.summaryHint}>
          <Input
            maxLength={200}
            autoComplete="off"
            value={value.summary}
            onChange={event => set({ summary: event.target.value })}
          />
        </Row>
        <Row label={text.collection.members} isRequired>
          <FindSelect
            of={packages}
            value={null}
            placeholder={text.addMember}
            onChange={(_, row) =>
              row &&
              !value.members.some(each => idOf(each) === row.id) &&
              set({ members: [...value.members, toMember(row)] })
            }
          />
        </Row>
        {value.members.length > 0 && (
          <p lang="">
            {value.members.map(each => (
              <Tag
                key={idOf(each)}
                closable={{ 'aria-label': text.dropMember(each.title) }}
                onClose={() => set({ members: value.members.filter(other => idOf(other) !== idOf(each)) })}
              >
                {each.title}
              </Tag>
            ))}
          </p>
        )}
        <Row label={text.collection.position} hint={text.collection.positionHint}>
          <InputNumber
            min={0}
            max={1000}
            precision={0}
            value={value.position}
            onChange={next => set({ position: next ?? 0 })}
          />
        </Row>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

const toMember = ({ name, publisher_key, title }: Member): Member => ({ name, publisher_key, title })
