import type { Adapter } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { Section } from '../../../ui/section.tsx'
import { useText } from '../use-text.ts'

export interface SourceTabProps {
  readonly doc: Adapter
  onApply(doc: Adapter): void
}

/** The same adapter as JSON. The server judges what is applied, so nothing unknown slips in and nothing gets lost. */
export function SourceTab({ doc, onApply }: SourceTabProps) {
  const text = useText().source
  const [source, setSource] = useState(() => JSON.stringify(doc, null, 2))
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => (await api.adapter.check({ body: { doc: JSON.parse(source) as Adapter } })).content, // judged by the server
    onSuccess: read => {
      onApply(read)
      setSource(JSON.stringify(read, null, 2))
      message.success(text.applied)
    },
  })
  return (
    <Section
      title={text.label}
      text={text.hint}
      extra={
        <Button type="primary" loading={isPending} onClick={() => mutate()}>
          {text.apply}
        </Button>
      }
    >
      {error && <Alert type="error" showIcon title={text.wrong} description={describeError(error).message} />}
      <Input.TextArea
        className="sl-code"
        aria-label={text.label}
        spellCheck={false}
        autoSize={{ minRows: 20, maxRows: 40 }}
        value={source}
        onChange={event => setSource(event.target.value)}
      />
    </Section>
  )
}
