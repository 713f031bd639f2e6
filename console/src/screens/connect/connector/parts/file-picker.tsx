import { FileOutlined, FolderOpenOutlined, UploadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { type DragEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useCan } from '../../../../lib/session.ts'
import { checkFile } from '../model.ts'
import type { StoredFile } from '../types.ts'
import { useText } from '../use-text.ts'
import { MAX_BYTES, uploadFile } from './upload-file.ts'
import '../connector-list.css'
import '../connector.css'
import { lazyPart } from '../../../../ui/lazy-part.tsx'

// Opened by few.
const FileList = lazyPart(async () => ({ default: (await import('./file-list.tsx')).FileList }))

export interface FilePickerProps {
  /** id, value and onChange are given by the form. */
  readonly id?: string
  /** Id of a stored file. */
  readonly value?: string | null
  onChange?(id: string | null): void
}

/** A file for a connector: uploaded here, or picked from those uploaded before. The value is its id. */
export function FilePicker({ id, value, onChange }: FilePickerProps) {
  const text = useText().file
  const [isListing, setListing] = useState(false)
  const { known, remember } = useStored(value ?? null)
  const choose = (file: StoredFile) => {
    remember(file)
    setListing(false)
    onChange?.(file.id)
  }
  const upload = useUpload(choose)
  return (
    <div className="cn-file">
      {value ? (
        <ChosenFile id={id} file={known} onClear={() => onChange?.(null)} onList={() => setListing(true)} />
      ) : (
        <DropZone id={id} isBusy={upload.share !== null} onFile={upload.start} onList={() => setListing(true)} />
      )}
      {upload.share !== null && (
        <div className="cn-file-progress">
          <Progress percent={Math.floor(upload.share * 100)} size="small" aria-label={text.uploading} />
          <Button size="small" type="link" onClick={upload.cancel}>
            {text.cancel}
          </Button>
        </div>
      )}
      {upload.problem !== null && (
        <p role="alert" className="cn-problem">
          {upload.problem}
        </p>
      )}
      {isListing && (
        <Suspense>
          <FileList chosen={value ?? null} onClose={() => setListing(false)} onChoose={choose} />
        </Suspense>
      )}
    </div>
  )
}

/** The chosen file's name: from this visit, or looked for among the newest uploads. */
function useStored(id: string | null) {
  const [latest, setLatest] = useState<StoredFile | null>(null)
  const isKnown = latest?.id === id
  const query = useQuery({ ...api.file.list.query({ query: { pageSize: 500 } }), enabled: id !== null && !isKnown })
  const stored = isKnown ? latest : query.data?.content.find(file => file.id === id)
  return { known: stored ?? (query.isFetching ? undefined : null), remember: setLatest }
}

function useUpload(onDone: (file: StoredFile) => void) {
  const text = useText().file
  const format = useFormat()
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const start = async (file: File) => {
    const refusal = checkFile(file, MAX_BYTES)
    if (refusal !== null) return setProblem(text[refusal](file.name, format.bytes(MAX_BYTES)))
    const current = new AbortController()
    controller.current = current
    setProblem(null)
    setShare(0)
    await uploadFile(file, { signal: current.signal, onProgress: setShare })
      .then(onDone)
      .then(() => client.invalidateQueries({ queryKey: api.file.list.key() }))
      .catch((error: unknown) => {
        if (!current.signal.aborted) setProblem(text.failed(file.name, describeError(error).message))
      })
    setShare(null)
  }
  return { share, problem, start, cancel: () => controller.current?.abort() }
}

interface DropZoneProps {
  readonly id: string | undefined
  readonly isBusy: boolean
  onFile(file: File): void
  onList(): void
}

function DropZone({ id, isBusy, onFile, onList }: DropZoneProps) {
  const text = useText().file
  const format = useFormat()
  const can = useCan()
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const mayUpload = can('connector:add')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && mayUpload && !isBusy) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way for the mouse; the button does it all
    <div
      className={isOver ? 'cn-drop cn-drop-over' : 'cn-drop'}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadOutlined className="cn-drop-icon" />
      <div className="cn-drop-main">
        <div className="cn-drop-buttons">
          {mayUpload && (
            <Button
              {...(id !== undefined && { id })}
              // The row's label would hide what the button says.
              aria-label={text.choose}
              aria-describedby={hintId}
              loading={isBusy}
              onClick={() => input.current?.click()}
            >
              {text.choose}
            </Button>
          )}
          <Button type="link" icon={<FolderOpenOutlined />} onClick={onList}>
            {text.earlier}
          </Button>
        </div>
        <span id={hintId} className="sl-muted">
          {mayUpload ? text.hint(format.bytes(MAX_BYTES)) : text.mayNot}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        className="cn-file-input"
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          // The same file chosen again after a failure must count as a change.
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface ChosenFileProps {
  readonly id: string | undefined
  /** undefined while it is looked for; null when it is not among the newest. */
  readonly file: StoredFile | null | undefined
  onClear(): void
  onList(): void
}

function ChosenFile({ id, file, onClear, onList }: ChosenFileProps) {
  const text = useText().file
  const format = useFormat()
  return (
    <div className="cn-chosen">
      <FileOutlined className="cn-chosen-icon" />
      <div className="cn-chosen-main">
        <strong>{file === undefined ? text.looking : (file?.name ?? text.unknown)}</strong>
        {file && (
          <span className="sl-muted">
            {format.bytes(file.size_bytes)} · {format.time(file.created_at)}
          </span>
        )}
        {file === null && <span className="sl-muted">{text.unknownText}</span>}
      </div>
      <Button size="small" onClick={onList}>
        {text.other}
      </Button>
      <Button size="small" {...(id !== undefined && { id })} aria-label={text.replace} onClick={onClear}>
        {text.replace}
      </Button>
    </div>
  )
}
