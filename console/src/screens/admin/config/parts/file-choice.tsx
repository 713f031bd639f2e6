import { UploadOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useRef } from 'react'
import { message } from '../../../../lib/announce.ts'
import type { ConfigFile } from '../types.ts'
import { useText } from '../use-text.ts'

const MAX_BYTES = 2_000_000

export interface FileChoiceProps {
  readonly files: readonly ConfigFile[]
  onFiles(files: readonly ConfigFile[]): void
}

/** One or many files of YAML; more are added to those that are there. */
export function FileChoice({ files, onFiles }: FileChoiceProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const take = async (list: readonly File[]) => {
    if (list.some(file => file.size > MAX_BYTES)) return message.error(text.tooLarge)
    const read = await Promise.all(list.map(async file => ({ path: pathOf(file), text: await file.text() })))
    const known = new Map([...files, ...read].map(file => [file.path, file]))
    onFiles([...known.values()])
  }
  return (
    <Space wrap>
      <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {text.choose}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        // antd shows every file input of a form.
        style={{ display: 'none' }}
        aria-label={text.choose}
        accept=".yaml,.yml"
        onChange={event => {
          void take([...(event.target.files ?? [])])
          // The same files may be chosen again once they were mended.
          event.target.value = ''
        }}
      />
      <span>{files.length === 0 ? text.noFiles : text.files(files.length)}</span>
      {files.length > 0 && (
        <Button type="link" onClick={() => onFiles([])}>
          {text.clear}
        </Button>
      )}
    </Space>
  )
}

const pathOf = (file: File): string => file.webkitRelativePath || file.name
