import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'

export interface FileButtonProps {
  readonly label: string
  /** Endings: `.json,.yaml`. */
  readonly accept: string
  onFile(file: File): void
}

/** A button that asks for a file. */
export function FileButton({ label, accept, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
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
          const file = event.target.files?.[0]
          if (file) onFile(file)
          // The same file may be chosen again once it was mended.
          event.target.value = ''
        }}
      />
    </>
  )
}
