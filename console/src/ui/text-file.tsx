import { message } from '../lib/announce.ts'
import { FileButton } from './file-button.tsx'

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
  const take = async (file: File) => {
    if (file.size > maxBytes) void message.error(tooLarge)
    else onText(await file.text())
  }
  return <FileButton label={label} accept={accept} onFile={file => void take(file)} />
}
