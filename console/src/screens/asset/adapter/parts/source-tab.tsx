import type { Adapter } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useImperativeHandle } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import type { TypedSource } from '../../../../lib/use-typed-source.ts'
import { SourceEditor } from '../../../../parts/source-editor.tsx'
import { useText } from '../use-text.ts'

export interface SourceTabProps {
  readonly doc: Adapter
  readonly source: TypedSource<Adapter>
  onApply(doc: Adapter): void
}

/** The same adapter as JSON. The server judges what is applied, so nothing unknown slips in and nothing gets lost. */
export function SourceTab({ doc, source: { ref, typed, type }, onApply }: SourceTabProps) {
  const text = useText().source
  const source = typed ?? JSON.stringify(doc, null, 2)
  const { mutateAsync, error, isPending } = useMutation({
    mutationFn: async () => (await api.adapter.check({ body: { text: source } })).content,
    onSuccess: read => {
      onApply(read)
      type(null)
      message.success(text.applied)
    },
  })
  // A refusal is shown above the text.
  const apply = (): Promise<Adapter | null> => mutateAsync().catch(() => null)
  useImperativeHandle(ref, () => apply)
  return (
    <SourceEditor
      text={text}
      value={source}
      error={error}
      isPending={isPending}
      onType={type}
      onApply={() => void apply()}
    />
  )
}
