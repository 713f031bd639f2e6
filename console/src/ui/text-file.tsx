import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { message } from '../lib/announce.ts'

export interface TextFileProps {
  readonly label: string
  /** Endings: `.json,.yaml`. */
  readonly accept: string
  /** Said of a file beyond `maxBytes`. */
  readonly tooLarge: string
  /** Default 5,000,000. */
  readonly maxBytes?: number
  onText(text: string): void
}

/** A button that hands over the text of a file. */
export function TextFile({ label, accept, tooLarge, maxBytes = 5_000_000, onText }: TextFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > maxBytes) void message.error(tooLarge)
    else onText(await file.text())
  }
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        // antd shows every file input of a form.
        style={{ display: 'none' }}
        aria-label={label}
        accept={accept}
        onChange={event => {
          void take(event.target.files?.[0])
          // The same file may be chosen again once it was mended.
          event.target.value = ''
        }}
      />
    </>
  )
}
