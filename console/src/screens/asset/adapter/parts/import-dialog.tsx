import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, Select, Table, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Row } from '../../../../parts/row.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextFile } from '../../../../ui/text-file.tsx'
import { usePlatforms } from '../../asset/public.ts'
import type { ImportedAdapter } from '../types.ts'
import { useKindText } from '../use-kind-text.ts'
import { useText } from '../use-text.ts'
import { refreshAdapters } from './queries.ts'

type Existing = 'skip' | 'version' | 'copy'

/** Adapters as another place exported them: looked through with every fault at its field, then made as drafts. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const text = useKindText()
  const client = useQueryClient()
  const [content, setContent] = useState('')
  const [existing, setExisting] = useState<Existing>('skip')
  const [platform, setPlatform] = useState<string | undefined>()
  const { data: platforms = [] } = usePlatforms()
  const load = useMutation({
    mutationFn: (preview: boolean) =>
      api.adapter.import({
        body: { text: content, existing, preview, ...(platform !== undefined && { platform_id: platform }) },
      }),
    onSuccess: async answer => {
      if (!answer.content.is_done) return
      message.success(text.imported)
      onClose()
      await refreshAdapters(client)
    },
  })
  const found = load.data?.content.adapters
  const isReady = found?.every(each => each.act !== 'refuse') === true
  /** What was looked through is not what would be stored any more. */
  const change = (set: () => void): void => {
    set()
    load.reset()
  }
  return (
    <Dialog
      open
      width={760}
      title={text.importTitle}
      okText={isReady ? text.importDo((found ?? []).filter(each => each.act !== 'skip').length) : text.preview}
      okButtonProps={{ disabled: content.trim() === '' }}
      cancelText={useText().cancel}
      confirmLoading={load.isPending}
      onOk={() => load.mutate(!isReady)}
      onCancel={onClose}
    >
      {load.error && <Alert type="error" showIcon title={describeError(load.error).message} />}
      <Form layout="vertical" component="div" className="as-form">
        <Row label={text.importText} hint={text.importHint}>
          <Input.TextArea
            className="sl-code"
            autoSize={{ minRows: 6, maxRows: 14 }}
            spellCheck={false}
            value={content}
            onChange={event => change(() => setContent(event.target.value))}
          />
        </Row>
        <div className="as-columns">
          <TextFile
            label={text.file}
            accept=".json"
            tooLarge={text.tooLarge}
            onText={value => change(() => setContent(value))}
          />
          <Select<Existing>
            aria-label={text.existing}
            value={existing}
            options={Object.entries(text.existings).map(([value, label]) => ({
              value: value as Existing, // the keys of `existings`
              label: `${text.existing}: ${label}`,
            }))}
            onChange={value => change(() => setExisting(value))}
          />
          <Select
            allowClear
            aria-label={text.onPlatform}
            placeholder={text.onPlatform}
            showSearch={{ optionFilterProp: 'label' }}
            {...(platform !== undefined && { value: platform })}
            options={platforms
              .filter(each => each.takes_assets || each.takes_statements)
              .map(each => ({ value: each.id, label: each.name }))}
            onChange={(id: string | undefined) => change(() => setPlatform(id))}
          />
        </div>
      </Form>
      {found && <Found rows={found} />}
    </Dialog>
  )
}

function Found({ rows }: { readonly rows: readonly ImportedAdapter[] }) {
  const text = useKindText()
  return (
    <Table
      size="small"
      pagination={false}
      scroll={{ y: 260 }}
      rowKey={(_, index) => String(index)}
      dataSource={[...rows]}
      columns={[
        { key: 'name', title: text.importColumns.name, dataIndex: 'name', width: 180, ellipsis: true },
        {
          key: 'act',
          title: text.importColumns.act,
          width: 130,
          render: (_, row) => <Tag color={row.act === 'refuse' ? 'error' : 'default'}>{text.acts[row.act]}</Tag>,
        },
        {
          key: 'faults',
          title: text.importColumns.problem,
          render: (_, row) => (
            <ul className="as-faults">
              {row.faults.map(({ field, message: fault }) => (
                <li key={`${field} ${fault}`}>
                  <code>{field}</code> {fault}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}
