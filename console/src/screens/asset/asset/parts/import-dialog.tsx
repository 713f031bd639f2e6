import { ApiError } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Row } from '../../../../parts/row.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { TextFile } from '../../../../ui/text-file.tsx'
import { connectorCreate } from '../../../connect/connector/pages.ts'
import type { Parsed } from '../types.ts'
import { useText } from '../use-text.ts'
import { ConnectProposal, isWorthShowing, type Proposal } from './connect-proposal.tsx'
import { refreshAssets, usePlatforms } from './queries.ts'
import { usePathChoice } from './use-path-choice.ts'

export interface ImportDialogProps {
  readonly platformId?: string | undefined
  onClose(): void
}

type Existing = 'skip' | 'update' | 'add'
type Kind = 'auto' | 'openapi' | 'postman' | 'curl' | 'sample' | 'assets' | 'sheet'

/** Interfaces from what other tools wrote: read first, then chosen, then made as drafts. */
export function ImportDialog({ platformId, onClose }: ImportDialogProps) {
  const all = useText()
  const text = all.import
  const client = useQueryClient()
  const [platform, setPlatform] = useState(platformId)
  const [content, setContent] = useState('')
  const [kind, setKind] = useState<Kind>('auto')
  const [existing, setExisting] = useState<Existing>('skip')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const read = useMutation({
    mutationFn: () => api.apiAsset.parse({ body: { kind, text: content } }),
    onSuccess: answer => {
      setChosen(new Set(answer.content.items.keys()))
      path.choose(null)
    },
  })
  const found = read.data?.content
  const path = usePathChoice(platform, found)
  const target = usePlatforms().data?.find(each => each.id === platform)
  const save = useMutation({
    mutationFn: () =>
      api.apiAsset.import({
        body: {
          platform_id: platform ?? '',
          existing,
          items: path.items.filter((_, at) => chosen.has(at)).map(({ group, doc }) => ({ group, doc })),
        },
      }),
    onSuccess: async ({ content: { added, updated, skipped } }) => {
      message.success(text.done(added, updated, skipped))
      const { origin } = found?.base ?? { origin: '' }
      const next = { address: origin && `${origin}${path.isKept ? '' : path.path}`, ways: found?.sign_ins ?? [] }
      if (target && isWorthShowing(target, next)) setProposal(next)
      else onClose()
      await refreshAssets(client)
    },
  })
  const error = read.error ?? save.error
  const isReady = found !== undefined && chosen.size > 0
  const change = (value: string) => {
    setContent(value)
    read.reset()
  }
  if (proposal && target)
    return (
      <Dialog open width={760} title={text.title} footer={null} onCancel={onClose}>
        <ConnectProposal platform={target} proposal={proposal} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      open
      width={760}
      title={text.title}
      okText={isReady ? text.action(chosen.size) : text.read}
      cancelText={all.cancel}
      okButtonProps={{ disabled: isReady ? platform === undefined : content.trim() === '' }}
      confirmLoading={read.isPending || save.isPending}
      onOk={() => (isReady ? save.mutate() : read.mutate())}
      onCancel={onClose}
    >
      {error && <Refusal error={error} onClose={onClose} />}
      <Form layout="vertical" component="div" className="as-form">
        <PlatformRow value={platform} onChange={setPlatform} />
        <Row label={text.text} hint={`${text.textHint} ${text.excelHint}`}>
          <Input.TextArea
            className="sl-code"
            autoSize={{ minRows: 6, maxRows: 14 }}
            spellCheck={false}
            value={content}
            onChange={event => change(event.target.value)}
          />
        </Row>
        <div className="as-columns as-import-row">
          <TextFile
            label={text.file}
            accept=".json,.yaml,.yml,.txt,.xml,.wsdl"
            tooLarge={text.tooLarge}
            onText={change}
          />
          <SheetFile onText={change} />
          <Select<Kind>
            aria-label={text.kind}
            value={kind}
            options={Object.entries(text.kinds).map(([value, label]) => ({ value: value as Kind, label }))}
            onChange={setKind}
          />
          <Select<Existing>
            aria-label={text.existing}
            value={existing}
            options={Object.entries(text.existings).map(([value, label]) => ({
              value: value as Existing,
              label: `${text.existing}: ${label}`,
            }))}
            onChange={setExisting}
          />
        </div>
      </Form>
      {found && path.path !== '' && (
        <Checkbox className="as-path" checked={path.isKept} onChange={event => path.choose(event.target.checked)}>
          {text.withPath(path.path)} {path.isInAddress && <span className="sl-muted">{text.inAddress}</span>}
        </Checkbox>
      )}
      {found && <Found found={{ ...found, items: path.items }} chosen={chosen} onChoose={setChosen} />}
    </Dialog>
  )
}

