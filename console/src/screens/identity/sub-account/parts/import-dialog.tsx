import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress, Upload } from 'antd'
import { useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCsvProblem } from '../../../../ui/csv-problem.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { fields, findMissing, type ImportRow, toRows, writeCsv } from '../import-model.ts'
import { readTable } from '../read-table.ts'
import { useText } from '../use-text.ts'

interface Line {
  readonly line: number
  readonly row: ImportRow
  readonly faults: readonly { readonly field: string; readonly message: string }[]
}
interface Created {
  readonly username: string
  readonly password: string
}
type Step =
  | { readonly kind: 'choose'; readonly failure: string | null }
  | { readonly kind: 'checking' }
  | { readonly kind: 'preview'; readonly lines: readonly Line[] }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly created: readonly Created[]; readonly refused: readonly Line[] }

const MAX_ROWS = 1000
const MAX_BYTES = 5_000_000
/** Rows of one call: a password takes a tenth of a second to make, so this keeps the bar moving. */
const AT_ONCE = 25
const CHECKED_AT_ONCE = 200

/** From a file to accounts: choose, look at every line, import, take passwords and errors along. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText().file
  const describeCsv = useCsvProblem()
  const [step, setStep] = useState<Step>({ kind: 'choose', failure: null })
  const isStopped = useRef(false)
  const client = useQueryClient()
  const fail = (failure: string) => setStep({ kind: 'choose', failure })
  const choose = async (file: File) => {
    setStep({ kind: 'checking' })
    const rows = await readRows(file, text, describeCsv).catch((error: unknown) =>
      String(error instanceof Error ? error.message : error),
    )
    if (typeof rows === 'string') return fail(rows)
    try {
      setStep({ kind: 'preview', lines: await judge(rows) })
    } catch (error) {
      fail(describeError(error).message)
    }
  }
  const run = async (lines: readonly Line[]) => {
    isStopped.current = false
    const created: Created[] = []
    const refused: Line[] = lines.filter(line => line.faults.length > 0)
    const good = lines.filter(line => line.faults.length === 0)
    let failure: string | null = null
    for (let at = 0; at < good.length && !isStopped.current && failure === null; at += AT_ONCE) {
      setStep({ kind: 'running', done: at, total: good.length })
      const some = good.slice(at, at + AT_ONCE)
      try {
        const { content } = await api.subAccount.import({ body: { rows: some.map(line => line.row) } })
        created.push(
          ...content.created.map(({ username, one_time_password }) => ({ username, password: one_time_password })),
        )
        refused.push(...content.refused.map(({ line, faults }) => ({ ...some[line - 1]!, faults }))) // lines count from 1
      } catch (error) {
        failure = describeError(error).message
        refused.push(...some.map(line => ({ ...line, faults: [{ field: '', message: failure ?? '' }] })))
      }
    }
    setStep({ kind: 'done', created, refused: refused.sort((a, b) => a.line - b.line) })
    void client.invalidateQueries({ queryKey: ['subAccount'] })
  }
  return (
    <Dialog open width={720} title={text.title} footer={null} mask={{ closable: false }} onCancel={onClose}>
      {step.kind === 'choose' && <Choose failure={step.failure} onChoose={file => void choose(file)} />}
      {step.kind === 'checking' && <p>{text.checking}</p>}
      {step.kind === 'preview' && <Preview lines={step.lines} onRun={() => void run(step.lines)} />}
      {step.kind === 'running' && (
        <>
          <Progress
            percent={Math.round((step.done / step.total) * 100)}
            aria-label={text.running(step.done, step.total)}
          />
          <p>{text.running(step.done, step.total)}</p>
          <Button
            onClick={() => {
              isStopped.current = true
            }}
          >
            {text.stop}
          </Button>
        </>
      )}
      {step.kind === 'done' && <Done created={step.created} refused={step.refused} onClose={onClose} />}
    </Dialog>
  )
}

type FileText = ReturnType<typeof useText>['file']

/** @returns the rows, or what is wrong with the file */
async function readRows(
  file: File,
  text: FileText,
  describeCsv: ReturnType<typeof useCsvProblem>,
): Promise<ImportRow[] | string> {
  if (file.size > MAX_BYTES) return text.faults.tooLarge
  const table = await readTable(new Uint8Array(await file.arrayBuffer())).catch(
    (error: unknown) => describeCsv(error) ?? text.faults.unreadable,
  )
  if (typeof table === 'string') return table
  const missing = findMissing(table[0] ?? [])
  if (missing.length > 0) return text.faults.columns(missing.map(field => text.headings[field]).join('、'))
  const rows = toRows(table)
  if (rows.length === 0) return text.faults.empty
  return rows.length > MAX_ROWS ? text.faults.tooMany : rows
}

