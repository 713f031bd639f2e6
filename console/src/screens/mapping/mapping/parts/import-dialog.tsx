import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { readSheet, readText } from '../../../../lib/read-sheet.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCsvProblem } from '../../../../ui/csv-problem.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { type ReadLines, type RowProblem, readLines } from '../read-lines.ts'
import type { ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import { ChangedLines } from './changed-lines.tsx'
import { refreshMaps } from './queries.ts'

type Mode = 'append' | 'update' | 'replace'

export interface ImportDialogProps {
  readonly map: ValueMap
  readonly isPaste: boolean
  onClose(): void
}

const MAX_LINES = 100_000

/** Lines from a file or the clipboard: read here, checked by the server, shown before anything changes. */
export function ImportDialog({ map, isPaste, onClose }: ImportDialogProps) {
  const all = useText()
  const text = all.importing
  const client = useQueryClient()
  const [mode, setMode] = useState<Mode>('update')
  const [read, setRead] = useState<ReadLines | null>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const checked = useCheck(map, read, mode)
  const problems = [...localProblems(read, all), ...(checked.problems ?? [])].toSorted((a, b) => a.row - b.row)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.mapping.import({ params: { id: map.id }, body: { mode, lines: [...(read?.lines ?? [])], dry_run: false } }),
    onSuccess: async ({ content }) => {
      message.success(text.done(content.added, content.changed, content.removed))
      onClose()
      await refreshMaps(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  const take = (cells: readonly (readonly string[])[]) => {
    const lines = readLines(cells)
    const failure =
      lines === null
        ? text.noColumns
        : lines.lines.length > MAX_LINES
          ? text.tooMany(lines.lines.length)
          : lines.lines.length + lines.problems.length === 0
            ? text.nothing
            : null
    setUnread(failure)
    setRead(failure === null ? lines : null)
  }
  const fail = (why: string) => {
    setUnread(why)
    setRead(null)
  }
  return (
    <Dialog
      open
      width={860}
      title={isPaste ? text.pasteTitle : text.title}
      okText={text.run}
      cancelText={all.cancel}
      okButtonProps={{ disabled: read === null || problems.length > 0 || checked.result === null }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        {isPaste ? <PasteArea onCells={take} onFailure={fail} /> : <FileArea onCells={take} onFailure={fail} />}
        {unread !== null && <Alert type="error" showIcon title={unread} className="mp-gap" />}
        <Form.Item label={text.mode} extra={text.modeHint[mode]} className="mp-gap">
          <Segmented<Mode>
            aria-label={text.mode}
            value={mode}
            options={(['append', 'update', 'replace'] as const).map(value => ({ value, label: text.modes[value] }))}
            onChange={setMode}
          />
        </Form.Item>
      </Form>
      {read !== null && (
        <Outcome result={checked.result} problems={problems} failure={checked.failure} name={map.name} />
      )}
    </Dialog>
  )
}

interface Problem {
  /** In the file, from 1. */
  readonly row: number
  readonly message: string
  readonly value: string
}

const localProblems = (
  read: ReadLines | null,
  { importing, lines }: Pick<ReturnType<typeof useText>, 'importing' | 'lines'>,
): Problem[] => {
  const messages: Record<RowProblem['field'], string> = {
    a_value: importing.noValue(lines.a),
    b_value: importing.noValue(lines.b),
    enabled: importing.noSwitch(lines.enabled),
  }
  return (read?.problems ?? []).map(({ row, field }) => ({ row, message: messages[field], value: '' }))
}

/** What the server would do with the lines; asked again when they or the mode change. */
function useCheck(map: ValueMap, read: ReadLines | null, mode: Mode) {
  const { data, error } = useQuery({
    queryKey: ['mapping', 'check', map.id, map.version, mode, read],
    queryFn: () =>
      api.mapping.import({ params: { id: map.id }, body: { mode, lines: [...(read?.lines ?? [])], dry_run: true } }),
    enabled: read !== null,
    // The lines are their own key: nothing to keep once the dialog is closed.
    gcTime: 0,
  })
  const problems = data?.content.problems.map(({ row, message }) => ({
    row: read?.rows[row] ?? row,
    message,
    value: read?.lines[row]?.a_value ?? '',
  }))
  return { result: data?.content ?? null, problems, failure: error ? describeError(error).message : null }
}

interface OutcomeProps {
  readonly result: ReturnType<typeof useCheck>['result']
  readonly problems: readonly Problem[]
  readonly failure: string | null
  readonly name: string
}

const SHOWN_PROBLEMS = 20

function Outcome({ result, problems, failure, name }: OutcomeProps) {
  const text = useText().importing
  if (failure !== null) return <Alert type="error" showIcon title={failure} />
  if (result === null) return <p className="sl-muted">{text.checking}</p>
  const download = async () => {
    const { writeWorkbook } = await import('../../../../lib/write-workbook.ts')
    const rows = problems.map(({ row, value, message }) => [String(row), value, message])
    const left = result.problem_count - problems.length
    const last = left > 0 ? [['', '', text.problemsLeft(left)]] : []
    saveFile(await writeWorkbook([text.problemHeads, ...rows, ...last]), `${name}.errors.xlsx`)
  }
  return (
    <>
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="mp-gap"
          title={text.problems(Math.max(problems.length, result.problem_count))}
          action={
            <Button size="small" onClick={() => void download()}>
              {text.problemFile}
            </Button>
          }
          description={
            <ul>
              {problems.slice(0, SHOWN_PROBLEMS).map(({ row, message }) => (
                <li key={`${row} ${message}`}>
                  {text.row(row)}: {message}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <p role="status">
        <strong>{text.counts(result.added, result.changed, result.removed, result.unchanged)}</strong>
      </p>
      {result.preview.length > 0 && (
        <>
          <ChangedLines lines={result.preview} />
          {result.preview.length === 100 && <p className="sl-muted">{text.first(100)}</p>}
        </>
      )}
    </>
  )
}

interface AreaProps {
  onCells(cells: string[][]): void
  onFailure(text: string): void
}

function PasteArea({ onCells, onFailure }: AreaProps) {
  const text = useText().importing
  const describeCsv = useCsvProblem()
  const take = (pasted: string) => {
    try {
      onCells(readText(pasted))
    } catch (error) {
      onFailure(describeCsv(error) ?? text.unreadable)
    }
  }
  return (
    <Form.Item label={text.pasteLabel} extra={text.pasteHint}>
      <Input.TextArea
        aria-label={text.pasteLabel}
        autoSize={{ minRows: 6, maxRows: 12 }}
        placeholder={'pcs\tEA\nbox\tBX'}
        onChange={event => take(event.target.value)}
      />
    </Form.Item>
  )
}

function FileArea({ onCells, onFailure }: AreaProps) {
  const describeCsv = useCsvProblem()
  const text = useText().importing
  const heads = useText().lines
  const [name, setName] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setName(file.name)
    try {
      onCells(await readSheet(file))
    } catch (error) {
      onFailure(describeCsv(error) ?? text.unreadable)
    }
  }
  const template = () => {
    const row = [heads.a, heads.aLabel, heads.b, heads.bLabel, heads.enabled, heads.remark].join(',')
    saveFile(new Blob([`\uFEFF${row}\r\npcs,,EA,,1,\r\n`], { type: 'text/csv' }), 'template.csv')
  }
  return (
    <>
      <label
        className="mp-drop"
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        <input
          type="file"
          accept=".xlsx,.csv,.tsv,.txt"
          onChange={event => void take(event.target.files?.[0] ?? undefined)}
        />
        <strong>{name ?? text.choose}</strong>
        <div className="sl-muted">{text.chooseHint}</div>
      </label>
      <Button type="link" size="small" onClick={template}>
        {text.template}
      </Button>
    </>
  )
}