/** Why it was refused; from a WSDL the way leads on to the connector that reads it. */
function Refusal({ error, onClose }: { readonly error: Error; onClose(): void }) {
  const text = useText().import
  const navigate = useNavigate()
  const isWsdl = error instanceof ApiError && error.body?.code === 'invalid.importWsdl'
  const connect = () => {
    onClose()
    navigate(connectorCreate.href({ search: { platform: 'soap', step: 'basic' } }))
  }
  const action = (
    <CanButton size="small" authority="connector:add" onClick={connect}>
      {text.connectSoap}
    </CanButton>
  )
  const { message: title } = describeError(error)
  return <Alert className="as-problems" type="error" showIcon title={title} {...(isWsdl && { action })} />
}

/** Rows of an Excel or CSV file, handed over as the text that the server understands. */
function SheetFile({ onText }: { onText(text: string): void }) {
  const all = useText()
  const take = async (file: File): Promise<void> => {
    try {
      const { readSheet } = await import('../../../../lib/read-sheet.ts')
      onText(JSON.stringify({ sheet: await readSheet(file) }))
    } catch (error) {
      message.error(describeError(error).message)
    }
  }
  return <FileButton label={all.import.excel} accept=".xlsx,.csv,.txt" onFile={file => void take(file)} />
}

/** What could not be read, as a file: the row or name, and the reason. */
async function saveProblems(skipped: Parsed['skipped']): Promise<void> {
  const { saveFile } = await import('../../../../lib/save-file.ts')
  // A name of somebody else's file is no formula here.
  const cell = (value: string) =>
    `"${value
      .replace(/^(?=[=+\-@\t\r＝＋－＠])/, "'")
      .replaceAll(/(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g, "'")
      .replaceAll('"', '""')}"`
  const lines = skipped.map(each => `${cell(each.name)},${cell(each.reason)}`)
  saveFile(new Blob([`\uFEFF${lines.join('\r\n')}`], { type: 'text/csv' }), 'import-problems.csv')
}

function PlatformRow({ value, onChange }: { readonly value: string | undefined; onChange(id: string): void }) {
  const all = useText()
  const { data } = usePlatforms()
  return (
    <Row label={all.import.platform} isRequired hint={all.asset.httpOnly}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={all.asset.choosePlatform}
        {...(value !== undefined && { value })}
        options={(data ?? []).filter(each => each.takes_assets).map(each => ({ value: each.id, label: each.name }))}
        onChange={onChange}
      />
    </Row>
  )
}

/** From here on one looks for interfaces by words instead of reading them all. */
const MANY = 10

interface FoundProps {
  readonly found: Parsed
  readonly chosen: ReadonlySet<number>
  onChoose(chosen: ReadonlySet<number>): void
}

function Found({ found, chosen, onChoose }: FoundProps) {
  const all = useText()
  const text = all.import
  const [words, setWords] = useState('')
  const shown = [...found.items.entries()].filter(([, item]) => mentions(item, words))
  const chosenShown = shown.filter(([at]) => chosen.has(at)).length
  const toggle = (places: readonly number[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const at of places)
      if (isOn) next.add(at)
      else next.delete(at)
    onChoose(next)
  }
  return (
    <section aria-live="polite">
      <Checkbox
        checked={shown.length > 0 && chosenShown === shown.length}
        indeterminate={chosenShown > 0 && chosenShown < shown.length}
        onChange={event =>
          toggle(
            shown.map(([at]) => at),
            event.target.checked,
          )
        }
      >
        {text.found(found.items.length, found.title)}
      </Checkbox>
      {found.items.length > MANY && (
        <Input
          allowClear
          className="as-found-words"
          aria-label={text.find}
          placeholder={text.find}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      <div className="as-found">
        <table className="as-table">
          <tbody>
            {shown.map(([at, { doc, group, warnings }]) => (
              <tr key={`${doc.method} ${doc.api} ${doc.name}`}>
                <td>
                  <Checkbox checked={chosen.has(at)} onChange={event => toggle([at], event.target.checked)}>
                    {doc.name}
                  </Checkbox>
                </td>
                <td className="as-api">
                  <Tag>{doc.method}</Tag>
                  {doc.api}
                </td>
                <td className="as-short">{all.asset.types[doc.type]}</td>
                <td>{group}</td>
                <td className="sl-muted">
                  {warnings.length > 0 && `${text.warnings}: ${warnings.slice(0, 3).join('; ')}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.skipped.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={text.skipped(found.skipped.length)}
          action={
            <Button size="small" onClick={() => void saveProblems(found.skipped)}>
              {text.problems}
            </Button>
          }
          description={found.skipped
            .slice(0, 5)
            .map(each => `${each.name}: ${each.reason}`)
            .join('; ')}
        />
      )}
    </section>
  )
}

/** Every word is in the name, the path or the category. */
function mentions({ doc, group }: Parsed['items'][number], words: string): boolean {
  const said = `${doc.name} ${doc.method} ${doc.api} ${group}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => said.includes(word))
}