async function judge(rows: readonly ImportRow[]): Promise<Line[]> {
  const lines: Line[] = []
  for (let at = 0; at < rows.length; at += CHECKED_AT_ONCE) {
    const some = rows.slice(at, at + CHECKED_AT_ONCE)
    const { content } = await api.subAccount.previewImport({ body: { rows: some } })
    lines.push(...content.map(({ line, faults }) => ({ line: at + line, row: some[line - 1]!, faults }))) // one for each row
  }
  return lines
}

function Choose({ failure, onChoose }: { readonly failure: string | null; onChoose(file: File): void }) {
  const text = useText().file
  const template = () => {
    const heading = fields.map(field => text.headings[field])
    saveFile(
      new Blob([writeCsv([heading, ['zhang.san', '张三', '13800000000', 'zhang@example.com', '只读', '']])]),
      'sub-accounts-template.csv',
    )
  }
  return (
    <>
      <p>{text.hint}</p>
      {failure !== null && <Alert type="error" showIcon title={failure} className="sl-form-notice" />}
      <div className="sa-import-bar">
        <Upload
          accept=".csv,.txt,.xlsx"
          showUploadList={false}
          beforeUpload={file => {
            onChoose(file)
            return false
          }}
        >
          <Button type="primary">{text.choose}</Button>
        </Upload>
        <Button onClick={template}>{text.template}</Button>
      </div>
    </>
  )
}

function Preview({ lines, onRun }: { readonly lines: readonly Line[]; onRun(): void }) {
  const text = useText().file
  const good = lines.filter(line => line.faults.length === 0).length
  return (
    <>
      <Alert
        type={good === lines.length ? 'success' : 'warning'}
        showIcon
        title={text.preview(good, lines.length - good)}
        className="sl-form-notice"
      />
      <Lines lines={lines} />
      <div className="sa-import-bar">
        <Button type="primary" disabled={good === 0} onClick={onRun}>
          {text.start(good)}
        </Button>
        {good < lines.length && <ErrorFile lines={lines.filter(line => line.faults.length > 0)} />}
      </div>
    </>
  )
}

const tellFaults = (line: Line): string => line.faults.map(fault => fault.message).join('; ')

/** The first of many: the rest is in the error file. */
const SHOWN = 200

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const text = useText().file
  const shown = [...lines].sort((a, b) => b.faults.length - a.faults.length || a.line - b.line).slice(0, SHOWN)
  return (
    <section className="sa-import-lines" aria-label={text.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.line}</th>
            <th scope="col">{text.headings.username}</th>
            <th scope="col">{text.headings.role}</th>
            <th scope="col">{text.problem}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(line => (
            <tr key={line.line}>
              <td>{line.line}</td>
              <td>{line.row.username}</td>
              <td>{line.row.role}</td>
              <td className={line.faults.length > 0 ? 'sa-bad' : 'sl-muted'}>{tellFaults(line) || text.fine}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ErrorFile({ lines }: { readonly lines: readonly Line[] }) {
  const text = useText().file
  const save = () => {
    const heading = [text.line, ...fields.map(field => text.headings[field]), text.problem]
    const rows = lines.map(line => [String(line.line), ...fields.map(field => line.row[field]), tellFaults(line)])
    saveFile(new Blob([writeCsv([heading, ...rows])]), 'sub-accounts-errors.csv')
  }
  return <Button onClick={save}>{text.errors}</Button>
}

interface DoneProps {
  readonly created: readonly Created[]
  readonly refused: readonly Line[]
  onClose(): void
}

function Done({ created, refused, onClose }: DoneProps) {
  const text = useText()
  const save = () => {
    const rows = created.map(({ username, password }) => [username, password])
    saveFile(new Blob([writeCsv([[text.secret.username, text.secret.title], ...rows])]), 'sub-accounts-passwords.csv')
  }
  return (
    <>
      <Alert
        type={refused.length === 0 ? 'success' : 'warning'}
        showIcon
        title={text.file.done(created.length, refused.length)}
        description={created.length > 0 ? text.file.doneText : undefined}
        className="sl-form-notice"
      />
      {refused.length > 0 && <Lines lines={refused} />}
      <div className="sa-import-bar">
        {created.length > 0 && (
          <Button type="primary" onClick={save}>
            {text.file.passwords}
          </Button>
        )}
        {refused.length > 0 && <ErrorFile lines={refused} />}
        <Button onClick={onClose}>{text.file.close}</Button>
      </div>
    </>
  )
}
