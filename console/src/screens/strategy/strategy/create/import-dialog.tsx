import type { ContentOut } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextFile } from '../../../../ui/text-file.tsx'
import { strategyDetail, strategyList } from '../pages.ts'
import { ConnectorChoice } from '../parts/connector-choice.tsx'
import { useLifeText } from '../texts/use-life-text.ts'

type CopyModule = typeof import('@sluice/api/modules/strategy/strategy-copy/contract.ts')['strategyCopy']
type Found = ContentOut<CopyModule['parse']>[number]

/** One strategy of the file, and what it shall become here. */
interface Item extends Found {
  readonly at: number
  readonly isChosen: boolean
  readonly wanted: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly problem: string | null
}

/** Strategies out of a file: read first, then named and joined to connectors, then made as drafts. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const all = useLifeText()
  const text = all.import
  const navigate = useNavigate()
  const [content, setContent] = useState('')
  const [items, setItems] = useState<readonly Item[] | null>(null)
  const read = useMutation({
    mutationFn: async () => {
      const { content: all } = await api.strategyCopy.parse({ body: { text: content } })
      return Promise.all(all.map(toItem))
    },
    onSuccess: found => setItems(found),
  })
  const chosen = (items ?? []).filter(item => item.isChosen)
  const save = useMutation({
    mutationFn: () => api.strategyCopy.import({ body: { text: content, items: chosen.flatMap(toRequest) } }),
    async onSuccess({ content: results }) {
      const made = results.flatMap(result => result.id ?? [])
      const problems = new Map(results.filter(result => !result.ok).map(result => [result.at, result.message]))
      if (made.length > 0) {
        void message.success(text.done(made.length))
        void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      }
      setItems(chosen.flatMap(item => (problems.has(item.at) ? { ...item, problem: problems.get(item.at) ?? '' } : [])))
      if (problems.size > 0) return
      onClose()
      const [only] = made
      const isOne = made.length === 1 && only !== undefined
      await navigate(isOne ? strategyDetail.href({ params: { id: only } }) : strategyList.href())
    },
  })
  const isReady = chosen.length > 0 && chosen.every(item => toRequest(item).length === 1)
  const change = (value: string) => {
    setContent(value)
    setItems(null)
    read.reset()
  }
  const error = read.error ?? save.error
  return (
    <Dialog
      open
      width={820}
      title={text.title}
      okText={items === null ? text.read : text.action(chosen.length)}
      cancelText={all.cancel}
      okButtonProps={{ disabled: items === null ? content.trim() === '' : !isReady }}
      confirmLoading={read.isPending || save.isPending}
      onOk={() => (items === null ? read.mutate() : save.mutate())}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      {items === null ? (
        <Form layout="vertical" component="div">
          <Form.Item label={text.content}>
            <Input.TextArea
              aria-label={text.content}
              className="sl-code"
              autoSize={{ minRows: 6, maxRows: 14 }}
              spellCheck={false}
              value={content}
              onChange={event => change(event.target.value)}
            />
          </Form.Item>
          <TextFile label={text.file} accept=".json,.yaml,.yml" tooLarge={text.tooLarge} onText={change} />
        </Form>
      ) : (
        items.map(item => (
          <ItemRow
            key={item.at}
            item={item}
            onChange={patch => setItems(items.map(each => (each.at === item.at ? { ...each, ...patch } : each)))}
          />
        ))
      )}
    </Dialog>
  )
}

/** A connector of the platform, among however many: the one of the same name first. */
async function suggest(role: 'source' | 'target', end: Found['source']): Promise<string | undefined> {
  const query = { role, platform_id: end.platform_id, sort: 'name' } as const
  const named = await queryClient.fetchQuery(
    api.connector.list.query({ query: { ...query, keyword: end.connector.slice(0, 100), pageSize: 100 } }),
  )
  const same = named.content.find(row => row.name === end.connector)
  if (same) return same.id
  return (await queryClient.fetchQuery(api.connector.list.query({ query: { ...query, pageSize: 1 } }))).content[0]?.id
}

const toItem = async (found: Found, at: number): Promise<Item> => ({
  ...found,
  at,
  isChosen: true,
  wanted: found.name,
  from: await suggest('source', found.source),
  to: await suggest('target', found.target),
  problem: null,
})

const toRequest = ({ at, wanted, from, to }: Item) =>
  from === undefined || to === undefined || wanted.trim() === ''
    ? []
    : [{ at, name: wanted.trim(), source_connector_id: from, target_connector_id: to }]

function ItemRow({ item, onChange }: { readonly item: Item; onChange(patch: Partial<Item>): void }) {
  const all = useLifeText()
  const text = all.import
  const { at, name, source, target, from, to } = item
  return (
    <section className="st-import-item" aria-label={name}>
      <Checkbox checked={item.isChosen} onChange={event => onChange({ isChosen: event.target.checked })}>
        {name} <small className="sl-muted">{item.resource}</small>
      </Checkbox>
      {item.isChosen && (
        <div className="st-columns">
          <Input
            aria-label={all.name}
            maxLength={100}
            autoComplete="off"
            {...(item.wanted.trim() === '' && { status: 'error' as const })}
            value={item.wanted}
            onChange={event => onChange({ wanted: event.target.value })}
          />
          <ConnectorChoice
            id={`import-${at}-source`}
            label={all.quote.source}
            side="source"
            platformId={source.platform_id}
            value={from}
            placeholder={text.choose(source.platform_name, source.connector)}
            onChange={value => onChange({ from: value })}
          />
          <ConnectorChoice
            id={`import-${at}-target`}
            label={all.quote.target}
            side="target"
            platformId={target.platform_id}
            value={to}
            placeholder={text.choose(target.platform_name, target.connector)}
            onChange={value => onChange({ to: value })}
          />
        </div>
      )}
      {item.problem !== null && <Alert type="error" showIcon title={item.problem} />}
    </section>
  )
}
