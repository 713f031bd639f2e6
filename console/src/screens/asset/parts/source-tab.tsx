import type { ApiAsset } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { parse, stringify } from 'yaml'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { Section } from '../../../ui/section.tsx'
import { useText } from '../use-text.ts'

type Format = 'yaml' | 'json'

const write = (doc: ApiAsset, format: Format): string =>
  format === 'json' ? JSON.stringify(doc, null, 2) : stringify(doc, { lineWidth: 0 })

export interface SourceTabProps {
  readonly doc: ApiAsset
  onApply(doc: ApiAsset): void
}

/** The same definition as text. The server judges what is applied, so nothing unknown slips in. */
export function SourceTab({ doc, onApply }: SourceTabProps) {
  const text = useText().source
  const [format, setFormat] = useState<Format>('yaml')
  const [source, setSource] = useState(() => write(doc, 'yaml'))
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (): Promise<ApiAsset> => {
      const read: unknown = format === 'json' ? JSON.parse(source) : parse(source)
      const { content } = await api.apiAsset.parse({
        body: { kind: 'assets', text: JSON.stringify({ assets: [{ doc: read }] }) },
      })
      const [found] = content.items
      if (found) return found.doc
      throw new Error(content.skipped[0]?.reason ?? text.wrong)
    },
    onSuccess: read => {
      onApply(read)
      setSource(write(read, format))
      message.success(text.applied)
    },
  })
  const change = (next: Format) => {
    reset()
    setFormat(next)
    setSource(write(doc, next))
  }
  return (
    <Section
      text={text.hint}
      title={text.label}
      extra={
        <div className="as-name">
          <Radio.Group
            aria-label={text.format}
            optionType="button"
            value={format}
            options={[
              { value: 'yaml', label: 'YAML' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={event => change(event.target.value)}
          />
          <Button type="primary" loading={isPending} onClick={() => mutate()}>
            {text.apply}
          </Button>
        </div>
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
