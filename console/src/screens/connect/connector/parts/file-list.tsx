import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { StoredFile } from '../types.ts'
import { useText } from '../use-text.ts'

export interface FileListProps {
  readonly chosen: string | null
  onClose(): void
  onChoose(file: StoredFile): void
}

const PAGE_SIZE = 8

/** Earlier uploads, newest first, to pick one from. */
export function FileList({ onClose, ...rest }: FileListProps) {
  const text = useText().file
  return (
    <Dialog open width={620} title={text.listTitle} footer={null} onCancel={onClose}>
      <Files {...rest} />
    </Dialog>
  )
}

function Files({ chosen, onChoose }: Pick<FileListProps, 'chosen' | 'onChoose'>) {
  const text = useText().file
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const wanted = keyword.trim()
  const query = { page, pageSize: PAGE_SIZE, ...(wanted !== '' && { keyword: wanted }) }
  const { data, error, refetch } = useQuery({ ...api.file.list.query({ query }), ...keepRows })
  return (
    <div className="cn-files">
      <Input
        allowClear
        value={keyword}
        aria-label={text.search}
        placeholder={text.search}
        onChange={event => {
          setKeyword(event.target.value)
          setPage(1)
        }}
      />
      {error && !data && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={4} />}
      {data?.content.length === 0 && <Empty isSmall title={wanted === '' ? text.none : text.noMatch} />}
      <ul className="cn-files-list" aria-label={text.listTitle}>
        {data?.content.map(file => (
          <FileRow key={file.id} file={file} isChosen={file.id === chosen} onChoose={() => onChoose(file)} />
        ))}
      </ul>
      <Pagination
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onChange={setPage}
      />
    </div>
  )
}

interface FileRowProps {
  readonly file: StoredFile
  readonly isChosen: boolean
  onChoose(): void
}

function FileRow({ file, isChosen, onChoose }: FileRowProps) {
  const text = useText().file
  const format = useFormat()
  return (
    <li className="cn-file-row">
      <div className="cn-chosen-main">
        <strong>{file.name}</strong>
        <span className="sl-muted">
          {format.bytes(file.size_bytes)} · {format.time(file.created_at)}
        </span>
      </div>
      <Button size="small" disabled={isChosen} aria-label={text.use(file.name)} onClick={onChoose}>
        {isChosen ? text.inUse : text.choose1}
      </Button>
    </li>
  )
}
