import type { ApiAsset } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Radio } from 'antd'
import { useImperativeHandle } from 'react'
import { stringify } from 'yaml'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import type { TypedSource } from '../../../../lib/use-typed-source.ts'
import { SourceEditor } from '../../../../parts/source-editor.tsx'
import { useText } from '../use-text.ts'

export type SourceFormat = 'yaml' | 'json'

const write = (doc: ApiAsset, format: SourceFormat): string =>
  format === 'json' ? JSON.stringify(doc, null, 2) : stringify(doc, { lineWidth: 0 })

export interface SourceTabProps {
  readonly doc: ApiAsset
  readonly source: TypedSource<ApiAsset>
  readonly format: SourceFormat
  onFormat(format: SourceFormat): void
  onApply(doc: ApiAsset): void
}

/** The same definition as text. The server judges what is applied, so nothing unknown slips in. */
export function SourceTab({ doc, source: { ref, typed, type, settle }, format, onFormat, onApply }: SourceTabProps) {
  const text = useText().source
  const source = typed ?? write(doc, format)
  const { mutateAsync, error, isPending, reset } = useMutation({
    mutationFn: async () => (await api.apiAsset.check({ body: { text: source } })).content,
    onSuccess: read => {
      onApply(read)
      type(null)
      message.success(text.applied)
    },
  })
  // A refusal is shown above the text.
  const apply = (): Promise<ApiAsset | null> => mutateAsync().catch(() => null)
  useImperativeHandle(ref, () => apply)
  const change = async (next: SourceFormat) => {
    if ((await settle()) === null) return
    reset()
    onFormat(next)
  }
  return (
    <SourceEditor
      text={text}
      value={source}
      error={error}
      isPending={isPending}
      extra={
        <Radio.Group
          aria-label={text.format}
          optionType="button"
          value={format}
          options={[
            { value: 'yaml', label: 'YAML' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={event => void change(event.target.value)}
        />
      }
      onType={type}
      onApply={() => void apply()}
    />
  )
}
